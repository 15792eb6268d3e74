import { LoginClosed, Rejected, RetryLater } from '../errors.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import { type Ending, failed, held } from '../reasons.ts'
import type { Timing } from './timing.ts'

/** How a claimed event leaves `running` when its work could not go on. */
export type Settlement =
  | { kind: 'wait'; until: number; deferral: boolean; queued?: boolean; ownLimit?: true; why: string }
  | { kind: 'end'; ending: Ending }

/** Told in the history of events that wait for `login.reset` or a corrected secret. */
export const loginClosedWhy = 'the login is closed'

export type RetryFacts = { event: InboxEvent; now: number; random: number; timing: Timing }

/** What an error of the back office means for the event; undefined: a bug, which flies. */
export function settlementOf(error: unknown, facts: RetryFacts): Settlement | undefined {
  const { now, timing } = facts
  if (error instanceof Rejected) {
    if (!mayBeMended(error, facts.event)) return { kind: 'end', ending: failed('rejected', rejection(error)) }
    return tryAgain(facts, rejection(error))
  }
  if (error instanceof LoginClosed) return deferred(facts, now + timing.loginClosedMs, loginClosedWhy)
  if (!(error instanceof RetryLater)) return undefined
  if (error.queued) {
    return { kind: 'wait', until: Math.max(error.atMs ?? now, now), deferral: true, queued: true, why: error.message }
  }
  if (error.deferral) return deferred(facts, error.atMs ?? nextDeferral(facts), error.message)
  return tryAgain(facts, error.message, error.atMs)
}

/** As the retry schedule says, counted as a try. */
function tryAgain({ event, now, random, timing }: RetryFacts, why: string, notBefore = 0): Settlement {
  const delay = timing.retryScheduleMs[event.attempts - 1]
  // The last try is over: a claim beyond it decides how the event ends.
  if (delay === undefined) return { kind: 'wait', until: now, deferral: false, why }
  return { kind: 'wait', until: Math.max(now + delay * (0.9 + 0.2 * random), notBefore), deferral: false, why }
}

/** A right that was taken away comes back, and what was just made shows up late. */
const mendable: ReadonlySet<number> = new Set([403, 404])

/**
 * A refusal that may pass does not end an event that has done something already: its return would stand there without its
 * comment. Where nothing was done yet, a person is told at once.
 */
const mayBeMended = ({ status }: Rejected, { ledger }: InboxEvent): boolean =>
  mendable.has(status) && ledger.some(isDone)

const isDone = ({ return: made, comment, newOrder, image }: Progress): boolean =>
  made?.returnId !== undefined ||
  newOrder?.orderId !== undefined ||
  comment?.written === true ||
  image?.published === true

/** A wait that is nobody's fault, at most for a day in a row. */
export function deferred({ event, now, timing }: RetryFacts, until: number, why: string): Settlement {
  const since = event.deferredSince ?? now
  if (now - since > timing.longestDeferralMs) {
    const text =
      'It was put off for more than a day. Find out what stands in the way (see the history), then release the event.'
    return { kind: 'end', ending: held('deferred_too_long', text) }
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
