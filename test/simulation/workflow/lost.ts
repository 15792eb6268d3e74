import type { Chance } from '../random.ts'
import { comment, endOf, lastOf, type Work, wanted } from './world.ts'

const second = 1_000
const order = 10_001
/** The window of a send, a request's timeout, the settling time, and by how much clocks may differ (docs/reliability.md). */
const settlesIn = 75.5 * second

/** What becomes of writes whose answer is lost (docs/architecture.md, "When an answer is lost"). */
export const lostWork = {
  /** Read back when it has settled, sent again only if it is missing, and a repeated return is looked at once more. */
  async inTime(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    const isReturn = chance.hits(0.6)
    const since = world.now()
    const [start, body] = isReturn ? ['POST /rest/orders', '"typeId":3'] : ['POST /rest/comments', 'About l']
    const fates = [1, 2, 3]
      .slice(0, chance.between(1, 3))
      .map((_, at, all) => (at === all.length - 1 ? chance.pick(['unheard', 'lost'] as const) : 'lost'))
    let tries = 0
    rules.push((one) => (one.line === start && one.body.includes(body) ? fates[tries++] : undefined))
    const id = await work.give('desk', isReturn ? wanted('l', order, { A: 1 }) : comment('l', order))
    const other = await work.give('desk', isReturn ? wanted('o', order, { B: 1 }) : comment('o', order))
    const kind = isReturn ? 'return' : 'comment'
    let event = await world.run(id).then((one) => one.event)
    for (let at = 0; at < fates.length; at += 1) {
      const now = world.now()
      same(`the wait after try ${at + 1}`, lastOf(event), {
        code: 'deferred',
        why: { code: 'settling', kind },
        until: now + settlesIn,
      })
      const item = isReturn ? `order#${order}` : 'comment#desk/l'
      same('what it knows', [event.progress['desk/l']?.openWrite, event.attempts], [item, 0])
      // Nobody else writes a return of the order before, but other comments.
      const beside = (await world.run(other)).event
      if (isReturn)
        same('another event', lastOf(beside), { code: 'deferred', why: { code: 'busy', item }, until: now + settlesIn })
      else same('another event', beside.status, 'done')
      await world.advance(now + settlesIn - world.now())
      event = (await world.run(id)).event
    }
    const isFound = fates.at(-1) === 'unheard'
    const again = fates.length - (isFound ? 1 : 0)
    const codes = event.history
      .map(({ code }) => code)
      .filter((code) => ['outcome_unknown', 'missing', 'sent_again', 'found', 'written'].includes(code))
    const each = fates.flatMap((fate) =>
      fate === 'unheard' ? ['outcome_unknown', 'found'] : ['outcome_unknown', 'missing', 'sent_again'],
    )
    same('its history', codes, [...each, ...(isFound ? [] : ['written']), ...(isReturn ? ['written'] : [])])
    same('how often it was sent', sent(start).length - (isReturn ? 0 : 1), fates.length + (isFound ? 0 : 1))
    const now = world.now()
    if (isReturn && again > 0) {
      same('the second look', lastOf(event), {
        code: 'deferred',
        why: { code: 'second_look', kind },
        until: now + 15 * 60 * second,
      })
      const twice = chance.hits(0.4)
      const first = event.progress['desk/l']?.returnId
      const late = twice ? work.putReturn(order, { 1: 1 }, { createdAtMs: now + 60 * second }) : undefined
      await world.advance(15 * 60 * second)
      event = (await world.run(id)).event
      if (late !== undefined) {
        const facts = { key: 'desk/l', what: 'twice', kind, ids: [first, late], orderId: order }
        same('a late one', endOf(event), { status: 'held', reason: { code: 'outcome_unclear', ...facts } })
        const isMeant = chance.hits(0.5)
        if (!isMeant) work.change(first ?? 0, { statusId: 8 })
        event = await work.again(id)
        same('the one that counts', event.progress['desk/l']?.returnId, isMeant ? first : late)
        if (!isMeant) return
      }
    }
    const { records = {} } = (await world.workflow.records.get(isReturn ? `order#${order}` : 'comment#desk/l')) ?? {}
    same('since when it is known', records['desk/l']?.at, since)
    same('the end', [event.status, event.attempts], ['done', 1])
    same(
      'what is there',
      isReturn ? work.made(order).filter((one) => one === '1:1').length >= 1 : work.said(order).toSorted(),
      isReturn ? true : ['About l', 'About o'],
    )
  },
}
