import * as z from 'zod'
import { released } from '../../inbox/operator-transitions.ts'
import { defineCommand } from '../operator.ts'
import { eventView } from '../views/event-views.ts'
import { eventId } from './event-get.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { byFilter, byIds, moveEvents } from './move-events.ts'

/** Lets held, failed or waiting events go on now; the reason that one was held for is approved once. */
export const eventRelease = defineCommand({
  name: 'event.release',
  input: z.union([z.strictObject({ id: eventId, note, seen }), byFilter, byIds]),
  run: async (operator, input) => {
    if ('id' in input) return eventView(await moveEvent(operator, input, released), operator.workflow)
    return await moveEvents(operator, input, released)
  },
})
