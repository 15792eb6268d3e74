import { maxSkewMs } from '../clock.ts'

/** All waits of the workflow, in milliseconds. */
export type Timing = {
  /** A `ready` event is due after this, in case its hint was lost. */
  hintMs: number
  /** Delays after the first, second, ... failed attempt. */
  retryScheduleMs: readonly number[]
  /** How long a shop's unknown order is waited for, counted from the event's receipt. */
  appearsWithinMs: number
  /** How long the refund of a parcel waits for its announcement, counted from the event's receipt. */
  announcedWithinMs: number
  /** Assumed: the back office applies nothing later than this after a request ended (docs/back-office.md 10.2). */
  settlingMs: number
  /** The second look comes this long after a repeated write (docs/back-office.md 10.2). */
  secondLookMs: number
  /** First and longest wait of a deferral that names no time of its own. */
  deferralMs: { first: number; longest: number }
  /** Deferrals for longer than this end `held`. */
  longestDeferralMs: number
  /** Between two attempts while the login is closed: only `login.reset` or a new secret helps, and both may come at any time. */
  loginClosedMs: number
  leaseMs: number
  /** How long a run sleeps for each reservation of slots before its event waits instead. The schedule's run waits as long as it must. */
  turnPatienceMs: number
  /** How long, and how often, a run asks for an item that another event has locked before its own event waits. */
  lockPatienceMs: number
  lockPollMs: number
  /** No send of a write begins later than this after its record. */
  sendWindowMs: number
  /** One request to the back office takes at most this. */
  requestTimeoutMs: number
  /** What a function keeps for its own last writes. */
  marginMs: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const retryDelaysMs = [10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour]

/** The waits at a time scale. It divides what people wait for, and leaves timeouts, leases and deferrals as they are. */
export const timingAt = (scale: number, appearsWithinMs: number): Timing => ({
  hintMs: (2 * minute) / scale,
  retryScheduleMs: retryDelaysMs.map((delay) => delay / scale),
  appearsWithinMs: appearsWithinMs / scale,
  announcedWithinMs: (10 * minute) / scale,
  settlingMs: Math.max(second, minute / scale),
  secondLookMs: (15 * minute) / scale,
  deferralMs: { first: 10 * second, longest: 15 * minute },
  longestDeferralMs: 24 * hour,
  loginClosedMs: 5 * minute,
  leaseMs: 150 * second,
  turnPatienceMs: 2 * second,
  lockPatienceMs: 2 * second,
  lockPollMs: 300,
  sendWindowMs: 5 * second,
  requestTimeoutMs: 10 * second,
  marginMs: 5 * second,
})

/** From when a write that was sent before `sendBefore` (epoch ms of the sender's clock) is there or never will be. */
export const settledAt = (
  { sendBefore = 0 }: { sendBefore?: number } = {},
  { requestTimeoutMs, settlingMs }: Pick<Timing, 'requestTimeoutMs' | 'settlingMs'>,
): number => sendBefore + requestTimeoutMs + settlingMs + maxSkewMs

/** Until when a write that is recorded now may be sent, epoch ms: whoever claims next may have a clock that is fast. */
export const sendBeforeAt = (now: number, timing: Pick<Timing, 'sendWindowMs'>, lock: { until: number }): number =>
  Math.min(now + timing.sendWindowMs, lock.until - maxSkewMs)

/** Whether work may begin at `now`, epoch ms, that sends at least one request before its function is ended. */
export const fitsInto = (
  deadlineMs: number,
  { now, timing }: { now: number; timing: Pick<Timing, 'requestTimeoutMs' | 'marginMs'> },
): boolean => now + timing.requestTimeoutMs + 2 * timing.marginMs <= deadlineMs
