import type { Correction, EventSummary, HistoryEntry, InboxEvent, Progress } from '../inbox/event.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { type Sentences, say } from '../sentences/sentences.ts'
import { translateEvent } from '../workflow/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { commandView } from './command-view.ts'
import { dueAt } from './due-at.ts'
import { iso } from './iso.ts'
import { madeIds } from './made-ids.ts'
import { orderLinks } from './order-links.ts'
import { placesInReason } from './places-in-reason.ts'
import { reasonView } from './reason-view.ts'
import { shownItems } from './shown-items.ts'

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
const endView = ({ ended }: Progress = {}, sentences: Sentences) =>
  ended && { status: ended.status, reason: reasonView(ended.reason, sentences) }

function entryView({ at, ...entry }: HistoryEntry, sentences: Sentences) {
  const { code, ...facts } = entry
  return {
    at: iso(at),
    code,
    facts: shownItems('until' in facts ? { ...facts, until: iso(facts.until) } : facts),
    text: say(sentences.history, entry),
  }
}
