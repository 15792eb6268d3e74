import { describe, expect, it } from 'vitest'
import { iso } from '../../lib/operator/operator.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const config = {
  sources: {
    standard: { kind: 'standard' },
    shop: { kind: 'standard', tells: 'refund' },
    form: { kind: 'standard', withdrawals: 'return' },
    own: { kind: 'standard', translate: ({ payload }: { payload: unknown }) => payload as never },
  },
} as const

const note = 'The customer says so'

/** An event that has ended otherwise than done. */
async function stopped(body: unknown, { source = 'standard', world = createWorld({ config }) } = {}) {
  const desk = createDesk(world)
  const id = await world.accept(source, body)
  const event = await world.finish(id)
  expect(['held', 'failed']).toContain(event.status)
  return { ...desk, id, event }
}

const returnsMade = async (world: World, orderId: number) =>
  (await world.returnsOf(orderId)).filter(({ id }) => id >= 700_000).length

const conflict = (why: string) => ({ error: { code: 'conflict', message: expect.stringContaining(why) } })

/** What cannot be done yet: its line, or its order, is unknown. */
const unknownLine = returnRequested({ lines: [{ sku: 'NO-1', quantity: 1 }] })
const gone = { externalNumber: 'gone' }
const mug = [{ sku: 'MUG-BLUE', quantity: 1 }]
const bulb = [{ sku: 'BULB-W', quantity: 1 }]

const keysOf = ({ result }: { result?: Record<string, unknown> }) =>
  ((result?.commands ?? []) as { key: string }[]).map(({ key }) => key)

