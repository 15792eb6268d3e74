import { RetryLater } from '../../../lib/errors.ts'
import { processEvent } from '../../../lib/workflow/process-event.ts'
import type { Chance } from '../random.ts'
import { drawWait, type Series, schedule } from './wait-draw.ts'
import { comment, endOf, lastOf, status, type Work } from './world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const order = 10_001
const mostAttempts = 10
/** How long an event waits, which waits cost an attempt, and which count for the day after which a person is asked. */
export const waitingWork = {
  /** Slots and clocks count for nothing; all else that is nobody's fault may last a day in a row. */
  async anyWait(work: Work, chance: Chance) {
    const { world, same } = work
    work.order(order)
    work.order(10_002)
    let error: Error | undefined
    let passing = ''
    const open: typeof world.workflow.openBackOffice = (options) => {
      const real = world.workflow.openBackOffice(options)
      const find: typeof real.orders.findByExternalNumber = async (number) => {
        if (error && number !== passing) throw error
        return await real.orders.findByExternalNumber(number)
      }
      return { ...real, orders: { ...real.orders, findByExternalNumber: find } }
    }
    const id = await work.give(
      'desk',
      comment('w', { externalNumber: `N-${order}` }),
      comment('p', { externalNumber: 'N-10002' }),
    )
    let series: Series = { attempts: 0, since: undefined }
    for (let run = 0; run < 12; run += 1) {
      const now = world.now()
      const drawn = drawWait(chance, { now, series })
      error = drawn.error
      await processEvent({ ...world.workflow, openBackOffice: open }, id, now + 2 * minute)
      const event = await world.get(id)
      const { since } = series
      const isTooLong = drawn.wait.code === 'deferred' && !drawn.isFree && since !== undefined && now - since > day
      if (isTooLong) {
        same('a wait for too long', endOf(event), { status: 'held', reason: { code: 'deferred_too_long' } })
        same('a series that is over', event.deferredSince, undefined)
        error = undefined
        same('the end', [endOf(await work.again(id)), work.said(order)], [{ status: 'done' }, ['About w']])
        return
      }
      const { until, code, why, after } = drawn.wait
      same(`a wait as ${drawn.error.message}`, lastOf(event), { code, why, until: Math.ceil(until) })
      same(
        `after ${drawn.error.message}`,
        [event.status, event.wakeAt, event.attempts, event.deferredSince],
        ['waiting', Math.ceil(until), after.attempts, after.since],
      )
      same('whether it waits for a slot', event.queued === true, drawn.isQueued)
      same(
        'before its time',
        await processEvent(world.workflow, id, now + 2 * minute),
        until > now ? 'not claimed' : after.attempts < mostAttempts ? 'done' : 'failed',
      )
      if (until <= now) return
      series = after
      await world.advance((event.wakeAt ?? now) - now)
    }
    // What was done begins a new series.
    error = new RetryLater('a pause', { deferral: true })
    passing = `N-${order}`
    const now = world.now()
    await processEvent({ ...world.workflow, openBackOffice: open }, id, now + 2 * minute)
    const { deferredSince, attempts } = await world.get(id)
    same('a new series', [work.said(order), deferredSince, attempts], [['About w'], now, series.attempts])
    error = undefined
    const end = await world.finish(id)
    same('the end', [end.status, end.attempts, end.deferredSince], ['done', series.attempts + 1, undefined])
  },
  /** Runs that ended without a word: up to the wait that their lease outlasts they cost nothing more; then the rest is waited out. */
  async silence(work: Work, chance: Chance) {
    const { world, same } = work
    work.order(order)
    const lease = 150 * second
    const saved = chance.between(0, 5)
    let isBad = true
    work.rules.push(({ line }) => (isBad && line.startsWith('GET /rest/orders?') ? status(500) : undefined))
    const id = await work.give('desk', comment('s', { externalNumber: `N-${order}` }))
    for (let run = 0; run < saved; run += 1) {
      const { event } = await world.run(id)
      await world.advance(Math.max(0, (event.wakeAt ?? 0) - world.now()))
    }
    isBad = false
    const crashes = chance.between(0, 4)
    for (let run = 0; run < crashes; run += 1) {
      await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: lease })
      await world.advance(lease)
    }
    const now = world.now()
    const { event } = await world.run(id)
    const attempts = saved + crashes + 1
    const what = `after ${saved} attempts and ${crashes} runs without a word`
    // Waits of 10 s and a minute are over with the lease: each of these runs is an attempt. Of the others only the first is.
    if (crashes === 0 || attempts <= 3) {
      same(`the end ${what}`, [event.status, event.attempts], ['done', attempts])
      return
    }
    const counted = Math.max(saved + 1, Math.min(saved + crashes, 3))
    const rest = (schedule[counted - 1] ?? 0) - lease
    same(`the wait ${what}`, lastOf(event), { code: 'deferred', why: { code: 'broken_off' }, until: now + rest })
    same('what it costs', [event.attempts, event.unsaved, event.deferredSince], [counted, undefined, now])
    const end = await world.finish(id)
    same('the end', [end.status, end.attempts, work.said(order).length], ['done', counted + 1, 1])
  },
  /** Somebody else's lock is waited for a moment within the run, then as a deferral; the end of a lock is the end. */
  async busy(work: Work, chance: Chance) {
    const { world, same, sent } = work
    work.order(order)
    const lasts = chance.pick([2_000, 20_000, 100_000])
    const item = chance.pick([`order#${order}` as const, 'comment#desk/b' as const])
    const start = world.now()
    const lock = { event: 'desk/another', epoch: 1, until: start + lasts }
    await world.workflow.records.lock(item, { lock, now: start })
    const id = await work.give(
      'desk',
      item === 'comment#desk/b'
        ? comment('b', order)
        : { type: 'create-return', key: 'b', order: { id: order }, lines: 'all' },
    )
    const { event } = await world.run(id)
    const now = world.now()
    if (lasts <= 2_000) {
      same('the end', [event.status, now >= lock.until], ['done', true])
      return
    }
    same('its patience', now - start >= 2_000 && now - start <= 2_600, true)
    same('the wait', lastOf(event), { code: 'deferred', why: { code: 'busy', item }, until: now + 10 * second })
    same('what it costs', [event.attempts, event.deferredSince, sent('POST /rest/comments').length], [0, now, 0])
    const end = await world.finish(id)
    same(
      'the end',
      [end.status, end.attempts, world.now() >= lock.until, world.now() <= lock.until + 60 * second],
      ['done', 1, true, true],
    )
  },
}
