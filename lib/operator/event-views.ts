import type { Command, OrderCommand, OrderRef } from '../commands.ts'
import type { EventSummary, HistoryEntry, InboxEvent } from '../inbox/event.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** An event as a list shows it; times in ISO 8601, UTC. */
export function summaryView({ wakeAt, receivedAt, updatedAt, epoch: _epoch, ...event }: EventSummary) {
  return {
    ...event,
    ...(wakeAt === undefined ? {} : { wakeAt: iso(wakeAt) }),
    receivedAt: iso(receivedAt),
    updatedAt: iso(updatedAt),
  }
}

/** An event with its story: no payload, no body that was sent, no personal data. */
export function eventView(event: InboxEvent) {
  const { id, source, status, wakeAt, epoch, attempts, orderId, reason, receivedAt, updatedAt } = event
  const summary = {
    id,
    source,
    status,
    attempts,
    epoch,
    receivedAt,
    updatedAt,
    ...defined({ wakeAt, orderId, reason }),
  }
  return {
    ...summaryView(summary),
    returnIds: event.ledger.flatMap((progress) => progress.return?.returnId ?? []),
    createdOrderIds: event.ledger.flatMap((progress) => progress.newOrder?.orderId ?? []),
    publishedImageIds: event.ledger.flatMap(({ image }, index) => (image?.published ? imageOf(event, index) : [])),
    commentIds: event.ledger.flatMap((progress) => progress.comment?.commentId ?? []),
    ...(event.erasedAt !== undefined && { erasedAt: iso(event.erasedAt) }),
    commands: (event.commands ?? []).map(commandView),
    history: event.history.map(entryView),
  }
}

/** `until` is the one time among the facts. */
const entryView = ({ at, ...entry }: HistoryEntry) => ({
  at: iso(at),
  ...entry,
  ...(typeof entry.until === 'number' && { until: iso(entry.until) }),
})

function imageOf({ commands = [] }: InboxEvent, index: number): number[] {
  const command = commands[index]
  return command?.type === 'publish-image' ? [command.imageId] : []
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const hidden = '[redacted]'

/** What was asked for, without what the customer wrote or is called, and without what a body holds of people and prices. */
function commandView(command: Command) {
  if (command.type === 'create-order') return { ...command, body: hidden }
  if (command.type === 'publish-image') {
    const { type, value } = command.body
    return { ...command, body: { type, value } }
  }
  const order = orderRefView(command.order)
  const personal = {
    ...('email' in command && { email: hidden }),
    ...('note' in command && { note: hidden }),
    ...('text' in command && { text: hidden }),
    ...reasonsView(command),
  }
  return { ...command, order, ...personal }
}

/** Into the field of the order's number people type their e-mail address, too. */
function orderRefView(order: OrderRef) {
  if ('email' in order) return { ...order, email: hidden }
  return 'externalNumber' in order && order.externalNumber.includes('@') ? { externalNumber: hidden } : order
}

/** A form can ask for the reason in the customer's own words; a shop gives one of its codes. */
function reasonsView(command: OrderCommand) {
  if (command.type !== 'create-return') return {}
  const { lines, reason } = command
  return {
    ...(reason !== undefined && { reason: codeView(reason) }),
    // Of an erased event they are one text.
    ...(Array.isArray(lines) && {
      lines: lines.map((line) => ({ ...line, ...(line.reason !== undefined && { reason: codeView(line.reason) }) })),
    }),
  }
}

const codeView = (reason: string): string => (/^[\w-]{1,40}$/.test(reason) ? reason : hidden)
