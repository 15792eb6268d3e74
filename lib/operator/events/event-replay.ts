import * as z from 'zod'
import { replayed } from '../../inbox/operator-transitions.ts'
import { defineCommand } from '../operator.ts'
import { eventView } from '../views/event-views.ts'
import { eventId } from './event-get.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { byFilter, byIds, moveEvents } from './move-events.ts'

/** Starts events over; what was written for one is never written again. Many leave room for fresh events. */
export const eventReplay = defineCommand({
  name: 'event.replay',
  input: z.union([z.strictObject({ id: eventId, note, seen }), byFilter, byIds]),
  run: async (operator, input) => {
    if ('id' in input) return eventView(await moveEvent(operator, input, replayed), operator.workflow)
    return await moveEvents(operator, input, (event, how) => replayed(event, { ...how, lane: 'replay' }))
  },
})
