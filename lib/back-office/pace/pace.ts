import { isDeepStrictEqual } from 'node:util'
import { RetryLater } from '../../errors.ts'
import { isPaced, opensAt, type PaceState, patienceMs } from './arithmetic.ts'
import type { Budget, Guess, Limits, Need } from './budget.ts'
import type { Reservation } from './grant.ts'
import { createGuess } from './guess.ts'
import { observationOf } from './headers.ts'
import { type Observation, observed } from './observed.ts'
import { createPaceWrites, type PaceWritesDeps } from './pace-writes.ts'

export type PaceDeps = Omit<PaceWritesDeps, 'configured'> & {
  /** Configured; what is absent is learnt from the response headers. */
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
   * known of `budget`, one call goes ahead and those of others wait for what its answer tells; `run` tells whose call it is.
   */
  isPaced(need: Need, budget: Budget, run: object): Promise<boolean>
  /**
   * Reserves calls and waits until the work may begin. Throws `RetryLater` with `deferral` and `queued` where that would take longer than
   * the run or the patience of its class: nothing is reserved then, and `atMs` is the turn in the queue.
   */
  reserve(need: Need, run: PacedRun): Promise<Reservation>
  /** How long it took from the first read to the first write, or from one write to the next, milliseconds. */
  took(what: keyof Guess, ms: number): void
  /** Until when the back office has said that this budget is used up, epoch ms: what was reserved before must wait, or is void. */
  closedUntil(budget: Budget): number
  waitUntil(time: number): Promise<void>
  /** Takes note of a response. A refusal is told to the other workers at once; never throws. */
  observe(
    method: 'GET' | 'POST',
    answer: { status: number; headers: Pick<Headers, 'get'>; body: string },
  ): Promise<void>
  /** Waits for a good moment to begin with the next parked event, by what this process knows. False: none in this run. */
  turn(run: { deadlineMs: number }): Promise<boolean>
}

/** What an event needs besides waiting: a request that just fits, and a little before it. */
const workMs = 12_000
/** No parked event is begun while more than this is given away ahead. */
const aheadMs = 8_000
/** Who goes ahead to learn of a budget is waited for no longer than this. */
const scoutMs = 3_000
const scoutPollMs = 100
/** What an event that nobody has looked at needs. */
const nextEvent = { class: 'live', reads: 3, writes: 2, leadMs: 0 } as const
/** An event that was begun reserves its calls within this, if it has any. */
const beginningMs = 2_000

export function createPace({ store, now, sleep, newId, limits = {} }: PaceDeps): Pace {
  const configured = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as Limits
  const writes = createPaceWrites({ store, now, sleep, newId, configured })
  const closed: Record<Budget, number> = { reads: 0, writes: 0 }
  const heard: Record<Budget, boolean> = { reads: false, writes: false }
  const scouts: Partial<Record<Budget, { run: object; until: number }>> = {}
  const guess = createGuess()
  let begun: number[] = []

  const waitUntil = async (time: number): Promise<void> => {
    if (time > now()) await sleep(time - now())
  }

  async function reserve(need: Need, { deadlineMs, latestMs }: PacedRun): Promise<Reservation> {
    begun.shift()
    const latest = Math.min(deadlineMs - workMs, latestMs ?? Number.POSITIVE_INFINITY)
    const giveUpAt = Math.min(latest, now() + patienceMs.queued)
    for (;;) {
      const verdict = await writes.ask(need, { latest, guess: guess.is() })
      if (verdict.kind === 'parked' || (verdict.kind === 'soon' && verdict.at > giveUpAt)) throw parked(verdict.at)
      await waitUntil(verdict.at)
      if (verdict.kind === 'granted') return verdict.calls
    }
  }

  async function scout(budget: Budget, run: object): Promise<void> {
    const isUnknown = () => !heard[budget] && !isPaced(writes.known(), callOf[budget], now())
    scouts[budget] ??= { run, until: now() + scoutMs }
    const ahead = scouts[budget]
    // Who goes ahead asks more than once before its call, and would wait for itself.
    while (ahead.run !== run && isUnknown() && now() < ahead.until) await sleep(scoutPollMs)
  }

  const isBegun = (at: number) => now() - at < beginningMs

  async function turn({ deadlineMs }: { deadlineMs: number }): Promise<boolean> {
    await writes.readOnce()
    for (;;) {
      begun = begun.filter(isBegun)
      const known = writes.known()
      const next = { ...nextEvent, ...known.guess, ...guess.is() }
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
    const before = writes.known()
    const after = observed(before, seen)
    if (!isDeepStrictEqual(before, after)) writes.see(seen)
    heard[method === 'GET' ? 'reads' : 'writes'] = true
    if (seen.closed || !isDeepStrictEqual(limitsOf(before), limitsOf(after))) await writes.tell()
  }

  return {
    async isPaced(need, budget, run) {
      await writes.readOnce()
      await scout(budget, run)
      return isPaced(writes.known(), need, now())
    },
    reserve,
    took: guess.saw,
    closedUntil: (budget) => closed[budget],
    waitUntil,
    observe,
    turn,
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
  new RetryLater('The back office takes no more calls at the moment: its limits are used up', {
    deferral: true,
    queued: true,
    atMs,
  })
