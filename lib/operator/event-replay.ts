import * as z from 'zod'
import { Rejected } from '../errors.ts'
import type { EventSummary } from '../inbox/event.ts'
import { replayed } from '../inbox/operator-transitions.ts'
import { type EventFilter, eventFilter } from './event-filter.ts'
import { eventId } from './event-get.ts'
import { eventView, summaryView } from './event-views.ts'
import { findEvents } from './find-events.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { defineCommand, type Operator } from './operator.ts'

const one = z.strictObject({ id: eventId, note, seen })
const many = z.strictObject({
  where: eventFilter,
  limit: z.int().min(1).max(500).default(50),
  dryRun: z.boolean().default(false),
  note,
})

/**
 * Starts events over: one by id, or as many as `limit` by filter. What was written for an event is never written again.
 * By filter, `dryRun` only lists them; `refused` lists events whose state does not allow a replay.
 */
export const eventReplay = defineCommand({
  name: 'event.replay',
  input: z.union([one, many]),
  run: async (operator, input) => {
    if ('id' in input) return eventView(await replay(operator, input), operator.workflow)
    const found = await matching(operator, input.where, input.limit)
    if (input.dryRun)
      return { dryRun: true, events: found.map((event) => summaryView(event, operator.workflow.config)) }
    const events: unknown[] = []
    const refused: { id: string; why: string }[] = []
    for (const { id } of found) {
      try {
        events.push(eventView(await replay(operator, { id, note: input.note, lane: 'replay' }), operator.workflow))
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        refused.push({ id, why: error.message })
      }
    }
    return { events, refused }
  },
})

type Replay = Parameters<typeof moveEvent>[1] & { lane?: 'replay' }

const replay = (operator: Operator, { lane, ...event }: Replay) =>
  moveEvent(operator, event, (found, options) => replayed(found, { ...options, lane }))

async function matching(operator: Operator, where: EventFilter, limit: number): Promise<EventSummary[]> {
  const found: EventSummary[] = []
  let cursor: string | undefined
  do {
    const page = await findEvents(operator, where, { limit: 100, cursor })
    found.push(...page.events)
    cursor = page.cursor
  } while (cursor !== undefined && found.length < limit)
  return found.slice(0, limit)
}
