import { isDeepStrictEqual } from 'node:util'
import { RetryLater } from '../errors.ts'
import {
  type Budget,
  clamped,
  isPaced,
  type Limits,
  type Need,
  type Observation,
  observed,
  opensAt,
  type PaceState,
  patienceMs,
} from './pace-arithmetic.ts'
import { observationOf } from './pace-headers.ts'
import { createPaceWrites, type PaceWritesDeps } from './pace-writes.ts'

export type PaceDeps = Omit<PaceWritesDeps, 'configured'> & {
  /** Configured; what is absent is learnt from the response headers. */
  limits?: Limits | undefined
}

/** So many calls may go out between two times, epoch ms. */
export type Grant = { calls: number; from: number; until: number }
export type Reservation = Record<Budget, Grant>

/**
 * One pace over all workers: never more calls than the limit in any window of a minute. Everything but `observe` throws what the
 * store throws.
 */
export type Pace = {
  /**
   * Whether this needs a reservation at all: a back office without limits has none. Reads the store once a process. While nothing is
   * known of `budget`, one call goes ahead and the others wait for what its answer tells.
   */
  isPaced(need: Need, budget: Budget): Promise<boolean>
  /**
   * Reserves calls and waits until the first may go out. Throws `RetryLater` with `deferral` and `queued` where that would take longer than
   * the run or the patience of its class: nothing is reserved then, and `atMs` is the turn in the queue.
   */
  reserve(need: Need, run: { deadlineMs: number }): Promise<Reservation>
  /** Until when the back office has said that this budget is used up, epoch ms: what was reserved before must wait, or is void. */
  closedUntil(budget: Budget): number
  waitUntil(time: number): Promise<void>
  /** Takes note of a response. A refusal is told to the other workers at once; never throws. */
  observe(method: 'GET' | 'POST', answer: { status: number; headers: Headers; body: string }): Promise<void>
  /** Waits for a good moment to begin with the next parked event, by what this process knows. False: none in this run. */
  turn(run: { deadlineMs: number }): Promise<boolean>
}

/** A reservation that was not used by then is made anew: calls that come late would crowd a later window. */
const validMs = 5_000
/**
 * Of an event that has waited, the writes go out this much after its turn, when its reads are over: writes that keep the distance of
 * their turns, however long the reads take, do not crowd a window.
 */
const readsMs = 1_500
/** What an event needs besides waiting: a request that just fits, and a little before it. */
const workMs = 12_000
/** No parked event is begun while more than this is given away ahead. */
const aheadMs = 8_000
/** Who goes ahead to learn of a budget is waited for no longer than this. */
const scoutMs = 3_000
const scoutPollMs = 100
/** An event that was begun reserves its calls within this, if it has any. */
const beginningMs = 2_000

export function createPace({ store, now, sleep, newId, limits = {} }: PaceDeps): Pace {
  const configured = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as Limits
  const writes = createPaceWrites({ store, now, sleep, newId, configured })
  const closed: Record<Budget, number> = { reads: 0, writes: 0 }
  const heard: Record<Budget, boolean> = { reads: false, writes: false }
  const scoutUntil: Record<Budget, number> = { reads: 0, writes: 0 }
  let begun: number[] = []

  const waitUntil = async (time: number): Promise<void> => {
    if (time > now()) await sleep(time - now())
  }

  async function reserve(need: Need, { deadlineMs }: { deadlineMs: number }): Promise<Reservation> {
    begun.shift()
    const askedAt = now()
    const latest = deadlineMs - workMs
    const giveUpAt = Math.min(latest, now() + patienceMs.queued)
    for (;;) {
      const { kind, at } = await writes.ask(need, latest)
      if (kind === 'parked' || (kind === 'soon' && at > giveUpAt)) throw parked(at)
      await waitUntil(at)
      if (kind === 'granted') return grants(clamped(need, writes.known()), { at, askedAt })
    }
  }

  async function scout(budget: Budget): Promise<void> {
    const isUnknown = () => !heard[budget] && !isPaced(writes.known(), callOf[budget], now())
    while (isUnknown() && now() < scoutUntil[budget]) await sleep(scoutPollMs)
    if (scoutUntil[budget] === 0) scoutUntil[budget] = now() + scoutMs
  }

  const isBegun = (at: number) => now() - at < beginningMs

  async function turn({ deadlineMs }: { deadlineMs: number }): Promise<boolean> {
    await writes.readOnce()
    for (;;) {
      begun = begun.filter(isBegun)
      const at = opensAt(writes.known(), { now: now(), ahead: begun.length })
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
    async isPaced(need, budget) {
      await writes.readOnce()
      await scout(budget)
      return isPaced(writes.known(), need, now())
    },
    reserve,
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

function grants(need: Need, { at, askedAt }: { at: number; askedAt: number }): Reservation {
  const writesFrom = need.reads > 0 && at > askedAt ? at + readsMs : at
  return {
    reads: { calls: need.reads, from: at, until: at + validMs },
    writes: { calls: need.writes, from: writesFrom, until: writesFrom + validMs },
  }
}

const parked = (atMs: number) =>
  new RetryLater('The back office takes no more calls at the moment: its limits are used up', {
    deferral: true,
    queued: true,
    atMs,
  })
