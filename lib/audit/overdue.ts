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
  says?: string
}

const mostIds = 20
/** Of each status, 100 events each. */
const mostPages = 50

/** All others expire by themselves. These wait for a person, however long. */
export async function findOverdue(auditor: Auditor): Promise<RetentionReport> {
  const held = await overdue(auditor, 'held')
  const failed = await overdue(auditor, 'failed')
  const oldest = [...held.events, ...failed.events].toSorted((one, other) => one.updatedAt - other.updatedAt)
  const { days } = auditor.workflow.config.retention
  const counts = { held: held.events.length, failed: failed.events.length }
  return {
    ...counts,
    ids: oldest.slice(0, mostIds).map(({ id }) => id),
    complete: held.isWhole && failed.isWhole,
    ...(oldest.length > 0 && { says: sentence({ ...counts, days }) }),
  }
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

const sentence = ({ held, failed, days }: { held: number; failed: number; days: number }): string =>
  `${held} held and ${failed} failed events have not moved for ${days} days. They never expire. Find them with event.list and {"status": "held"} or {"status": "failed"}. Then start them again with event.replay, which takes such a filter too, or end them with event.discard.`
