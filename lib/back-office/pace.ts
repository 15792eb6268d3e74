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

/** Calls that may go out now, until `validUntil`, epoch ms. */
export type Reservation = Record<Budget, number> & { validUntil: number }

/**
 * One pace over all workers: never more calls than the limit in any window of a minute. Everything but `observe` throws what the
 * store throws.
 */
export type Pace = {
  /** Whether this needs a reservation at all: a back office without limits has none. Reads the store once a process. */
  isPaced(need: Need): Promise<boolean>
  /**
   * Reserves calls and waits until they may go out. Throws `RetryLater` with `deferral` and `queued` where that would take longer than
   * the run or the patience of its class: nothing is reserved then, and `atMs` is the turn in the queue.
   */
  reserve(need: Need, run: { deadlineMs: number }): Promise<Reservation>
  /** Whether the back office has said that this budget is used up: what was reserved before is void. */
  isClosed(budget: Budget): boolean
  /** Takes note of a response. A refusal is told to the other workers at once; never throws. */
  observe(method: 'GET' | 'POST', answer: { status: number; headers: Headers; body: string }): Promise<void>
  /** Waits for a good moment to begin with the next parked event, by what this process knows. False: not before `beforeMs`. */
  turn(beforeMs: number): Promise<boolean>
}

/** A reservation that was not used by then is made anew: calls that come late would crowd a later window. */
const validMs = 5_000
/** What an event needs besides waiting: a request that just fits, and a little before it. */
const workMs = 12_000
/** No parked event is begun while more than this is given away ahead. */
const aheadMs = 8_000
/** An event that was begun reserves its calls within this, if it has any. */
const beginningMs = 2_000

export function createPace({ store, now, sleep, newId, limits = {} }: PaceDeps): Pace {
  const configured = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as Limits
  const writes = createPaceWrites({ store, now, sleep, newId, configured })
  const closed: Record<Budget, number> = { reads: 0, writes: 0 }
  let begun: number[] = []

  async function reserve(need: Need, { deadlineMs }: { deadlineMs: number }): Promise<Reservation> {
    begun.shift()
    const latest = deadlineMs - workMs
    const giveUpAt = Math.min(latest, now() + patienceMs.queued)
    for (;;) {
      const { kind, at } = await writes.ask(need, latest)
      if (kind === 'parked' || (kind === 'soon' && at > giveUpAt)) throw parked(at)
      await sleep(Math.max(0, at - now()))
      if (kind === 'granted') {
        const { reads, writes: most } = clamped(need, writes.known())
        return { reads, writes: most, validUntil: at + validMs }
      }
    }
  }

  const isBegun = (at: number) => now() - at < beginningMs

  async function turn(beforeMs: number): Promise<boolean> {
    await writes.readOnce()
    for (;;) {
      begun = begun.filter(isBegun)
      const at = opensAt(writes.known(), { now: now(), ahead: begun.length }) - aheadMs
      if (Math.max(at, now()) >= beforeMs) return false
      if (at <= now()) break
      await sleep(at - now())
    }
    begun.push(now())
    return true
  }

  async function observe(...[method, answer]: Parameters<Pace['observe']>): Promise<void> {
    const seen: Observation = { ...observationOf(method, answer, now()), ...configured }
    if (seen.closed) closed[seen.closed.budget] = seen.closed.until
    if (seen.minute?.left === 0) closed[seen.minute.budget] = seen.minute.endsAt
    if (!isNews(writes.known(), seen)) return
    writes.see(seen)
    if (seen.closed) await writes.tell()
  }

  return {
    async isPaced(need) {
      await writes.readOnce()
      return isPaced(writes.known(), need, now())
    },
    reserve,
    isClosed: (budget) => now() < closed[budget],
    observe,
    turn,
  }
}

const isNews = (known: PaceState, seen: Observation): boolean => !isDeepStrictEqual(observed(known, seen), known)

const parked = (atMs: number) =>
  new RetryLater('The back office takes no more calls at the moment: its limits are used up', {
    deferral: true,
    queued: true,
    atMs,
  })
