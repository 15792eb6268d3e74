import type { Correction, EventSummary, HistoryEntry, InboxEvent, Progress } from '../inbox/event.ts'
import { languages } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { translateEvent } from '../workflow/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { commandView } from './command-view.ts'
import { dueAt } from './due-at.ts'
import { iso } from './iso.ts'
import { madeIds } from './made-ids.ts'
import { reasonView } from './reason-view.ts'
import { shownItems } from './shown-items.ts'

/** An event as a list shows it. */
export function summaryView(event: EventSummary & { leaseUntil?: number }) {
  const { id, source, status, attempts, orderId, reason, withdrawal, receivedAt, updatedAt } = event
  const wakeAt = dueAt(event)
  return {
    id,
    source,
    status,
    attempts,
    ...(wakeAt !== undefined && { wakeAt: iso(wakeAt) }),
    ...(orderId !== undefined && { orderId }),
    ...(reason && { reason: reasonView(reason) }),
    ...(withdrawal && { withdrawal }),
    receivedAt: iso(receivedAt),
    updatedAt: iso(updatedAt),
  }
}

/** An event with its history and its commands, as the configuration gives them now: no payload, no personal data. */
export function eventView(event: InboxEvent, { config }: Pick<Workflow, 'config'>) {
  const translated = translateEvent(event, config)
  return {
    ...summaryView(event),
    ...madeIds(event),
    commands: Array.isArray(translated)
      ? translated.map(({ key, command }) => ({
          ...commandView(command, config.reasons),
          key,
          ...correctionView(event.corrections?.[key]),
          ...endView(event.progress[key]),
        }))
      : [],
    history: event.history.map(entryView),
  }
}

/** Which parts of a command a person has corrected. */
const correctionView = (correction: Correction | undefined) => correction && { corrected: Object.keys(correction) }

/** Of a command that ended other than done, among others. */
const endView = ({ ended }: Progress = {}) => ended && { status: ended.status, reason: reasonView(ended.reason) }

function entryView({ at, ...entry }: HistoryEntry) {
  const { code, ...facts } = entry
  return {
    at: iso(at),
    code,
    facts: shownItems('until' in facts ? { ...facts, until: iso(facts.until) } : facts),
    text: say(languages.en.history, entry),
  }
}
