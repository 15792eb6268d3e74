import { titleOf } from '../../config/source-family.ts'
import type { Correction, EventSummary, HistoryEntry, InboxEvent } from '../../inbox/event.ts'
import { endingOf, type Progress } from '../../inbox/progress.ts'
import type { Reason, Wait } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { rowText, titleText } from '../../sentences/row.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import { shownItem } from '../../typed-text.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import type { ItemId, WriteKind } from '../../write-kinds.ts'
import { defined, iso, isoIfKnown } from '../operator.ts'
import { commandsOf, commandView } from './command-view.ts'
import { orderLinks } from './order-view.ts'

/** What of the configuration decides how answers are shown. */
export type Shown = Pick<Workflow['config'], 'language' | 'orderUrl' | 'sources'>

export function summaryView(event: EventSummary & { leaseUntil?: number }, config: Shown) {
  const { id, source, status, attempts, orderId, reason, withdrawal, receivedAt, updatedAt } = event
  return defined({
    id,
    about: aboutView(event, config),
    source,
    status,
    attempts,
    wakeAt: isoIfKnown(dueAt(event)),
    orderId,
    reason: reason && reasonView(reason, sentencesOf(config)),
    withdrawal: withdrawal || undefined,
    receivedAt: iso(receivedAt),
    updatedAt: iso(updatedAt),
  })
}

/** What people call a source. */
export const titleView = (source: string, config: Shown): string =>
  titleText(sentencesOf(config).row, titleOf(config, source))

/** In words: what it is, and `title`, what people call its source. */
export function aboutView({ about, source, orderId }: EventSummary, config: Shown) {
  const { row } = sentencesOf(config)
  const title = titleOf(config, source)
  return { ...about, title: titleText(row, title), text: rowText(row, { about, orderId, title }) }
}

/** An event with its history and its commands, as the configuration gives them now: no payload, no personal data. */
export function eventView(event: InboxEvent, { config }: Pick<Workflow, 'config'>) {
  const sentences = sentencesOf(config)
  const made = madeIds(event)
  const { returnIds, createdOrderIds } = made
  return {
    ...summaryView(event, config),
    ...made,
    commands: commandsOf(event, config).map(({ key, command }) => ({
      ...commandView(command, config.reasons),
      key,
      ...correctionView(event.corrections?.[key]),
      ...endView(event.progress[key], sentences),
    })),
    history: event.history.map((entry) => entryView(entry, sentences)),
    ...meansView(event, sentences),
    ...orderLinks([event.orderId, ...returnIds, ...createdOrderIds, ...placesInReason(event.reason)], config),
  }
}

/** What the reason of an event means, where that is why it stands. */
export const meansView = ({ status, reason }: Pick<InboxEvent, 'status' | 'reason'>, sentences: Sentences) =>
  reason && status !== 'discarded' && { means: sentences.means[reason.code] }

const correctionView = (correction: Correction | undefined) => correction && { corrected: Object.keys(correction) }

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

/** When an open event can be claimed next, epoch ms: a running one when its lease ends. */
export const dueAt = ({ status, wakeAt, leaseUntil }: Pick<InboxEvent, 'status' | 'wakeAt' | 'leaseUntil'>) =>
  status === 'running' ? leaseUntil : wakeAt

export const reasonView = (reason: Reason, sentences: Sentences) => ({
  ...shownItems(reason),
  text: say(sentences.reason, reason),
})

export const waitView = (why: Wait, sentences: Sentences) => ({ ...shownItems(why), text: say(sentences.wait, why) })

/** Facts with the items of the state table as they may be shown, at any depth. */
function shownItems<Facts>(facts: Facts): Facts {
  if (typeof facts === 'string') return (facts.startsWith('number#') ? shownItem(facts as ItemId) : facts) as Facts
  if (Array.isArray(facts)) return facts.map(shownItems) as Facts
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shownItems(fact)])) as Facts
}

export function madeIds({ progress }: Pick<InboxEvent, 'progress'>) {
  const made = Object.values(progress)
  return {
    returnIds: made.flatMap(({ returnId, also = [] }) => [...(returnId === undefined ? [] : [returnId]), ...also]),
    createdOrderIds: made.flatMap(({ createdOrderId }) => createdOrderId ?? []),
    publishedImageIds: made.flatMap(({ publishedImageId }) => publishedImageId ?? []),
    commentIds: made.flatMap(({ comment }) => comment?.commentId ?? []),
  }
}

export function placesInReason(reason: Reason | undefined): number[] {
  if (!reason) return []
  if (reason.code === 'withdrawal_unplaced') return placesInReason(reason.because)
  const { orderId, returnId } = reason as { orderId?: number; returnId?: number }
  // Of an unclear write the ids can also be those of comments or images, or of several kinds.
  const isOfPlaces = reason.code !== 'outcome_unclear' || ('kind' in reason && isPlace(reason.kind))
  return [orderId, returnId, ...('ids' in reason && isOfPlaces ? reason.ids : [])].filter((id) => id !== undefined)
}

/** Whether the back office shows it on a page of its own. */
export const isPlace = (kind: WriteKind): boolean => kind === 'return' || kind === 'order'
