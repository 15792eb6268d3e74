import type { Correction, EventSummary, HistoryEntry, InboxEvent } from '../../inbox/event.ts'
import { endingOf, type Progress } from '../../inbox/progress.ts'
import type { Reason, Wait } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import { shownItem } from '../../typed-text.ts'
import { translateEvent } from '../../workflow/translate/translate-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import type { ItemId } from '../../write-kinds.ts'
import { iso } from '../operator.ts'
import { commandView } from './command-view.ts'
import { orderLinks } from './order-view.ts'

/** What of the configuration decides how answers are shown. */
export type Shown = Pick<Workflow['config'], 'language' | 'orderUrl'>

/** An event as a list shows it. */
export function summaryView(event: EventSummary & { leaseUntil?: number }, config: Shown) {
  const { id, source, status, attempts, orderId, reason, withdrawal, receivedAt, updatedAt } = event
  const wakeAt = dueAt(event)
  return {
    id,
    source,
    status,
    attempts,
    ...(wakeAt !== undefined && { wakeAt: iso(wakeAt) }),
    ...(orderId !== undefined && { orderId }),
    ...(reason && { reason: reasonView(reason, sentencesOf(config)) }),
    ...(withdrawal && { withdrawal }),
    receivedAt: iso(receivedAt),
    updatedAt: iso(updatedAt),
  }
}

/** An event with its history and its commands, as the configuration gives them now: no payload, no personal data. */
export function eventView(event: InboxEvent, { config }: Pick<Workflow, 'config'>) {
  const translated = translateEvent(event, config)
  const sentences = sentencesOf(config)
  return {
    ...summaryView(event, config),
    ...madeIds(event),
    commands: Array.isArray(translated)
      ? translated.map(({ key, command }) => ({
          ...commandView(command, config.reasons),
          key,
          ...correctionView(event.corrections?.[key]),
          ...endView(event.progress[key], sentences),
        }))
      : [],
    history: event.history.map((entry) => entryView(entry, sentences)),
    ...meansView(event, sentences),
    ...orderLinks(placesOf(event), config),
  }
}

/** What the reason of an event means, where that is why it stands. */
export const meansView = ({ status, reason }: Pick<InboxEvent, 'status' | 'reason'>, sentences: Sentences) =>
  reason && status !== 'discarded' && { means: sentences.means[reason.code] }

/** The orders and returns that are shown of an event. */
function placesOf(event: InboxEvent): (number | undefined)[] {
  const { returnIds, createdOrderIds } = madeIds(event)
  return [event.orderId, ...returnIds, ...createdOrderIds, ...placesInReason(event.reason)]
}

/** Which parts of a command a person has corrected. */
const correctionView = (correction: Correction | undefined) => correction && { corrected: Object.keys(correction) }

/** Of a command that ended other than done, among others. */
function endView(one: Progress | undefined, sentences: Sentences) {
  const ended = endingOf(one)
  return ended && { status: ended.status, reason: reasonView(ended.reason, sentences) }
}

function entryView({ at, ...entry }: HistoryEntry, sentences: Sentences) {
  const { code, ...facts } = entry
  return {
    at: iso(at),
    code,
    facts: shownItems('until' in facts ? { ...facts, until: iso(facts.until) } : facts),
    text: say(sentences.history, entry),
  }
}

/** How far a command has come that went through the inbox, and the id of what it made once that is known. */
export const outcomeView = (
  { id, status, reason }: InboxEvent,
  made: Readonly<Record<string, number | undefined>>,
  config: Shown,
) => ({
  id,
  status,
  ...Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)),
  ...(reason && { reason: reasonView(reason, sentencesOf(config)) }),
  ...orderLinks([made.orderId, made.returnId, ...placesInReason(reason)], config),
})

/** When an open event can be claimed next, epoch ms: a running one when its lease ends. */
export const dueAt = ({ status, wakeAt, leaseUntil }: Pick<InboxEvent, 'status' | 'wakeAt' | 'leaseUntil'>) =>
  status === 'running' ? leaseUntil : wakeAt

/** A reason with its facts, and as a sentence. */
export const reasonView = (reason: Reason, sentences: Sentences) => ({
  ...shownItems(reason),
  text: say(sentences.reason, reason),
})

/** What is waited for, in the same form. */
export const waitView = (why: Wait, sentences: Sentences) => ({ ...shownItems(why), text: say(sentences.wait, why) })

/** Facts with the items of the state table as they may be shown, at any depth. */
function shownItems<Facts>(facts: Facts): Facts {
  if (typeof facts === 'string') return (facts.startsWith('number#') ? shownItem(facts as ItemId) : facts) as Facts
  if (Array.isArray(facts)) return facts.map(shownItems) as Facts
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shownItems(fact)])) as Facts
}

/** Ids of what was made, or found made, for an event. */
export function madeIds({ progress }: Pick<InboxEvent, 'progress'>) {
  const made = Object.values(progress)
  return {
    returnIds: made.flatMap(({ returnId, also = [] }) => [...(returnId === undefined ? [] : [returnId]), ...also]),
    createdOrderIds: made.flatMap(({ createdOrderId }) => createdOrderId ?? []),
    publishedImageIds: made.flatMap(({ publishedImageId }) => publishedImageId ?? []),
    commentIds: made.flatMap(({ comment }) => comment?.commentId ?? []),
  }
}

/** The orders and returns that a reason names. */
export function placesInReason(reason: Reason | undefined): number[] {
  if (!reason) return []
  const { orderId, returnId } = reason as { orderId?: number; returnId?: number }
  const ids = [...(orderId === undefined ? [] : [orderId]), ...(returnId === undefined ? [] : [returnId])]
  switch (reason.code) {
    case 'same_parcel':
    case 'order_ambiguous':
      return [...ids, ...reason.ids]
    case 'possible_duplicate':
      return reason.what === 'same_lines' ? ids : [...ids, ...reason.ids]
    case 'outcome_unclear':
      return 'kind' in reason && (reason.kind === 'return' || reason.kind === 'order') ? [...ids, ...reason.ids] : ids
    case 'withdrawal_unplaced':
      return placesInReason(reason.because)
    default:
      return ids
  }
}
