import { ClockInDoubt, LoginClosed, Rejected, RetryLater } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { hasMade } from '../inbox/progress.ts'
import { traceOf } from '../log.ts'
import { type Ending, failed, held, type Wait, waitCosts } from '../reasons.ts'
import type { ItemId } from '../write-kinds.ts'
import type { Timing } from './timing.ts'
import { type StepOutcome, type Work, waitUntil } from './workflow.ts'

/** How a claimed event leaves `running` when its work could not go on. */
export type RunEnd = { kind: 'wait'; until: number; why: Wait } | { kind: 'end'; ending: Ending }
export type RetryFacts = { event: InboxEvent; now: number; random: number; timing: Timing }

export const retryFacts = ({ workflow: { now, random, timing }, event }: Work): RetryFacts => ({
  event: event(),
  now: now(),
  random: random(),
  timing,
})

/** What an error of the back office means for the event; undefined: the error is a bug, and is thrown on. */
export function runEndOf(error: unknown, facts: RetryFacts): RunEnd | undefined {
  const { now, timing } = facts
  if (error instanceof Rejected) {
    const words = rejection(error)
    if (mayPass(error, facts.event)) return waiting(facts, { code: 'cause', cause: words })
    return { kind: 'end', ending: failed({ code: 'rejected', words }) }
  }
  if (error instanceof NewerFormat) return waiting(facts, { code: 'newer_version' })
  if (error instanceof LoginClosed) return waiting(facts, { code: 'login_closed' }, now + timing.loginClosedMs)
  // The wait follows the probable time.
  if (error instanceof ClockInDoubt)
    return { kind: 'wait', until: now - error.aheadMs + timing.deferralMs.first, why: { code: 'clock_in_doubt' } }
  if (!(error instanceof RetryLater)) return undefined
  const { code, message, atMs, why } = error
  return waiting(facts, why ?? (code === 'clock_in_doubt' ? { code } : { code, cause: message }), atMs)
}

/** The wait of a run that broke off. A bug counts as an attempt, or it would come back for a day; an unreachable table does not. */
export function afterBreak(facts: RetryFacts, { error, hasBegun }: { error: unknown; hasBegun: boolean }): RunEnd {
  const isOver = facts.event.attempts > facts.timing.retryScheduleMs.length + 1
  const counts = (hasBegun || isBug(error)) && !isOver
  return waiting(facts, { code: counts ? 'broken_off' : 'not_saved', error: traceOf(error).error })
}

const isBug = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)

/** The rest of a wait that runs before could not save; undefined without. Finding it out is no attempt. */
export function afterSilence({ event, now, timing }: Omit<RetryFacts, 'random'>): RunEnd | undefined {
  const { attempts, unsaved = 1 } = event
  const { retryScheduleMs, leaseMs } = timing
  // Attempts whose wait is shorter than the lease.
  const atOnce = 1 + retryScheduleMs.filter((delay) => delay <= leaseMs).length
  if (unsaved <= 1 || attempts <= atOnce) return undefined
  const worked = Math.max(attempts - unsaved + 1, Math.min(attempts - 1, atOnce))
  const left = (retryScheduleMs[worked - 1] ?? 0) - leaseMs
  if (left <= 0) return undefined
  return { kind: 'wait', until: now + left, why: { code: 'ended_silently', attempts: worked } }
}

/** Until when an event waits, by what the wait costs it; `until`: the earliest useful time, where one is known. */
export function waiting(facts: RetryFacts, why: Wait, until?: number): RunEnd {
  const { event, now, random, timing } = facts
  switch (waitCosts[why.code]) {
    case 'attempt': {
      const delay = timing.retryScheduleMs[event.attempts - 1]
      // The last attempt is over: a claim beyond it decides how the event ends.
      if (delay === undefined) return { kind: 'wait', until: now, why }
      return { kind: 'wait', until: Math.max(now + delay * (0.9 + 0.2 * random), until ?? 0), why }
    }
    case 'deferral':
      if (now - (event.deferredSince ?? now) > timing.longestDeferralMs)
        return { kind: 'end', ending: held({ code: 'deferred_too_long' }) }
      return { kind: 'wait', until: Math.max(until ?? nextDeferral(facts), now), why }
    default:
      return { kind: 'wait', until: Math.max(until ?? now, now), why }
  }
}

/** The wait for an item that somebody else has locked, or has to act on first. */
export const whileBusy = (work: Work, item: ItemId): StepOutcome =>
  waitUntil(nextDeferral(retryFacts(work)), { code: 'busy', item })

/** Refusals that may pass: a removed right can come back, and what was just made can show up late. */
const passing: ReadonlySet<number> = new Set([403, 404])

/** Such a refusal does not end an event that has done something: its return would lack its comment. */
const mayPass = ({ status }: Rejected, { progress }: InboxEvent): boolean =>
  passing.has(status) && Object.values(progress).some(hasMade)

/** When a deferral ends. It grows with the time already waited, within bounds, so no counter is needed. */
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
