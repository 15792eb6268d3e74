import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { corrected, discarded, forgotten, linked, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { type NotesItem, writeNotes } from '../../lib/notify/notes.ts'
import { createMemoryItem } from '../memory/memory-stores.ts'
import { createWorld, minute, returnRequested, type World, withdrawalDeclared } from '../workflow/world.ts'

const order = 10_001
const config: ConfigInput = {
  notes: true,
  consoleUrl: 'https://bridge.example.com',
  sources: { standard: { kind: 'standard' }, strict: { kind: 'standard', requireEmail: true } },
}
const tooMany = returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 3 }] })

/** A world whose questions get notes: `pass` is a minute, with the schedule's run and the work of it. */
async function noted(more: Partial<ConfigInput> = {}) {
  const world = createWorld({ config: { ...config, ...more } })
  const store = createMemoryItem<NotesItem>()
  const look = async (workflow = world.workflow) => await writeNotes({ workflow, store })
  await look()
  const finishAll = async () => {
    const { events } = await world.workflow.inbox.list({ status: 'open', limit: 100 })
    for (const { id } of events) await world.finish(id)
  }
  const pass = async () => {
    await world.advance(minute)
    await look()
    await finishAll()
    return await notesOf(world)
  }
  return { world, store, look, pass, finishAll }
}

const notesOf = async (world: World): Promise<string[]> =>
  (await world.commentsOf(order)).map(({ text }) => text).filter((text) => /question|Frage/.test(text))

describe('a note in the back office', () => {
  it('has the question in plain words, its answers and where it is answered, and another says that it was decided; each once', async () => {
    const { world, pass } = await noted()
    const { id } = await world.deliver('standard', tooMany)
    for (let times = 0; times < 3; times += 1) await pass()
    const [note = '', ...more] = await pass()
    expect(more).toEqual([])
    expect(note.replace(/^\[bridge:\w+\] /, '').split('<br>')).toEqual([
      'The bridge has a question about this order.',
      'More pieces were reported than are left to return. Shall those come back that are left?',
      'Yes, do it: Makes a return and a label.',
      'No, end it: Nothing is made.',
      `It is answered here: https://bridge.example.com/console/event?id=${encodeURIComponent(id)}`,
      'Nobody reads an answer in a comment.',
    ])
    expect(await world.commentsOf(order)).toMatchObject([{ isVisibleForContact: false }])
    await world.goOn(id, (event, by) => released(event, { ...by, note: 'Anna says so', link: 'email' }))
    for (let times = 0; times < 3; times += 1) await pass()
    const all = await pass()
    expect(all).toHaveLength(2)
    expect(all[1]).toMatch(/ The question of the bridge was answered: it goes on\. By the link of a message\.$/)
  })

  it.each([
    [discarded, 'it was ended'],
    [replayed, 'it starts over'],
    [linked, 'a return that is there was chosen'],
    [corrected, 'what is asked for was corrected'],
  ] as const)('says what became of the question: %o', async (transition, says) => {
    const { world, pass } = await noted()
    const { id } = await world.deliver('standard', tooMany)
    await pass()
    const key = id
    const how = transition as (...given: unknown[]) => never
    const rest = {
      [linked.name]: { key, keys: [key], orderId: order, returnId: 1 },
      [corrected.name]: { [key]: { lines: 'all' } },
    }
    await world.decide(id, (event, by) => how(event, by, rest[transition.name]))
    expect((await pass()).filter((text) => text.includes(says))).toHaveLength(1)
  })

  it('is written anew for a question that is asked again, and not for one that stays', async () => {
    const { world, pass } = await noted()
    const { id } = await world.deliver('standard', tooMany)
    await pass()
    await world.decide(id, (event, by) => forgotten(event, by, { keys: new Set(), kind: 'return', id: 1 }))
    expect(await pass()).toHaveLength(1)
    await world.goOn(id, replayed)
    expect(await world.get(id)).toMatchObject({ status: 'held' })
    await pass()
    expect(await pass()).toHaveLength(3)
  })

  it('is one also where several look at once, answers are lost, and the store is away in between', async () => {
    const { world, store, look, pass, finishAll } = await noted()
    await world.deliver('standard', tooMany)
    await world.advance(minute)
    const { inbox } = world.workflow
    const lost = {
      ...world.workflow,
      inbox: {
        ...inbox,
        accept: async (event: never) => await inbox.accept(event).then(() => Promise.reject(new Error('lost'))),
      },
    }
    await look(lost as never)
    expect(world.logged.map(({ message }) => message)).toContain('notes could not be looked after')
    await Promise.all([
      look(),
      look(),
      writeNotes({ workflow: world.workflow, store: { ...store, replace: async () => false } }),
    ])
    await world.fault({ method: 'POST', path: '/rest/comments', kind: 'drop-after', times: 1 })
    await finishAll()
    expect(await pass()).toHaveLength(1)
  })

  it('is written for each question, also where more are asked at once than one run reads', async () => {
    const { world, look, finishAll } = await noted()
    const ask = async (quantity: number) =>
      await world.deliver('standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity }] }))
    for (const quantity of [3, 4, 5, 6, 7]) await ask(quantity)
    const { inbox } = world.workflow
    const list: Inbox['list'] = async (query) => await inbox.list({ ...query, limit: 1 })
    const counts: number[] = []
    for (let runs = 0; runs < 4; runs += 1) {
      await world.advance(minute)
      await look({ ...world.workflow, inbox: { ...inbox, list } })
      await finishAll()
      if (runs === 0) await ask(8)
      counts.push((await notesOf(world)).length)
    }
    expect(counts).toEqual([3, 5, 6, 6])
  })

  it('names for a withdrawal no way to end it, and without the address of a console the command that shows it', async () => {
    const { world, pass } = await noted({ consoleUrl: undefined })
    const body = withdrawalDeclared({ email: 'ben.muster@example.com', order: { externalNumber: '6203001001' } })
    const { id } = await world.deliver('strict', body)
    const [note = ''] = await pass()
    expect(note).toContain(`npx backoffice-bridge why --id ${id}`)
    expect(note).not.toMatch(/No, end it|ben\.muster|example\.com/)
  })

  it('is there in German, and for no question without an order, none from before, and none about itself', async () => {
    const { world, pass, store } = await noted({ language: 'de' })
    await world.deliver('standard', returnRequested({ order: { email: 'anna.beispiel@example.com' }, lines: 'all' }))
    await world.deliver(
      'operator',
      [{ type: 'create-return', order: { id: order }, lines: [{ sku: 'MUG-BLUE', quantity: 3 }] }],
      {},
      'note:x',
    )
    expect(await pass()).toEqual([])
    await world.deliver('standard', tooMany)
    expect((await pass()).join()).toContain('Die Bridge hat eine Frage zu diesem Auftrag.')
    expect((await store.read())?.open).toHaveLength(1)
  })
})
