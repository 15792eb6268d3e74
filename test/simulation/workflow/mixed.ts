import type { Chance } from '../random.ts'
import { comment, endOf, lastOf, status, type Work, wanted } from './world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const [order, other] = [10_001, 10_002]

/** Waits of several commands beside each other, and the longest ones. */
export const mixedWork = {
  /** The event is due when the first of its commands is; only what looks for the same order in vain is not tried. */
  async soonest(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    work.order(other)
    const start = world.now()
    const busyUntil = start + chance.pick([8, 30]) * second
    const hasBusy = chance.hits(0.5)
    if (hasBusy)
      await world.workflow.records.lock(`order#${other}`, {
        lock: { event: 'desk/x', epoch: 1, until: busyUntil },
        now: start,
      })
    let isLost = true
    rules.push(({ line, body }) =>
      isLost && line === 'POST /rest/comments' && body.includes('About lost') ? 'unheard' : undefined,
    )
    const list = [
      comment('lost', { externalNumber: `N-${order}` }),
      comment('next', { externalNumber: `N-${order}` }),
      ...(hasBusy ? [wanted('busy', other, { A: 1 })] : []),
      ...(chance.hits(0.5) ? [comment('late', { externalNumber: 'LATE' })] : []),
    ].toSorted(() => chance.next() - 0.5)
    const isLate = list.some(({ key }) => key === 'late')
    const id = await work.give('shop', ...list)
    const { event } = await world.run(id)
    isLost = false
    const posts = sent('POST /rest/comments').length
    same('what is sent at once', [posts, work.said(order).length], [2, 2])
    const soon = isLate || hasBusy
    const why = lastOf(event).why as { code: string }
    same('the wait', [event.status, lastOf(event).code, why.code === 'settling'], ['waiting', 'deferred', !soon])
    const wait = (event.wakeAt ?? 0) - start
    same('how long', soon ? wait >= 10 * second && wait <= 14 * second : wait, soon ? true : 75.5 * second)
    if (isLate) work.order(10_003, {}, 'LATE')
    const end = await world.finish(id)
    const all = [work.said(order).length, work.made(other).length, work.said(10_003).length]
    same('the end', [endOf(end), end.attempts, all], [{ status: 'done' }, 1, [2, hasBusy ? 1 : 0, isLate ? 1 : 0]])
    same('its order', end.orderId, { lost: order, next: order, busy: other, late: 10_003 }[list[0]?.key as 'lost'])
  },
  /** What knows its own limit may wait for longer than a day. */
  async ownLimit(work: Work, chance: Chance) {
    const { world, same } = work
    world.workflow.timing.appearsWithinMs = 72 * hour
    const id = await work.give('shop', comment('o', { externalNumber: 'LATE' }))
    const start = world.now()
    for (const hours of [0, chance.between(1, 10), chance.between(20, 26), chance.between(40, 46)]) {
      await world.advance(Math.max(0, start + hours * hour + chance.between(0, 3) - world.now()))
      const { event } = await world.run(id)
      const waited = world.now() - start
      const until = world.now() + Math.max(10 * second, waited / 2)
      same(
        `the wait after ${hours} h`,
        [event.status, event.wakeAt, event.deferredSince],
        ['waiting', Math.ceil(Math.min(until, start + 72 * hour)), world.now()],
      )
      await world.advance(Math.max(0, (event.wakeAt ?? 0) - world.now()))
      if (event.status !== 'waiting') return
    }
    const end = await world.finish(id)
    same(
      'the end',
      [endOf(end), (end.endedAt ?? 0) - start >= 72 * hour],
      [{ status: 'failed', reason: { code: 'order_unknown', by: 'number', wanted: 'comment' } }, true],
    )
  },
  /** Ten attempts by the schedule, and the last of them is one; a release gives ten more. */
  async tenAttempts(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    const fails = chance.pick([9, 10, 10])
    let isBad = true
    rules.push(({ line }) => (isBad && line.startsWith('GET /rest/orders?') ? status(500) : undefined))
    const id = await work.give('desk', comment('t', { externalNumber: `N-${order}` }))
    const waits = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 0]
    for (let attempt = 1; attempt <= fails; attempt += 1) {
      const { event } = await world.run(id)
      const now = world.now()
      same(
        `after attempt ${attempt}`,
        [event.status, event.attempts, (event.wakeAt ?? 0) - now],
        ['waiting', attempt, (waits[attempt - 1] ?? 0) * second],
      )
      await world.advance(Math.max(0, (event.wakeAt ?? now) - now))
    }
    const asked = sent('GET /rest/orders?').length
    same('how often it asked', asked, fails)
    isBad = fails === 10
    const { event } = await world.run(id)
    const cause = { code: 'cause', cause: '[GET] /rest/orders was answered with 500' }
    same(
      'the end',
      endOf(event),
      isBad ? { status: 'failed', reason: { code: 'attempts_used_up', attempts: 10, cause } } : { status: 'done' },
    )
    if (!isBad) return
    same('it asks no more', sent('GET /rest/orders?').length, asked)
    await work.ask('event.release', { id })
    let next = (await world.run(id)).event
    // The call that went ahead at the last attempt has told nothing of the limits, and only the schedule's run waits until another one may.
    const soon = [next.status, next.attempts, lastOf(next).code, (next.wakeAt ?? 0) - world.now()]
    same('released at once', soon, ['waiting', 0, 'deferred', 10 * second])
    await world.advance(10 * second)
    next = (await world.run(id)).event
    same('released', [next.status, next.attempts], ['waiting', 1])
    isBad = false
    same('at last', (await world.finish(id)).status, 'done')
  },
}
