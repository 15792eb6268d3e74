import * as z from 'zod'
import { type EventStatus, type InboxEvent, openStatuses } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import type { Place } from '../inbox/inbox.ts'
import { dueAt } from './due-at.ts'
import { iso } from './iso.ts'
import { defineCommand, type Operator } from './operator.ts'
import { eventsOf } from './pages.ts'

const counted = [...openStatuses, 'held', 'failed'] as const
/** Of one status; beyond it a count says "at least". */
const mostCounted = 5_000

/**
 * How many events are open, held and failed, counted one by one up to 5,000 of each status (`atLeast` names what has more), and the
 * event that has been due for the longest time.
 */
export const stats = defineCommand({
  name: 'stats',
  input: z.strictObject({}),
  run: async (operator) => {
    const oldest = await oldestDue(operator)
    const counts: Record<string, number> = {}
    const atLeast: EventStatus[] = []
    for (const status of counted) {
      const { count, exact } = await countOf(operator, status)
      counts[status] = count
      if (!exact) atLeast.push(status)
    }
    const open = openStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
    return { open, ...counts, atLeast, ...(oldest && { oldestDue: overdue(oldest, operator.workflow.now()) }) }
  },
})

async function countOf(operator: Operator, status: EventStatus): Promise<{ count: number; exact: boolean }> {
  let count = 0
  for await (const event of eventsOf(operator, { status })) {
    if (event === 'cut' || count === mostCounted) return { count, exact: false }
    count += 1
  }
  return { count, exact: true }
}

/** The list of due events does not know of leases: those that are being worked on are read over. */
async function oldestDue({ workflow: { inbox, now } }: Operator): Promise<InboxEvent | undefined> {
  let after: Place | undefined
  do {
    const places = await inbox.due({ now: now(), limit: 25, after })
    for (const { id } of places) {
      const event = await inbox.get(id).catch(unlessNewer)
      const due = event && dueAt(event)
      if (due !== undefined && due <= now()) return event
    }
    after = places.at(-1)
  } while (after !== undefined)
  return undefined
}

/** An event of a newer version of the bridge is in no list of this one. */
function unlessNewer(error: unknown): undefined {
  if (!(error instanceof NewerFormat)) throw error
}

function overdue(event: InboxEvent, now: number) {
  const dueSince = dueAt(event) ?? now
  return {
    id: event.id,
    dueSince: iso(dueSince),
    lateSeconds: Math.round((now - dueSince) / 1_000),
    receivedAt: iso(event.receivedAt),
  }
}
