import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Chance } from '../random.ts'
import { comment, endOf, lastOf, status, type Work, wanted } from './world.ts'

const second = 1_000
const minute = 60 * second

const wakesIn = ({ wakeAt = 0 }: InboxEvent, now: number) => Math.ceil((wakeAt - now) / second)
/** Which commands of one event are tried, and how it ends (docs/architecture.md, "The life of one webhook", 6). */
export const severalWork = {
  /** A shop's order that is not there yet is looked for once a run; all else is done at once. */
  async unknownAmong(work: Work, chance: Chance) {
    const { world, same, sent } = work
    const [other, late] = [10_001, 10_002]
    work.order(other)
    const number = `LATE-${chance.between(1, 99)}`
    const list = [
      comment('l1', { externalNumber: number }),
      wanted('l2', { externalNumber: number }, { A: 1 }),
      comment('l3', { externalNumber: number }),
      comment('e1', other),
      wanted('e2', { externalNumber: `N-${other}` }, { B: 2 }),
    ].toSorted(() => chance.next() - 0.5)
    const source = chance.pick(['shop', 'market'])
    const id = await work.give(source, ...list)
    const at = world.now()
    const first = await world.run(id)
    const looked = () => sent('GET /rest/orders?').filter((line) => line.includes(`=${number}`)).length
    same('the last look-ups', looked() > 0 && looked() <= 2, true)
    const before = looked()
    same('what is done at once', [work.made(other), work.said(other).length], [['2:2'], 2])
    same('the end of the run', [first.event.status, wakesIn(first.event, at), first.event.attempts], ['waiting', 10, 0])
    same(
      'why it waits',
      [lastOf(first.event).code, lastOf(first.event).why],
      ['deferred', { code: 'order_not_there_yet' }],
    )
    // Half of the time since its receipt, from ten seconds up to the end of an hour.
    const due = chance.between(20, 3_500)
    await world.advance(due * second)
    const next = await world.run(id)
    same(
      'the wait after that',
      wakesIn(next.event, world.now()),
      Math.min(Math.max(10, Math.ceil(due / 2)), 3_600 - due),
    )
    same('look-ups of a run', looked(), 2 * before)
    const appears = chance.hits(0.6)
    if (appears) work.order(late, {}, number)
    const end = await world.finish(id)
    if (appears) {
      same('the end', [endOf(end), work.made(late), work.said(late).length], [{ status: 'done' }, ['1:1'], 3])
      return
    }
    const failed = list.flatMap(({ key }, place) =>
      key.startsWith('l') ? [{ position: place + 1, key: `${source}/${key}`, because: unknown(key === 'l2') }] : [],
    )
    const several = { count: 3, of: 5, failed }
    same('the end', endOf(end), { status: 'failed', reason: { ...failed[0]?.because, several } })
    same('when it gives up', end.endedAt, at + 60 * minute)
  },
  /** One read that fails may be about its order; after a second one nobody is asked any more. A wait for something else is no such read. */
  async readsFail(work: Work, chance: Chance) {
    const { world, same, sent, rules } = work
    const ids = [10_001, 10_002, 10_003]
    for (const id of ids) work.order(id)
    const bad = ids.filter(() => chance.hits(0.5))
    const waits = chance.hits(0.5)
    let isHealed = false
    rules.push(({ line }) =>
      !isHealed && bad.some((id) => line.startsWith(`GET /rest/orders/${id}`)) ? status(503) : undefined,
    )
    const late = waits ? [comment('late', { externalNumber: 'LATE' })] : []
    const id = await work.give('shop', ...late, ...ids.map((orderId) => wanted(`r${orderId}`, orderId, { A: 1 })))
    const at = world.now()
    const { event } = await world.run(id)
    const [, last = Number.POSITIVE_INFINITY] = bad
    same(
      'orders that were read',
      ids.filter((one) => sent(`GET /rest/orders/${one}`).length > 0),
      ids.filter((one) => one <= last),
    )
    same(
      'returns at once',
      ids.filter((one) => work.made(one).length > 0),
      ids.filter((one) => one < last && !bad.includes(one)),
    )
    const cause = {
      code: 'cause',
      cause: `[GET] /rest/orders/${last < Number.POSITIVE_INFINITY ? last : bad[0]} was answered with 503`,
    }
    const isRetry = bad.length > 0
    if (bad.length > 1 || (isRetry && !waits)) {
      same('the wait', lastOf(event), { code: 'waiting', why: cause, until: at + 10 * second })
      same('attempts', [event.attempts, event.deferredSince], [1, undefined])
    } else if (waits) {
      same('the wait', lastOf(event), {
        code: 'deferred',
        why: { code: 'order_not_there_yet' },
        until: at + 10 * second,
      })
      same('attempts', [event.attempts, event.deferredSince], [0, at])
    } else same('the end', event.status, 'done')
    isHealed = true
    work.order(10_009, {}, 'LATE')
    const end = event.status === 'done' ? event : await world.finish(id)
    same('the end', [endOf(end), ids.map((one) => work.made(one))], [{ status: 'done' }, ids.map(() => ['1:1'])])
    same(
      'comments',
      ids.map((one) => work.said(one)),
      ids.map((one) => [`Return ${idOf(work, one)} was created for a request from shop.`]),
    )
  },
}

const unknown = (isReturn: boolean) => ({
  code: 'order_unknown',
  by: 'number',
  wanted: isReturn ? 'return' : 'comment',
})
const idOf = ({ world }: Work, orderId: number) => world.sandbox.world.store.orders.childrenOf(orderId)[0]?.id
