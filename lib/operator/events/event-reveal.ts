import * as z from 'zod'
import { revealed } from '../../inbox/operator-transitions.ts'
import { readDelivery } from '../../workflow/translate/read-delivery.ts'
import { defineCommand, iso, note } from '../operator.ts'
import { eventId } from './event-get.ts'
import { moveEvent } from './move-event.ts'

const by = z.string().trim().min(1).max(100).optional()

/** Fields that are shown one by one; the body has the others. */
const mostFields = 500
/** Characters of a body: an answer of a function takes 6 MB. */
const longestBody = 500_000

/** All that a customer typed, once the history has who asked and why. Throws `Rejected` 409 while a run works on it. */
export const eventReveal = defineCommand({
  name: 'event.reveal',
  input: z.strictObject({ id: eventId, note, by }),
  run: async (operator, { id, ...why }) => {
    const { delivery, receivedAt } = await moveEvent(operator, { id, note: why.note }, (event, how) =>
      revealed(event, { ...how, ...why }),
    )
    const { contentType, fields, text } = readDelivery(delivery)
    return {
      id,
      receivedAt: iso(receivedAt),
      ...(contentType !== undefined && { contentType }),
      fields: fields.slice(0, mostFields),
      body: text.slice(0, longestBody),
      ...((fields.length > mostFields || text.length > longestBody) && { more: true }),
    }
  },
})
