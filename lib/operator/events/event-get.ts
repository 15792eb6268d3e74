import * as z from 'zod'
import { revealed } from '../../inbox/operator-transitions.ts'
import { readDelivery } from '../../workflow/translate/read-delivery.ts'
import { defineCommand, defined, iso, note } from '../operator.ts'
import { eventView } from '../views/event-views.ts'
import { eventId, findEvent, moveEvent } from './move-event.ts'

export const eventGet = defineCommand({
  name: 'event.get',
  input: z.strictObject({ id: eventId }),
  run: async ({ workflow }, { id }) => eventView(await findEvent(workflow.inbox, id), workflow),
})

/** Fields that are shown one by one; the body has the others. */
const mostFields = 500
/** Characters of a body: an answer of a function takes 6 MB. */
const longestBody = 500_000

/** All that a customer typed, once the history has who asked and why. Throws `Rejected` 409 while a run works on it. */
export const eventReveal = defineCommand({
  name: 'event.reveal',
  input: z.strictObject({ id: eventId, note, by: z.string().trim().min(1).max(100).optional() }),
  run: async (operator, { id, ...why }) => {
    const { delivery, receivedAt } = await moveEvent(operator, { id, note: why.note }, (event, how) =>
      revealed(event, { ...how, ...why }),
    )
    const { contentType, fields, text } = readDelivery(delivery)
    const isCut = fields.length > mostFields || text.length > longestBody
    return {
      ...defined({ id, receivedAt: iso(receivedAt), contentType }),
      fields: fields.slice(0, mostFields),
      body: text.slice(0, longestBody),
      ...(isCut && { more: true }),
    }
  },
})
