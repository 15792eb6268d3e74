import * as z from 'zod'
import type { InboxEvent } from '../../inbox/event.ts'
import { discarded, released, replayed, revealed } from '../../inbox/operator-transitions.ts'
import { findOpenWrites } from '../../workflow/open-writes.ts'
import { readDelivery } from '../../workflow/translate/read-delivery.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict, defineCommand, defined, iso, note } from '../operator.ts'
import { eventView } from '../views/event-views.ts'
import { eventId, findEvent, moveEvent, seen, type Transition } from './move-event.ts'
import { byFilter, byIds, moveEvents } from './move-events.ts'

export { eventCorrect } from './event-correct.ts'
export { eventLink } from './event-link.ts'
export { eventPlan } from './event-plan.ts'
export { why } from './why.ts'

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

const input = z.union([z.strictObject({ id: eventId, note: note.optional(), seen }), byFilter, byIds])

/** Moves one event by id, several by their ids, or as many as `limit` by filter, of which `dryRun` only lists them. */
const moving = (name: string, transitionOf: (workflow: Workflow, isOne: boolean) => Transition) =>
  defineCommand({
    name,
    input,
    run: async (operator, asked) => {
      const { workflow } = operator
      const transition = transitionOf(workflow, 'id' in asked)
      return 'id' in asked
        ? eventView(await moveEvent(operator, asked, transition), workflow)
        : await moveEvents(operator, asked, transition)
    },
  })

/** Lets held, failed or waiting events go on now; the reason that one was held for is approved once. */
export const eventRelease = moving('event.release', () => released)

/** Starts events over; what was written for one is never written again. Many leave room for fresh events. */
export const eventReplay = moving('event.replay', (_, isOne) =>
  isOne ? replayed : (event, how) => replayed(event, { ...how, lane: 'replay' }),
)

/**
 * Ends events without doing them. Where the outcome of a write is unknown, the note must say what became of it; a withdrawal is ended by
 * itself, and its note says how the customer was answered.
 */
export const eventDiscard = moving('event.discard', (workflow, isOne) => async (event, how) => {
  if (event.withdrawal && (!isOne || how.note === undefined)) throw mustBeAnswered(event.id)
  const next = discarded(event, how)
  if (how.note !== undefined || !(await mayHaveWritten(workflow, event))) return next
  const why = 'A run that broke off may have sent a write for it.'
  const remedy = 'Look into the back office, then say in the note what you found.'
  throw conflict(`event ${event.id} cannot be discarded without a note. ${why} ${remedy}`)
})

/** Directive 2011/83/EU, articles 11(3) and 13(1). */
function mustBeAnswered(id: string) {
  const law = 'It counts from the moment it was sent: confirm its receipt, and pay back within 14 days.'
  return conflict(
    `event ${id} is a withdrawal. ${law} Then discard it by itself, and say in the note how the customer was answered.`,
  )
}

/** A run that broke off can leave a write that its event does not know of. The first run of an event has no such run before it. */
const mayHaveWritten = async (workflow: Workflow, event: InboxEvent): Promise<boolean> =>
  event.epoch > 1 && (await findOpenWrites(workflow, event)).length > 0