describe('event.correct', () => {
  it('lets an event with an unknown SKU go on with the right one, under the same key', async () => {
    const { ask, id, event, world } = await stopped(unknownLine)
    expect(event.reason).toMatchObject({ code: 'line_unknown' })
    const keys = keysOf(await ask('event.get', { id }))
    const { result } = await ask('event.correct', { id, lines: mug, note })
    expect(result).toMatchObject({ id, status: 'ready', commands: [{ lines: mug, corrected: ['lines'] }] })
    const history = result?.history as { code: string; text: string }[]
    expect(history.at(-1)).toMatchObject({ code: 'corrected', text: expect.stringContaining(note) })
    const before = world.effects().returns
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(world.effects().returns).toBe(before + 1)
    expect(keysOf(await ask('event.get', { id }))).toEqual(keys)
  })

  it('lets it name another order, by id or by number, and finds that one anew', async () => {
    for (const order of [{ id: 10_002 }, { externalNumber: '302-1234567-1234567' }]) {
      const { ask, id, world } = await stopped(returnRequested({ order: gone, lines: 'all' }))
      expect(await ask('event.correct', { id, order, note })).toMatchObject({ ok: true })
      expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_002 })
      expect(await returnsMade(world, 10_002)).toBe(1)
    }
  })

  it('keeps one return per fact: who else reports it finds it at the corrected order', async () => {
    const about = { order: gone, lines: bulb }
    const fact = [{ type: 'create-return', key: 'fact-1', ...about }]
    const { ask, id, world } = await stopped(fact, { source: 'own' })
    await ask('event.correct', { id, order: { id: 10_002 }, note })
    await world.finish(id)
    const other = await world.accept('own', fact)
    expect(await world.finish(other)).toMatchObject({ status: 'ignored', reason: { code: 'already_done', by: id } })
    await ask('event.replay', { id })
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('replaces an earlier correction, part by part', async () => {
    const { ask, id, world } = await stopped(returnRequested({ order: gone, lines: [{ sku: 'NO-1', quantity: 1 }] }))
    await ask('event.correct', { id, order: { id: 10_002 }, note })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'line_unknown' } })
    await ask('event.correct', { id, lines: bulb, note })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_002 })
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('means every request about the same order', async () => {
    const { ask, id, world } = await stopped(withdrawalDeclared({ order: gone, lines: bulb }), { source: 'form' })
    const { result } = await ask('event.correct', { id, order: { id: 10_002 }, note })
    const orders = ((result?.commands ?? []) as { order: unknown }[]).map(({ order }) => order)
    expect(orders).toEqual([{ id: 10_002 }, { id: 10_002 }])
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
    expect((await world.commentsOf(10_002)).length).toBeGreaterThan(0)
  })

  it('names the command by its key where several may be meant', async () => {
    const commands = [
      { type: 'create-return', key: 'a', order: gone, lines: 'all' },
      { type: 'create-return', key: 'b', order: { externalNumber: 'away' }, lines: 'all' },
    ]
    const { ask, id, world } = await stopped(commands, { source: 'own' })
    const given = { id, order: { id: 10_002 }, note }
    const why = conflict('own/a, own/b')
    const unknownKey = { error: { ...why.error, code: 'not_found' } }
    expect(await ask('event.correct', given)).toMatchObject(why)
    expect(await ask('event.correct', { ...given, key: 'own/c' })).toMatchObject(unknownKey)
    await ask('event.correct', { ...given, key: 'own/b' })
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('is refused while a write is sent, missing or done, and changes nothing', async () => {
    const world = createWorld({ config })
    const { ask } = createDesk(world)
    for (const state of ['sent', 'missing', 'done'] as const) {
      const other = await world.accept('standard', unknownLine)
      const failed = await world.finish(other)
      const [own = ''] = keysOf(await ask('event.get', { id: other }))
      const lock = { event: 'standard/test', epoch: 1, until: world.now() + minute }
      const item = await world.workflow.records.lock('order#10001', { lock, now: world.now() })
      if (item === 'busy') throw new Error('busy')
      const made = state === 'done' && { id: 1 }
      const record = { kind: 'return', by: other, at: world.now(), tries: [], state, ...made } as const
      await world.workflow.records.save(item, { changes: { [own]: record }, unlock: true, now: world.now() })
      expect(await ask('event.correct', { id: other, lines: mug, note })).toMatchObject(conflict('has written this'))
      expect(await world.get(other)).toEqual(failed)
    }
  })

  it('names what can still mean another order where part of it is written', async () => {
    const order = { externalNumber: '6203001001' }
    const both = [
      { type: 'add-comment', key: 'said', order, text: 'It is broken' },
      { type: 'create-return', key: 'asked', order, lines: [{ sku: 'NO-1', quantity: 1 }] },
    ]
    const { ask, id } = await stopped(both, { source: 'own' })
    const message = expect.stringMatching(/cannot mean anything else now\..* Say with "key" .*: own\/asked\.$/)
    const other = { id, order: { id: 10_002 }, note }
    expect(await ask('event.correct', other)).toMatchObject({ error: { code: 'conflict', message } })
    expect(await ask('event.correct', { ...other, key: 'own/asked' })).toMatchObject({ ok: true })
  })

  it('is refused while somebody else works on the order', async () => {
    const { ask, id, event, world } = await stopped(unknownLine)
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + minute }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    const asked = { id, lines: mug, note }
    expect(await ask('event.correct', asked)).toMatchObject({ error: { code: 'conflict' } })
    expect(await world.get(id)).toEqual(event)
    await world.advance(2 * minute)
    expect(await ask('event.correct', asked)).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing to correct', {}],
    ['no note', { lines: 'all', note: undefined }, 'note_required'],
    ['an empty list, which never means all', { lines: [] }],
    ['an address', { order: { email: 'a@example.com' } }],
    ['a quantity of nothing', { lines: [{ sku: 'MUG-BLUE', quantity: 0 }] }],
    ['something unknown', { lines: 'all', what: 1 }],
  ])('refuses %s', async (_what, given, code = 'invalid') => {
    const { ask, id, event, world } = await stopped(unknownLine)
    expect(await ask('event.correct', { id, note, ...given })).toMatchObject({ error: { code } })
    expect(await world.get(id)).toEqual(event)
  })

  it('refuses lines for what is no return, an event in another state, and one that has moved', async () => {
    const { ask, id, event, world } = await stopped(commentSubmitted({ order: gone, text: 'x' }))
    expect(await ask('event.correct', { id, lines: 'all', note })).toMatchObject({ error: { code: 'conflict' } })
    const given = { id, order: { id: 10_001 }, note }
    const early = { ...given, seen: iso(event.updatedAt - 1) }
    expect(await ask('event.correct', early)).toMatchObject(conflict('has moved since'))
    expect(await ask('event.correct', { ...given, seen: iso(event.updatedAt) })).toMatchObject({ ok: true })
    expect(await ask('event.correct', given)).toMatchObject({ error: { code: 'conflict' } })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
  })
})

it('event.link does not link what somebody has corrected while the return was read', async () => {
  const { ask, id, world } = await stopped(returnRequested({ order: gone, lines: 'all' }))
  const { openBackOffice } = world.workflow
  const workflow: World['workflow'] = {
    ...world.workflow,
    openBackOffice(options) {
      const { orders, ...others } = openBackOffice(options)
      const read: typeof orders.read = async (...given) => {
        await ask('event.correct', { id, order: { externalNumber: 'gone too' }, note })
        expect(await world.finish(id)).toMatchObject({ status: 'failed' })
        return await orders.read(...given)
      }
      return { ...others, orders: { ...orders, read } }
    },
  }
  const answer = await createDesk(world, { workflow }).ask('event.link', { id, returnId: 600_001 })
  expect(answer).toMatchObject(conflict('at the same moment'))
  expect(await world.get(id)).toMatchObject({ status: 'failed' })
})
