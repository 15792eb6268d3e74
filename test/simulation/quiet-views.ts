import { isDeepStrictEqual } from 'node:util'
import type { HistoryEntry, InboxEvent } from '../../lib/inbox/event.ts'
import type { Reason } from '../../lib/reasons.ts'
import { wrongNumbers, wrongSentence } from './quiet-sentences.ts'

const isoOf = (ms: number) => new Date(ms).toISOString()

export type Shown = Record<string, unknown>
export type Line = { at: string; code: string; facts: Shown; text: string }

/** A field that is not as it must be; undefined: it must not be there. */
export function differences(what: string, shown: Shown, wanted: Shown): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => !isDeepStrictEqual(shown[name], value))
    .map(([name, value]) => `${what} shows ${name} as ${JSON.stringify(shown[name])}, not ${JSON.stringify(value)}`)
}

/** When an open event can be claimed next: of a running one, when its lease ends. */
export const dueOf = ({ status, wakeAt, leaseUntil }: InboxEvent) => (status === 'running' ? leaseUntil : wakeAt)

/** What a row of `event.list` must show; `event.get` shows the same and more. */
export function wrongRow(what: string, event: InboxEvent, row: Shown, { isListed = true } = {}): string[] {
  const { id, source, status, attempts, orderId, reason, withdrawal, receivedAt, updatedAt } = event
  const due = status === 'running' && isListed ? undefined : dueOf(event)
  const shownReason = row.reason as (Shown & { text: string }) | undefined
  return [
    ...differences(what, row, {
      ...{ id, source, status, attempts, orderId, withdrawal },
      ...{ receivedAt: isoOf(receivedAt), updatedAt: isoOf(updatedAt) },
      wakeAt: due === undefined ? undefined : isoOf(due),
    }),
    ...(reason && shownReason
      ? [...differences(`the reason of ${what}`, shownReason, { ...reason }), ...sentenceOf(what, reason, shownReason)]
      : differences(what, row, { reason: undefined })),
  ]
}

const sentenceOf = (what: string, reason: Reason, { text }: { text: string }) =>
  wrongSentence(`the reason of ${what}`, reason, text)

/** The whole of `event.get`, but the commands, which the configuration gives. */
export function wrongEvent(event: InboxEvent, shown: Shown): string[] {
  const { id, history, progress } = event
  const made = Object.values(progress)
  const ids = (one: (made: InboxEvent['progress'][string]) => number | undefined) =>
    made.flatMap((each) => one(each) ?? [])
  const lines = (shown.history ?? []) as Line[]
  return [
    ...wrongRow(`event.get ${id}`, event, shown, { isListed: false }),
    ...differences(`event.get ${id}`, shown, {
      returnIds: ids(({ returnId }) => returnId),
      createdOrderIds: ids(({ createdOrderId }) => createdOrderId),
      publishedImageIds: ids(({ publishedImageId }) => publishedImageId),
      commentIds: ids(({ comment }) => comment?.commentId),
    }),
    ...(lines.length === history.length ? [] : [`event.get ${id} has ${lines.length} lines of history`]),
    ...history.flatMap((entry, index) => wrongLine(`line ${index} of ${id}`, entry, lines[index])),
  ]
}

function wrongLine(what: string, entry: HistoryEntry, line: Line | undefined): string[] {
  if (!line) return []
  const { at, code, ...facts } = entry
  const { until, note: _, reason: __, ...numbered } = { until: undefined, ...facts } as Shown
  const wanted = { ...facts, ...(typeof until === 'number' && { until: isoOf(until) }) }
  // What is made by somebody can be named by whatever its event is called.
  const isPlain = !/#|\/|\d{3} /.test(JSON.stringify(numbered))
  return [
    ...differences(what, line, { at: isoOf(at), code, facts: shownFacts(wanted) }),
    ...(isPlain ? wrongNumbers(what, numbered, line.text) : []),
    ...('note' in facts && facts.note !== undefined && !line.text.includes(String(facts.note))
      ? [`${what} lacks its note`]
      : []),
  ]
}

/** The number of an order to come can be what somebody typed: only where that has the form of a number it is shown as it is. */
const shownFacts = (facts: Shown): unknown =>
  JSON.parse(JSON.stringify(facts), (_, one) =>
    typeof one === 'string' && /^number#.*[a-z]{4}/.test(one) ? 'number#[redacted]' : one,
  )
