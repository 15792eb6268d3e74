import * as z from 'zod'
import { eventId } from './event-get.ts'
import { findEvent } from './find-event.ts'
import { defineCommand } from './operator.ts'
import { orderId } from './order-get.ts'
import { whyEvent } from './why-event.ts'
import { whyOrder } from './why-order.ts'

/** What happened to an event or an order, what comes next and when, and what to do: sentences for support people. */
export const why = defineCommand({
  name: 'why',
  input: z.union([z.strictObject({ id: eventId }), z.strictObject({ orderId })]),
  run: async ({ workflow }, input) =>
    'id' in input
      ? whyEvent(await findEvent(workflow.inbox, input.id), workflow.now())
      : await whyOrder(workflow, input.orderId),
})
