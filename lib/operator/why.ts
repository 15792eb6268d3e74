import * as z from 'zod'
import type { InboxEvent } from '../inbox/event.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { type ItemId, isOpenWrite } from '../state/write-record.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { eventId } from './event-get.ts'
import { findEvent } from './find-event.ts'
import { defineCommand } from './operator.ts'
import { orderId } from './order-get.ts'
import { orderLinks } from './order-links.ts'
import { placesInReason } from './places-in-reason.ts'
import { placesInWrites, recordsView } from './records-view.ts'
import { lastWait, whyEvent } from './why-event.ts'
import { whyOrder } from './why-order.ts'

/** What happened to an event or an order, what comes next and when, and what to do: sentences for support people. */
export const why = defineCommand({
  name: 'why',
  input: z.union([z.strictObject({ id: eventId }), z.strictObject({ orderId })]),
  run: async ({ workflow }, input) => {
    if ('orderId' in input) return await whyOrder(workflow, input.orderId)
    const event = await findEvent(workflow.inbox, input.id)
    const [records, paused = []] = await Promise.all([recordsOf(workflow, event), workflow.pauses?.read()])
    const places = [event.orderId, ...placesInReason(event.reason), ...placesInWrites(records)]
    return { ...whyEvent(event, { ...workflow, paused }), ...records, ...orderLinks(places, workflow.config) }
  },
})

/** An event is about one order nearly always. */
const mostItems = 10

/** The event's own writes, and those of others that it may wait for. */
async function recordsOf({ records, now, config }: Workflow, event: InboxEvent) {
  const items = await Promise.all(itemsOf(event).map((id) => records.get(id)))
  return recordsView(
    items.filter((item) => item !== undefined),
    {
      now: now(),
      sentences: sentencesOf(config),
      isShown: (_key, record) => record.by === event.id || isOpenWrite(record),
    },
  )
}

function itemsOf(event: InboxEvent): ItemId[] {
  const progress = Object.values(event.progress)
  const wait = event.status === 'waiting' ? lastWait(event) : undefined
  const ids = [
    ...progress.flatMap(({ openWrite }) => openWrite ?? []),
    ...(wait?.code === 'busy' ? [wait.item as ItemId] : []),
    ...progress.flatMap(({ orderId }) => (orderId === undefined ? [] : [`order#${orderId}` as const])),
  ]
  return [...new Set(ids)].slice(0, mostItems)
}
