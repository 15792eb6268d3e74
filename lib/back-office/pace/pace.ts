import { isDeepStrictEqual } from 'node:util'
import { RetryLater } from '../../errors.ts'
import { isPaced, opensAt, type PaceState, patienceMs } from './arithmetic.ts'
import type { Budget, Estimate, Limits, Need } from './budget.ts'
import { createEstimate } from './estimate.ts'
import { observationOf } from './headers.ts'
import { mustBeInTime } from './must-be-in-time.ts'
import { type Observation, observed } from './observed.ts'
import { createSharedPace, type SharedPaceDeps } from './shared-pace.ts'
import type { Reservation } from './slots.ts'

export type PaceDeps = Omit<SharedPaceDeps, 'configured'> & {
  /** Configured; the others are learnt from the response headers. */
  limits?: Limits | undefined
}

/** `latestMs`: calls that are due later are of no use, epoch ms. */
type PacedRun = { deadlineMs: number; latestMs?: number | undefined }

/**
 * One pace over all workers: never more calls than the limit in any window of a minute, as the back office counts them. Everything but
 * `observe` throws what the store throws.
 */
export type Pace = {
  /**
   * Whether this needs a reservation at all: a back office without limits has none. Reads the store once a process. While nothing is
   * known of `budget`, one call goes ahead and the others wait for what its answer says; `run` says whose call it is.
   */
  isPaced(need: Need, budget: Budget, run: object): Promise<boolean>
  /**
   * Reserves calls and waits until the work may begin. Throws `RetryLater` with `deferral` and `queued` where that would take longer than
   * the run or the patience of its class: nothing is reserved then, and `atMs` is its place in the queue.
   */
  reserve(need: Need, run: PacedRun): Promise<Reservation>
  /** How long it took from the first read to the first write, or from one write to the next, milliseconds. */
  measured(what: keyof Estimate, ms: number): void
  /** Until when this budget is used up, as the back office says, epoch ms: earlier reservations must wait, or are void. */
  closedUntil(budget: Budget): number
  waitUntil(time: number): Promise<void>
  /** Remembers what a response says about the limits. The other workers learn of a refusal at once. Never throws. */
  observe(
    method: 'GET' | 'POST',
    answer: { status: number; headers: Pick<Headers, 'get'>; body: string },
  ): Promise<void>
  /** Waits for a good moment to start the next parked event, by what this process knows. False: there is none in this run. */
  waitToStart(run: { deadlineMs: number }): Promise<boolean>
}

/** What an event needs besides waiting: a request that just fits, and a little before it. */
const workMs = 12_000
/** No parked event is started while more than this is reserved ahead. */
const aheadMs = 8_000
/** The call that goes ahead to learn of a budget is waited for no longer than this. */
const scoutMs = 3_000
const scoutPollMs = 100
/** What an event needs that no run has looked at. */
const nextEvent = { class: 'live', reads: 3, writes: 2, leadMs: 0 } as const
/** An event that was begun reserves its calls within this, if it has any. */
const beginningMs = 2_000

export function createPace({ store, now, sleep, newId, limits = {} }: PaceDeps): Pace {
  const configured = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as Limits
  const shared = createSharedPace({ store, now, sleep, newId, configured })
  const closed: Record<Budget, number> = { reads: 0, writes: 0 }
  const heard: Record<Budget, boolean> = { reads: false, writes: false }
  const scouts: Partial<Record<Budget, { run: object; until: number }>> = {}
  const estimate = createEstimate()
  let begun: number[] = []

  const waitUntil = async (time: number): Promise<void> => {
    if (time > now()) await sleep(time - now())
  }

  async function reserve(need: Need, { deadlineMs, latestMs }: PacedRun): Promise<Reservation> {
    begun.shift()
    const askedAt = now()
    const latest = Math.min(deadlineMs - workMs, latestMs ?? Number.POSITIVE_INFINITY)
    const giveUpAt = Math.min(latest, now() + patienceMs.queued)
    for (;;) {
      const verdict = await shared.reserve(need, { latest, estimate: estimate.current() })
      if (verdict.kind === 'parked' || (verdict.kind === 'soon' && verdict.at > giveUpAt)) throw parked(verdict.at)
      if (verdict.kind === 'reserved') mustBeInTime(verdict, { askedAt, now: now(), latest })
      await waitUntil(verdict.at)
      if (verdict.kind === 'reserved') return verdict.reservation
    }
  }

  async function scout(budget: Budget, run: object): Promise<void> {
    const isUnknown = () => !heard[budget] && !isPaced(shared.known(), callOf[budget], now())
    scouts[budget] ??= { run, until: now() + scoutMs }
    const ahead = scouts[budget]
    // The run that goes ahead asks more than once before its call, and would wait for itself.
    while (ahead.run !== run && isUnknown() && now() < ahead.until) await sleep(scoutPollMs)
  }

  const isBegun = (at: number) => now() - at < beginningMs

  async function waitToStart({ deadlineMs }: { deadlineMs: number }): Promise<boolean> {
    await shared.readOnce()
    for (;;) {
      begun = begun.filter(isBegun)
      const known = shared.known()
      const next = { ...nextEvent, ...known.estimate, ...estimate.current() }
      const at = opensAt(known, next, { now: now(), ahead: begun.length })
      if (at > deadlineMs - workMs) return false
      if (at - aheadMs <= now()) break
      await waitUntil(at - aheadMs)
    }
    begun.push(now())
    return true
  }

  async function observe(...[method, answer]: Parameters<Pace['observe']>): Promise<void> {
    const seen: Observation = { ...observationOf(method, answer, now()), ...configured }
    if (seen.closed) closed[seen.closed.budget] = seen.closed.until
    if (seen.minute?.left === 0) closed[seen.minute.budget] = seen.minute.endsAt
    const before = shared.known()
    const after = observed(before, seen)
    if (!isDeepStrictEqual(before, after)) shared.remember(seen)
    heard[method === 'GET' ? 'reads' : 'writes'] = true
    if (seen.closed || !isDeepStrictEqual(limitsOf(before), limitsOf(after))) await shared.save()
  }

  return {
    async isPaced(need, budget, run) {
      await shared.readOnce()
      await scout(budget, run)
      return isPaced(shared.known(), need, now())
    },
    reserve,
    measured: estimate.add,
    closedUntil: (budget) => closed[budget],
    waitUntil,
    observe,
    waitToStart,
  }
}

const callOf = {
  reads: { class: 'live', reads: 1, writes: 0 },
  writes: { class: 'live', reads: 0, writes: 1 },
} as const

const limitsOf = ({ readsPerMinute, writesPerMinute, writesPerDay }: PaceState): Limits => ({
  readsPerMinute,
  writesPerMinute,
  writesPerDay,
})

const parked = (atMs: number) =>
  new RetryLater('The limits of the back office are used up: the work waits for its slots in the queue', {
    deferral: true,
    queued: true,
    atMs,
  })
