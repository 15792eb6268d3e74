import type { Chance } from '../random.ts'
import { endOf, lastOf, type Work, wanted } from './world.ts'

const second = 1_000
const order = 10_001

/** Requests that a person links to a return (docs/operator.md, docs/parcels.md). */
export const linkWork = {
  /** After a lost try a request that a person links is looked at once more: a late one is a second return. */
  async linkedAfterTry(work: Work, chance: Chance) {
    const { same, rules, world, ask } = work
    work.order(order)
    let isOn = true
    rules.push(({ line }) => (isOn && line === 'POST /rest/orders' ? 'lost' : undefined))
    const id = await work.give('desk', wanted('l', order, { A: 1 }))
    await world.run(id)
    isOn = false
    const theirs = work.putReturn(order, { 1: 1 }, { ownerId: 12 })
    const held = await world.finish(id)
    const reason = {
      code: 'outcome_unclear',
      key: 'desk/l',
      what: 'similar',
      kind: 'return',
      orderId: order,
      ids: [theirs],
    }
    same('the question', endOf(held), { status: 'held', reason })
    same('the answer', (await ask('event.link', { id, returnId: theirs })).ok, true)
    const linked = await world.get(id)
    const now = world.now()
    same('the wait', lastOf(linked), {
      code: 'deferred',
      why: { code: 'second_look', kind: 'return' },
      until: now + 15 * 60 * second,
    })
    const isLate = chance.hits(0.5)
    const late = isLate ? work.putReturn(order, { 1: 1 }) : 0
    const end = await world.finish(id)
    const twice = {
      code: 'outcome_unclear',
      key: 'desk/l',
      what: 'twice',
      kind: 'return',
      ids: [theirs, late],
      orderId: order,
    }
    same('the end', endOf(end), isLate ? { status: 'held', reason: twice } : { status: 'done' })
    same('its return', [end.progress['desk/l']?.returnId, end.progress['desk/l']?.linked], [theirs, true])
    if (!isLate) return
    // Whoever has cancelled one has said which counts.
    const gone = chance.pick([theirs, late])
    work.change(gone, { statusId: 8 })
    const after = await work.again(id)
    same(
      'the one that is left',
      [after.status, after.progress['desk/l']?.returnId, after.progress['desk/l']?.linked],
      ['done', gone === theirs ? late : theirs, gone === late || undefined],
    )
  },
  /** Of an event with several returns a link is about the one that is asked, and only then. */
  async linkOfSeveral(work: Work, chance: Chance) {
    const { same, ask, world } = work
    work.order(order)
    work.order(10_002)
    const [one, two] = [
      work.putReturn(order, { 1: 1 }, { ownerId: 12 }),
      work.putReturn(10_002, { 1: 1 }, { ownerId: 12 }),
    ]
    const isFailed = chance.hits(0.3)
    const lines: Record<string, number> = isFailed ? { X: 1 } : { A: 2 }
    const event = await work.done(
      'desk',
      wanted('a', order, lines),
      wanted('b', 10_002, lines),
      wanted('c', 10_002, { C: 1 }),
    )
    const question = (key: string, orderId: number, id: number) => ({
      status: 'held',
      reason: { code: 'same_parcel', key: `desk/${key}`, orderId, what: 'part', ids: [id] },
    })
    const link = async (returnId: number) => await ask('event.link', { id: event.id, returnId })
    if (isFailed) {
      same('the end', event.status, 'failed')
      same('which of them', (await link(one)).error?.code, 'conflict')
      return
    }
    same('the first question', endOf(event), question('a', order, one))
    same('of another order', (await link(two)).error?.code, 'conflict')
    same('of no return', [(await link(order)).error?.code, (await link(999)).error?.code], ['conflict', 'not_found'])
    same('nothing was moved', endOf(await world.get(event.id)), question('a', order, one))
    const answer = await link(one)
    same('the first answer', [answer.ok, answer.result?.status], [true, 'held'])
    const next = await world.get(event.id)
    same('the second question', [endOf(next), next.progress['desk/a']?.returnId], [question('b', 10_002, two), one])
    work.change(two, { statusId: 8 })
    same('of a cancelled one', (await link(two)).error?.code, 'conflict')
    work.change(two, { statusId: 9.01 })
    await link(two)
    const end = await world.get(event.id)
    same('the end', [endOf(end), work.made(order), work.made(10_002)], [{ status: 'done' }, [], ['3:1']])
    same('done events', (await link(two)).error?.code, 'conflict')
  },
}
