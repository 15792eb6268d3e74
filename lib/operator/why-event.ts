import type { InboxEvent } from '../inbox/event.ts'
import type { Wait } from '../reasons.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { timeline } from '../sentences/timeline.ts'
import type { Next, ToDo } from '../sentences/why-facts.ts'
import { type Pause, pauseOf } from '../state/pauses.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { advisedActions } from './advised-actions.ts'
import { dueAt } from './due-at.ts'
import { meansView } from './event-views.ts'
import { waitsForLogin } from './waits-for-login.ts'

export type WhyEvent = {
  id: string
  status: InboxEvent['status']
  orderId?: number
  /** Sentences, oldest first. */
  happened: string[]
  next: string
  /** What the reason of a stopped event means. */
  means?: string
  toDo: string
  /** The commands that do it. */
  actions: readonly string[]
}

/** Beyond this an open event is late: the schedule looks every minute. */
const lateMs = 10 * 60_000

/** What happened to an event, what comes next and when, and what to do. `paused`: what an operator has paused. */
export function whyEvent(
  event: InboxEvent,
  { config, now, paused }: Pick<Workflow, 'config' | 'now'> & { paused: readonly Pause[] },
): WhyEvent {
  const { id, status, orderId, history, reason } = event
  const sentences = sentencesOf(config)
  const pause = isHeldBack(event) ? pauseOf(paused, event.source) : undefined
  const toDo = pause ? ({ code: 'resume' } as const) : toDoOf(event, now())
  const next = pause ? pausedBy(pause) : nextOf(event)
  const happened = timeline(history, sentences)
  const isStopped = reason !== undefined && status !== 'discarded'
  return {
    id,
    status,
    ...(orderId !== undefined && { orderId }),
    happened: isStopped ? [...happened, say(sentences.reason, reason)] : happened,
    next: say(sentences.next, next),
    ...meansView(event, sentences),
    toDo: say(sentences.toDo, toDo),
    actions: advisedActions(toDo),
  }
}

/** A run that has begun ends: a pause holds back the next one. */
const isHeldBack = ({ status }: InboxEvent): boolean => status === 'ready' || status === 'waiting'

const pausedBy = ({ source }: Pause): Next => ({ code: 'paused', ...(source !== undefined && { source }) })

export function nextOf(event: InboxEvent): Next {
  const due = dueAt(event) ?? event.updatedAt
  switch (event.status) {
    case 'ready':
      return { code: 'starts_soon', until: due }
    case 'running':
      return { code: 'runs', until: due }
    case 'waiting': {
      const why = lastWait(event)
      return { code: 'next_attempt', at: due, ...(why && { why }) }
    }
    case 'held':
      return { code: 'person_decides' }
    case 'failed':
      return { code: 'stopped' }
    case 'done':
    case 'ignored':
    case 'discarded':
      return { code: 'ended' }
    default:
      return event.status satisfies never
  }
}

export function toDoOf(event: InboxEvent, now: number): ToDo {
  const { id, status, reason } = event
  if (status === 'discarded') return { code: 'replay_if_wanted', id }
  if (reason?.several && reason.several.count > 1) return { code: 'fix_each', id }
  if (reason) return { code: 'as_advised', reason: reason.code }
  if (waitsForLogin(event)) return { code: 'open_login' }
  if (status === 'waiting' && lastWait(event)?.code === 'owner_unknown') return { code: 'set_owner', id }
  const due = dueAt(event)
  if (due !== undefined && now - due > lateMs) return { code: 'late' }
  if (status !== 'waiting') return { code: 'nothing' }
  const why = lastWait(event)?.code
  if (due !== undefined && (why === 'settling' || why === 'second_look')) return { code: 'settles', at: due }
  return { code: 'release_to_retry', id }
}

export function lastWait({ history }: Pick<InboxEvent, 'history'>): Wait | undefined {
  const last = history.at(-1)
  return last && 'why' in last ? last.why : undefined
}
