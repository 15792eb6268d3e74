import type { InboxEvent } from '../inbox/event.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { at } from '../sentences/timeline.ts'
import { type Why, whyEvent } from './why-event.ts'

/** Newest events of an order that are told; an order seldom has more than a few. */
const mostEvents = 10

export type WhyOrder = {
  orderId: number
  /** What is remembered of the order itself, as sentences. */
  order: string[]
  toDo: string
  /** Newest first. */
  events: Why[]
  more: boolean
}

/** An order's story: what was made for it, who works on it, and each of its events. */
export async function whyOrder(
  { inbox, orders, now }: Pick<Workflow, 'inbox' | 'orders' | 'now'>,
  orderId: number,
): Promise<WhyOrder> {
  const [memory, listed] = await Promise.all([orders.get(orderId), inbox.list({ orderId, limit: mostEvents })])
  const found = await Promise.all(listed.events.map(({ id }) => inbox.get(id)))
  const events = found.filter((event) => event !== undefined)
  const intentOf = memory?.intent && (await ownerOf(memory.intent.event, events, inbox))
  return {
    orderId,
    order: orderSentences(memory, { now: now(), none: events.length === 0 }),
    toDo: toDoOf(events, intentOf),
    events: events.map((event) => whyEvent(event, now())),
    more: listed.cursor !== undefined,
  }
}

const ownerOf = async (id: string, known: readonly InboxEvent[], inbox: Workflow['inbox']) =>
  known.find((event) => event.id === id) ?? (await inbox.get(id))

/** Pure: what the order's own memory says. */
export function orderSentences(memory: OrderMemory | undefined, { now, none }: { now: number; none: boolean }) {
  const made = Object.entries(memory?.returns ?? {}).map(
    ([returnId, entry]) => `${at(entry.at)}: Return ${returnId} was created for event ${entry.event}.`,
  )
  const { intent, holder } = memory ?? {}
  const open = intent
    ? [
        `A return of event ${intent.event} may have been sent, and what became of it is not settled yet: until it is, no other event gets a return for this order.`,
      ]
    : []
  const working =
    holder && !intent && holder.leaseUntil > now
      ? [`Event ${holder.event} is working on the order, until ${at(holder.leaseUntil)} at the longest.`]
      : []
  const sentences = [...made, ...open, ...working]
  if (sentences.length > 0) return sentences
  return [none ? 'This bridge knows of no event about this order.' : 'This bridge has made no return for this order.']
}

function toDoOf(events: readonly InboxEvent[], intentOf: InboxEvent | undefined): string {
  if (intentOf?.status === 'held') return `Settle event ${intentOf.id} first: it stands in the way of all others.`
  const stuck = events.filter(({ status }) => status === 'held' || status === 'failed').map(({ id }) => id)
  if (stuck.length > 0) return `See what to do about ${stuck.join(', ')}.`
  return events.length === 0
    ? 'If something should have happened: event.list shows whether a delivery came that names no order yet, or none that fits.'
    : 'Nothing.'
}
