import { describe, expect, it } from 'vitest'
import { decisions } from '../../lib/operator/decisions.ts'
import { operatorCommandNames } from '../../lib/operator/operate.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const by = 'Ann'
type History = { code: string; facts: Record<string, unknown>; text: string }[]
const historyOf = (shown: Record<string, unknown> = {}) => shown.history as History

async function unknownOrder(world = createWorld()) {
  const { id } = await world.deliver('standard', returnRequested({ order: { id: 999 } }))
  return { ...createDesk(world), id }
}

/** The last thing that a person did, as an answer shows it. */
async function lastOf({ ask, id }: Awaited<ReturnType<typeof unknownOrder>>) {
  const { result } = await ask('event.get', { id })
  return historyOf(result).findLast(({ facts }) => 'by' in facts)
}

describe('who decides', () => {
  it('are commands that there are, and no other command takes a name', async () => {
    const { ask } = createDesk()
    const others = operatorCommandNames.filter((name) => !decisions.has(name) && name !== 'order.list')
    expect(operatorCommandNames.length - others.length - 1).toBe(decisions.size)
    for (const name of others) expect((await ask(name, { by })).error?.message, name).toContain('unknown field "by"')
  })

  it.each([
    ['event.release', {}, 'An operator (Ann, as said) released the event.'],
    ['event.discard', { note: 'Counter' }, 'An operator (Ann, as said) discarded the event. Note: Counter'],
    ['event.replay', { note: 'Again' }, 'An operator (Ann, as said) replayed the event. Note: Again'],
    ['event.reveal', { note: 'A call' }, 'An operator (Ann, as said) read what was delivered. Note: A call'],
    [
      'event.correct',
      { order: { id: 10_001 }, note: 'A digit' },
      'An operator (Ann, as said) corrected the order of the event. Note: A digit',
    ],
  ])('%s: the history says it as said, and the log has it once', async (command, given, text) => {
    const desk = await unknownOrder()
    expect(await desk.ask(command, { id: desk.id, by: ` ${by} `, ...given })).toMatchObject({ ok: true })
    expect(await lastOf(desk)).toMatchObject({ facts: { by }, text })
    const lines = desk.world.logged.filter(({ message }) => message === 'decided by an operator')
    expect(lines).toMatchObject([{ fields: { command, by, event: desk.id, outcome: 'carried out' } }])
    expect(JSON.stringify(lines)).not.toMatch(/Counter|Again|A call|A digit/)
  })

  it('is said in German too', async () => {
    const desk = await unknownOrder(
      createWorld({ config: { sources: { standard: { kind: 'standard' } }, language: 'de' } }),
    )
    await desk.ask('event.discard', { id: desk.id, by })
    expect((await lastOf(desk))?.text).toBe('Das Ereignis wurde von Hand (Ann, eigene Angabe) verworfen.')
  })

  it('of many: in the history of each, and the log names them all', async () => {
    const desk = await unknownOrder()
    const other = await desk.world.deliver('standard', returnRequested({ order: { id: 998 } }))
    await desk.ask('event.discard', { where: { status: 'failed' }, by, dryRun: true })
    await desk.ask('event.discard', { where: { status: 'failed' }, by })
    for (const id of [desk.id, other.id]) expect((await desk.world.get(id)).history.at(-1)).toMatchObject({ by })
    const lines = desk.world.logged.filter(({ message }) => message === 'decided by an operator')
    expect(lines.map(({ fields }) => fields.events)).toEqual([expect.arrayContaining([desk.id, other.id])])
  })

  it('stands in what was made by hand, and in a pause', async () => {
    const { ask, world } = createDesk()
    const { result } = await ask('comment.add', { orderId: 10_001, text: 'Called back', by })
    expect((await world.get(String(result?.id))).history[0]).toMatchObject({ code: 'accepted', by })
    const { result: shown } = await ask('event.get', { id: result?.id })
    expect(historyOf(shown)[0]?.text).toBe('An operator (Ann, as said) asked for this.')
    expect((await ask('bridge.pause', { reason: 'x', by })).result).toMatchObject({ paused: [{ by }] })
  })

  it.each([[' '], ['x'.repeat(81)], ['Ann\nproven'], [7]])('refuses %j, and says what a name is', async (name) => {
    const desk = await unknownOrder()
    const { error } = await desk.ask('event.discard', { id: desk.id, by: name })
    expect(error).toMatchObject({ code: 'invalid', message: expect.stringMatching(/^event\.discard: by: /) })
    expect((await desk.world.get(desk.id)).status).toBe('failed')
  })

  it('is logged of what was refused as well', async () => {
    const desk = await unknownOrder()
    await desk.ask('event.link', { id: desk.id, returnId: 1, by })
    const [line] = desk.world.logged.filter(({ message }) => message === 'decided by an operator')
    expect(line?.fields).toMatchObject({ command: 'event.link', by, outcome: 'not_found', event: desk.id, returnId: 1 })
  })
})
