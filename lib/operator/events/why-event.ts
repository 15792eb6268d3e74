import type { HistoryEntry, InboxEvent } from '../../inbox/event.ts'
import type { ReasonCode, Wait } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import type { Next, ToDo } from '../../sentences/why-facts.ts'
import { type Pause, pauseOf } from '../../state/pauses.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defined } from '../operator.ts'
import { aboutView, dueAt, meansView, titleView } from '../views/event-views.ts'
import { waitsForLogin } from '../views/login-view.ts'

/** Beyond this an open event is late: the schedule looks every minute. */
const lateMs = 10 * 60_000

/** `paused`: what an operator has paused. */
type Facts = Pick<Workflow, 'config' | 'now'> & { paused: readonly Pause[] }

/** What happened (oldest first), what comes next and when, and what to do. */
export function whyEvent(event: InboxEvent, { config, now, paused }: Facts) {
  const { id, status, orderId, history, reason } = event
  const sentences = sentencesOf(config)
  // A run that has begun ends: a pause holds back the next one.
  const isHeldBack = status === 'ready' || status === 'waiting'
  const pause = isHeldBack ? pauseOf(paused, event.source) : undefined
  const toDo = pause ? ({ code: 'resume' } as const) : toDoOf(event, now())
  const source = pause?.source && titleView(pause.source, config)
  const next = pause ? ({ code: 'paused', ...defined({ source }) } as const) : nextOf(event)
  const ended = reason && status !== 'discarded' ? [say(sentences.reason, reason)] : []
  return {
    about: aboutView(event, config),
    ...defined({ id, status, orderId }),
    happened: [...timeline(history, sentences), ...ended],
    next: say(sentences.next, next),
    ...meansView(event, sentences),
    toDo: say(sentences.toDo, toDo),
    actions: advisedActions(toDo),
  }
}

export function nextOf(event: InboxEvent): Next {
  const due = dueAt(event) ?? event.updatedAt
  const why = lastWait(event)
  const byStatus: Readonly<Record<InboxEvent['status'], Next>> = {
    ready: { code: 'starts_soon', until: due },
    running: { code: 'runs', until: due },
    waiting: { code: 'next_attempt', at: due, ...(why && { why }) },
    held: { code: 'person_decides' },
    failed: { code: 'stopped' },
    done: { code: 'ended' },
    ignored: { code: 'ended' },
    discarded: { code: 'ended' },
  }
  return byStatus[event.status]
}

export function toDoOf(event: InboxEvent, now: number): ToDo {
  const { id, status, reason } = event
  if (status === 'discarded') return { code: 'replay_if_wanted', id }
  if (reason?.several && reason.several.count > 1) return { code: 'fix_each', id }
  if (reason) return { code: 'as_advised', reason: reason.code }
  if (waitsForLogin(event)) return { code: 'open_login' }
  const why = lastWait(event)?.code
  if (status === 'waiting' && (why === 'owner_unknown' || why === 'owner_refused')) return { code: 'set_owner', id }
  const due = dueAt(event)
  if (due !== undefined && now - due > lateMs) return { code: 'late' }
  if (status !== 'waiting') return { code: status === 'ready' || status === 'running' ? 'at_work' : 'nothing' }
  const ends = why && endsByItself[why]
  return due !== undefined && ends ? { code: ends, at: due } : { code: 'release_to_retry', id }
}

const endsByItself: Partial<Record<Wait['code'], 'settles' | 'limit_opens'>> = {
  settling: 'settles',
  second_look: 'settles',
  limit_used_up: 'limit_opens',
  form_share_used_up: 'limit_opens',
}

export function lastWait({ history }: Pick<InboxEvent, 'history'>): Wait | undefined {
  const last = history.at(-1)
  return last && 'why' in last ? last.why : undefined
}

/** Oldest first. A claim has a line only while it is the last entry; equal entries in a row are one line. */
export function timeline(history: readonly HistoryEntry[], sentences: Sentences): string[] {
  const shown = history.filter(({ code }, index) => code !== 'claimed' || index === history.length - 1)
  const lines: { text: string; first: number; last: number; times: number }[] = []
  for (const { at, ...entry } of shown) {
    const text = say(sentences.history, entry)
    const before = lines.at(-1)
    if (before?.text === text) Object.assign(before, { last: at, times: before.times + 1 })
    else lines.push({ text, first: at, last: at, times: 1 })
  }
  return lines.map((line) => sentences.line(line))
}

const settle = ['event.release', 'event.discard'] as const
const look = ['order.get', 'return.list', 'comment.list'] as const
const search = ['order.find', 'contact.find'] as const

/** The commands that do what the advice about each reason says, in its order. A test compares them with the advice. */
const byReason: Readonly<Record<ReasonCode, readonly string[]>> = {
  possible_duplicate: settle,
  same_parcel: ['return.list', 'event.link', 'event.release'],
  too_many: ['return.list', ...settle, 'return.create'],
  order_ambiguous: ['event.release', 'event.correct', 'return.create', 'comment.add', 'event.discard'],
  email_mismatch: settle,
  addresses_missing: ['event.release'],
  return_incomplete: ['event.release'],
  outcome_unclear: [...look, ...settle],
  deferred_too_long: ['event.release'],
  source_unknown: settle,
  withdrawal_unplaced: [...search, 'comment.add', 'return.create', 'event.discard', 'event.release'],
  invariant_broken: settle,
  write_cap: ['event.list', 'event.discard', 'event.release'],
  not_shipped: ['order.get', 'event.release', 'event.discard'],
  payload_invalid: ['event.replay'],
  mapping: ['event.replay'],
  order_unknown: [...search, 'event.correct', 'event.replay', 'event.discard'],
  not_a_sales_order: ['event.correct', 'return.create', 'event.discard'],
  order_cancelled: ['event.replay'],
  line_unknown: ['order.get', 'event.correct', 'return.create', 'event.discard'],
  nothing_to_return: ['event.discard', 'event.replay'],
  rejected: ['event.replay'],
  attempts_used_up: ['event.replay'],
  topic_not_mapped: ['event.replay'],
  test_delivery: [],
  already_done: [],
  order_not_named: [],
  parcel_ended: [],
}

const byToDo: Readonly<Record<Exclude<ToDo['code'], 'as_advised'>, readonly string[]>> = {
  fix_each: settle,
  open_login: ['login.reset'],
  set_owner: ['event.release'],
  release_to_retry: ['event.release'],
  replay_if_wanted: ['event.replay'],
  resume: ['bridge.resume'],
  late: ['stats', 'doctor'],
  find_delivery: ['event.list'],
  nothing: [],
  at_work: [],
  settles: [],
  limit_opens: [],
  settle_first: [],
  see_events: [],
}

export const advisedActions = (toDo: ToDo): readonly string[] =>
  toDo.code === 'as_advised' ? byReason[toDo.reason] : byToDo[toDo.code]
