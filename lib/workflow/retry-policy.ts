import { ClockInDoubt, LoginClosed, Rejected, RetryLater } from '../errors.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { traceOf } from '../log.ts'
import { type Ending, failed, held, type Wait } from '../reasons.ts'
import type { Timing } from './timing.ts'

/** How a claimed event leaves `running` when its work could not go on. */
export type Settlement =
  | {
      kind: 'wait'
      until: number
      deferral: boolean
      queued?: boolean
      ownLimit?: true
      isUntimed?: true
      isPaused?: true
      /** Of a deferral: how many count, where that is not one less. */
      attempts?: number
      why: Wait
    }
  | { kind: 'end'; ending: Ending }

export type RetryFacts = { event: InboxEvent; now: number; random: number; timing: Timing }

/** What an error of the back office means for the event; undefined: a bug, which flies. */
export function settlementOf(error: unknown, facts: RetryFacts): Settlement | undefined {
  const { now, timing } = facts
  if (error instanceof Rejected) {
    if (!mayPass(error, facts.event))
      return { kind: 'end', ending: failed({ code: 'rejected', words: rejection(error) }) }
    return tryAgain(facts, cause(rejection(error)))
  }
  if (error instanceof NewerFormat) return deferred(facts, nextDeferral(facts), { code: 'newer_version' })
  if (error instanceof LoginClosed) return deferred(facts, now + timing.loginClosedMs, { code: 'login_closed' })
  if (error instanceof ClockInDoubt) return parkedByClock(facts, error)
  if (!(error instanceof RetryLater)) return undefined
  if (error.queued) {
    return {
      kind: 'wait',
      until: Math.max(error.atMs ?? now, now),
      deferral: true,
      queued: true,
      why: cause(error.message),
    }
  }
  const why: Wait = error.ownerUnknown ? { code: 'owner_unknown', cause: error.message } : cause(error.message)
  if (error.deferral) return deferred(facts, error.atMs ?? nextDeferral(facts), why)
  return tryAgain(facts, why, error.atMs)
}

/** By the time as it probably is. It says nothing about how long the event has waited. */
const parkedByClock = ({ now, timing }: RetryFacts, { aheadMs }: ClockInDoubt): Settlement => ({
  kind: 'wait',
  until: now - aheadMs + timing.deferralMs.first,
  deferral: true,
  isUntimed: true,
  why: { code: 'clock_in_doubt' },
})

/**
 * How an event goes on whose run broke off by an error that nobody planned for. A table that could not be reached before anything was done
 * is not the event's fault. A bug counts, or it would come back for a day; an end that could not be saved has no attempts left to count.
 */
export function afterBreak(facts: RetryFacts, { error, hasBegun }: { error: unknown; hasBegun: boolean }): Settlement {
  const why: Wait = { code: 'broken_off', error: traceOf(error).error }
  const isOver = facts.event.attempts > facts.timing.retryScheduleMs.length + 1
  const counts = (hasBegun || isBug(error)) && !isOver
  return counts ? tryAgain(facts, why) : deferred(facts, nextDeferral(facts), why)
}

const isBug = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)

/**
 * The rest of a wait that runs before could not save, because they ended with their lease: some claims in a row have no result. Undefined:
 * it is over, or there was none. A claim that only finds this out is no attempt, even if it cannot save that.
 */
export function afterSilence({ event, now, timing }: Omit<RetryFacts, 'random'>): Settlement | undefined {
  const { attempts, unsaved = 1 } = event
  const { retryScheduleMs, leaseMs } = timing
  // Up to this attempt the lease alone is longer than the wait.
  const atOnce = 1 + retryScheduleMs.filter((delay) => delay <= leaseMs).length
  if (unsaved <= 1 || attempts <= atOnce) return undefined
  const worked = Math.max(attempts - unsaved + 1, Math.min(attempts - 1, atOnce))
  const left = (retryScheduleMs[worked - 1] ?? 0) - leaseMs
  if (left <= 0) return undefined
  const why = { code: 'broken_off' } as const
  return { kind: 'wait', until: now + left, deferral: true, ownLimit: true, attempts: worked, why }
}

/** As the retry schedule says, counted as an attempt. */
function tryAgain({ event, now, random, timing }: RetryFacts, why: Wait, notBefore = 0): Settlement {
  const delay = timing.retryScheduleMs[event.attempts - 1]
  // The last attempt is over: a claim beyond it decides how the event ends.
  if (delay === undefined) return { kind: 'wait', until: now, deferral: false, why }
  return { kind: 'wait', until: Math.max(now + delay * (0.9 + 0.2 * random), notBefore), deferral: false, why }
}

/** A right that was removed can come back, and what was just made can show up late. */
const passing: ReadonlySet<number> = new Set([403, 404])

/**
 * A refusal that may pass does not end an event that has done something already: its return would stand there without its
 * comment. If nothing was done yet, the event fails at once and a person sees it.
 */
const mayPass = ({ status }: Rejected, { progress }: InboxEvent): boolean =>
  passing.has(status) && Object.values(progress).some(isWritten)

const isWritten = ({ returnId, comment, createdOrderId, publishedImageId }: Progress): boolean =>
  [returnId, comment, createdOrderId, publishedImageId].some((made) => made !== undefined)

const cause = (words: string): Wait => ({ code: 'cause', cause: words })

/** A wait that is nobody's fault, at most for a day in a row. */
export function deferred({ event, now, timing }: RetryFacts, until: number, why: Wait): Settlement {
  const since = event.deferredSince ?? now
  if (now - since > timing.longestDeferralMs) {
    return { kind: 'end', ending: held({ code: 'deferred_too_long' }) }
  }
  return { kind: 'wait', until: Math.max(until, now), deferral: true, why }
}

/** Grows with the time already waited, within bounds: no counter is needed. */
export function nextDeferral({ event, now, random, timing }: RetryFacts): number {
  const waited = now - (event.deferredSince ?? now)
  const delay = Math.min(timing.deferralMs.longest, Math.max(timing.deferralMs.first, waited / 2))
  return now + delay * (0.9 + 0.2 * random)
}

/** The message names the status and the first of the words already. */
function rejection({ message, details }: Rejected): string {
  const more = details.filter((words) => !message.includes(words))
  return more.length > 0 ? `${message} The back office said: ${more.join('; ')}` : message
}
