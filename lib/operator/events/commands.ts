import * as z from 'zod'
import { type CreateReturn, orderOf } from '../../commands.ts'
import { NoteRequired, Rejected } from '../../errors.ts'
import { inLanguage } from '../../german.ts'
import type { EventSummary, InboxEvent } from '../../inbox/event.ts'
import { fitsQuery } from '../../inbox/fits-query.ts'
import { NewerFormat } from '../../inbox/format.ts'
import { discarded, released, replayed, revealed } from '../../inbox/operator-transitions.ts'
import { findOpenWrites } from '../../workflow/open-writes.ts'
import { readDelivery } from '../../workflow/translate/read-delivery.ts'
import { type KeyedCommand, understand } from '../../workflow/translate/translate-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict, defineCommand, defined, iso, newerVersion, note, type Operator } from '../operator.ts'
import { type EventFilter, eventFilter, toListQuery } from '../search/event-filter.ts'
import { findEvents } from '../search/find-events.ts'
import { commandsOf } from '../views/command-view.ts'
import { eventView, summaryView } from '../views/event-views.ts'
import { mayReadOn } from '../views/pages.ts'
import { eventId, findEvent, moveEvent, seen, type Transition } from './move-event.ts'

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
  input: z.strictObject({ id: eventId, note }),
  run: async (operator, { id, note }) => {
    const event = await moveEvent(operator, { id, note }, (found, how) => revealed(found, { ...how, note }))
    const { delivery, receivedAt } = event
    const { contentType, fields, text } = readDelivery(delivery)
    const isCut = fields.length > mostFields || text.length > longestBody
    return {
      ...defined({ id, receivedAt: iso(receivedAt), contentType }),
      said: commandsOf(event, operator.workflow.config).slice(0, mostSaid).map(saidIn),
      fields: fields.slice(0, mostFields),
      body: text.slice(0, longestBody),
      ...(isCut && { more: true }),
    }
  },
})

/** Of the commands: several are of one delivery seldom. */
const mostSaid = 20

/** What a person looks for first: who, what, how many, why, and in which words. */
function saidIn({ command }: KeyedCommand) {
  const { email, lines, reason, note, text } = command as Partial<CreateReturn> & { text?: string }
  const order = orderOf(command)
  return defined({ email: email ?? (order && 'email' in order ? order.email : undefined), lines, reason, note, text })
}

/** `name`: what a person calls a move of many; each event's history names it. */
const said = { note: note.optional(), name: z.string().trim().min(1).max(100).optional() }
const isNarrow = (where: EventFilter): boolean => Object.values(where).some((one) => one !== undefined)

/** Which events a command moves together: those of a filter, or named ones, each as the person saw it. */
const byFilter = z.strictObject({
  // All events there are is nothing that anybody means.
  where: eventFilter.refine(isNarrow, 'name at least one filter of event.list, such as status'),
  limit: z.int().min(1).max(500).default(50),
  dryRun: z.boolean().default(false),
  ...said,
})

const asSeen = z.strictObject({ id: eventId, seen })
const byIds = z.strictObject({ events: z.array(asSeen).min(1).max(50), ...said })
type ManyEvents = z.output<typeof byFilter> | z.output<typeof byIds>

const input = z.union([z.strictObject({ id: eventId, note: note.optional(), seen }), byFilter, byIds])

/** Moves one event by id, several by their ids, or as many as `limit` by filter, of which `dryRun` only lists them. */
const moving = (name: string, transitionOf: (workflow: Workflow, isOne: boolean) => Transition) =>
  defineCommand({
    name,
    input,
    run: async (operator, asked) => {
      const { workflow } = operator
      const transition = transitionOf(workflow, 'id' in asked)
      if ('id' in asked) return eventView(await moveEvent(operator, asked, transition), workflow)
      return await moveEvents(operator, asked, transition)
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
  const next = discarded(event, how)
  // The flag is stored when a run ends, and there may have been none.
  const isWithdrawal = event.withdrawal || understand(event, workflow.config).isWithdrawal
  if (isWithdrawal && (!isOne || how.note === undefined)) throw mustBeAnswered(event.id)
  if (how.note !== undefined || !(await mayHaveWritten(workflow, event))) return next
  const why = 'A run that broke off may have sent a write for it.'
  const remedy = 'Look into the back office, then say in the note what you found.'
  throw new NoteRequired(`event ${event.id} cannot be discarded without a note. ${why} ${remedy}`)
})

/** Directive 2011/83/EU, articles 11(3) and 13(1). */
function mustBeAnswered(id: string) {
  const law = 'It counts from the moment it was sent: confirm its receipt, and pay back within 14 days.'
  return new NoteRequired(
    `event ${id} is a withdrawal. ${law} Then discard it by itself, and say in the note how the customer was answered.`,
  )
}

/** A run that broke off can leave a write that its event does not know of. The first run of an event has no such run before it. */
const mayHaveWritten = async (workflow: Workflow, event: InboxEvent): Promise<boolean> =>
  event.epoch > 1 && (await findOpenWrites(workflow, event)).length > 0

type Moved = { events: ReturnType<typeof summaryView>[]; refused: { id: string; why: string }[]; more?: true }
/** A filter that few events fit is not looked through to its end, 100 rows a page. */
const mostPages = 20

/** Each for itself: one that cannot be moved is `refused`. `more`: others fit, may fit, or were not come to in time. */
async function moveEvents(operator: Operator, many: ManyEvents, transition: Transition) {
  if ('events' in many) return await moveEach(operator, many, { meant: many.events, transition })
  const { config } = operator.workflow
  const { found, isCut } = await matching(operator, many.where, many.limit)
  const more = isCut ? { more: true as const } : {}
  if (many.dryRun) return { dryRun: true, events: found.map((event) => summaryView(event, config)), ...more }
  const query = toListQuery(many.where)
  const ifFits: Transition = async (event, how) => {
    if (fitsQuery(event, query)) return await transition(event, how)
    // A list can be a moment behind.
    throw conflict(`event ${event.id} is ${event.status} now, and fits the filter no more.`)
  }
  return { ...(await moveEach(operator, many, { meant: found, transition: ifFits })), ...more }
}

type Meant = { meant: readonly { id: string; seen?: string | undefined }[]; transition: Transition }

async function moveEach(operator: Operator, { note, name }: ManyEvents, { meant, transition }: Meant): Promise<Moved> {
  const moved: Moved = { events: [], refused: [] }
  for (const { id, seen } of meant) {
    if (!mayReadOn(operator)) return { ...moved, more: true }
    try {
      const asOneOfMany: Transition = (found, how) => transition(found, { ...how, bulk: name })
      const event = await moveEvent(operator, { id, seen, note }, asOneOfMany)
      moved.events.push(summaryView(event, operator.workflow.config))
    } catch (error) {
      moved.refused.push({ id, why: inLanguage(operator.workflow.config, whyNot(error)) })
    }
  }
  return moved
}

/** Throws what says nothing about this event alone. */
function whyNot(error: unknown): string {
  if (error instanceof Rejected) return error.message
  if (error instanceof NewerFormat) return newerVersion
  throw error
}

async function matching(operator: Operator, where: EventFilter, limit: number) {
  const found: EventSummary[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await findEvents(operator, where, { limit: 100, cursor })
    found.push(...page.events)
    cursor = page.cursor
    if (cursor === undefined || found.length > limit || !mayReadOn(operator)) break
  }
  return { found: found.slice(0, limit), isCut: cursor !== undefined || found.length > limit }
}
