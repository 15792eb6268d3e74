import * as z from 'zod'
import { type EventStatus, openStatuses } from '../inbox/event.ts'
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
    const { inbox, now } = operator.workflow
    const [oldest] = await inbox.due({ now: now(), limit: 1 })
    const counts: Record<string, number> = {}
    const atLeast: EventStatus[] = []
    for (const status of counted) {
      const { count, exact } = await countOf(operator, status)
      counts[status] = count
      if (!exact) atLeast.push(status)
    }
    const open = openStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
    return { open, ...counts, atLeast, ...(oldest && { oldestDue: overdue(oldest, now()) }) }
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

function overdue({ id, wakeAt, receivedAt }: { id: string; wakeAt?: number; receivedAt: number }, now: number) {
  const dueSince = wakeAt ?? now
  return {
    id,
    dueSince: new Date(dueSince).toISOString(),
    lateSeconds: Math.round((now - dueSince) / 1_000),
    receivedAt: new Date(receivedAt).toISOString(),
  }
}
