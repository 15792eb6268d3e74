import type { EventSummary } from '../inbox/event.ts'
import { type Auditor, dayMs } from './auditor.ts'

export type RetentionReport = {
  /** Held and failed events that have not moved for longer than `retention.days`. */
  held: number
  failed: number
  /** The oldest of them; 20 at most. */
  ids: string[]
  /** False: there may be more than were counted. */
  complete: boolean
}

const mostIds = 20
/** Pages of each status, 100 events each. */
const mostPages = 50

/** All others expire by themselves. These wait for a person, however long. */
export async function findOverdue(auditor: Auditor): Promise<RetentionReport> {
  const held = await overdue(auditor, 'held')
  const failed = await overdue(auditor, 'failed')
  const oldest = [...held.events, ...failed.events].toSorted((one, other) => one.updatedAt - other.updatedAt)
  const ids = oldest.slice(0, mostIds).map(({ id }) => id)
  return { held: held.events.length, failed: failed.events.length, ids, complete: held.isWhole && failed.isWhole }
}

async function overdue({ workflow }: Auditor, status: 'held' | 'failed') {
  const { inbox, now, config } = workflow
  const before = now() - config.retention.days * dayMs
  const events: EventSummary[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await inbox.list({ status, limit: 100, ...(cursor !== undefined && { cursor }) })
    events.push(...page.events.filter(({ updatedAt }) => updatedAt < before))
    cursor = page.cursor
    if (cursor === undefined) break
  }
  return { events, isWhole: cursor === undefined }
}
