import type { InboxEvent } from '../inbox/event.ts'
import { waitsForSettling } from '../workflow/settling-why.ts'
import { advice } from '../sentences/en/advice.ts'
import { at, story } from '../sentences/timeline.ts'
import { waitsForLogin } from './waits-for-login.ts'

export type Why = {
  id: string
  status: InboxEvent['status']
  orderId?: number
  /** Sentences, oldest first. */
  happened: string[]
  next: string
  toDo: string
}

/** Beyond this an open event is late: the schedule looks every minute. */
const lateMs = 10 * 60_000

/** An event's story for people: what happened, what comes next and when, what to do. Pure. */
export function whyEvent(event: InboxEvent, now: number): Why {
  const { id, status, orderId, history, reason } = event
  const happened = story(history)
  return {
    id,
    status,
    ...(orderId !== undefined && { orderId }),
    happened: reason ? [...happened, reason.text] : happened,
    next: nextOf(event),
    toDo: toDoOf(event, now),
  }
}

function nextOf({ status, wakeAt = 0, history }: InboxEvent): string {
  switch (status) {
    case 'ready':
      return `It is taken up within seconds, and by the schedule at ${at(wakeAt)} at the latest.`
    case 'running':
      return `It is being worked on. If that run has died, the schedule takes it up after ${at(wakeAt)}.`
    case 'waiting': {
      const why = history.at(-1)?.why
      return `The next try is at ${at(wakeAt)}${typeof why === 'string' ? ` (${why})` : ''}.`
    }
    case 'held':
      return 'Nothing happens until a person decides.'
    case 'failed':
      return 'Nothing more happens by itself.'
    case 'done':
    case 'ignored':
    case 'discarded':
      return 'Nothing: it has come to its end.'
    default:
      return status satisfies never
  }
}

function toDoOf(event: InboxEvent, now: number): string {
  const { id, status, reason, wakeAt, erasedAt } = event
  if (erasedAt !== undefined && status !== 'done' && event.endedAt !== undefined) {
    return `Nothing: its payload was erased on ${at(erasedAt).slice(0, 10)}, so it cannot be replayed. If it is still wanted, do it by hand.`
  }
  if (reason) return advice[reason.code]
  if (waitsForLogin(event)) {
    return 'Correct the secret of the back office, or have its API user unlocked there; then login.reset.'
  }
  if (wakeAt !== undefined && now - wakeAt > lateMs) {
    return 'It is late: the schedule seems to have stopped, or has more to do than the back office takes. See stats and doctor.'
  }
  if (waitsForSettling(event)) {
    return `Nothing: what was sent is looked at again at ${at(wakeAt ?? now)}. Until it has settled, a release changes nothing.`
  }
  if (status === 'waiting') return `Nothing. To try at once: event.release with the id ${id}.`
  if (status === 'discarded') return `Nothing. If it is wanted after all: event.replay with the id ${id}.`
  return 'Nothing.'
}
