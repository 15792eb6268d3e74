import type { Config } from '../../../lib/config/config.ts'
import type { Item } from '../../memory/item-copy.ts'
import type { Change } from '../../memory/memory-dynamo.ts'
import { recordsIn, tableNames } from '../town/true-tables.ts'

const dayMs = 86_400_000
/** A label is kept 400 days after the last delivery that named it (docs/architecture.md); nobody reads the count of a day after it. */
const labelDays = 400
const countDays = 2
/** A machine can stand still for five minutes between its clock and its request, and again before its repeat, which can be late. */
const standstillMs = 15 * 60_000
/** A webhook function answers 503 when its time is over. What it has begun is frozen with it, and goes on at its next delivery. */
const frozenMs = 6 * 3_600_000

/** `slackMs`: so long before its write an expiry may have been counted from. */
type Expected = { now: number; toleranceMs: number; slackMs?: number; retention: Config['retention'] }

/** What `expiresAt` (seconds) must say after a write at `now`; each item that expires otherwise than the docs promise is told. */
export function wrongExpiry(
  { table, id, before, after }: Change,
  { now, toleranceMs, slackMs = standstillMs, retention }: Expected,
): string[] {
  if (!after) return []
  const { expiresAt } = after
  const is = expiresAt === undefined ? 'never' : JSON.stringify(expiresAt)
  const tell = (wanted: string) => [`wrong expiry: ${id} expires ${is}, not ${wanted}`]
  const never = () => (expiresAt === undefined ? [] : tell('never'))
  /** Counted from a moment that is just over. */
  const later = (days: number, sinceMs = slackMs) => {
    const most = Math.ceil((now + days * dayMs + toleranceMs) / 1_000)
    const least = Math.ceil((now + days * dayMs - toleranceMs - sinceMs) / 1_000)
    const fits = typeof expiresAt === 'number' && expiresAt >= least && expiresAt <= most
    return fits ? [] : tell(`${days} days later`)
  }
  if (table === tableNames.events) {
    if (id.startsWith('label#')) return later(labelDays, slackMs && frozenMs)
    const wanted = endOf(after, retention.days)
    return expiresAt === wanted ? [] : tell(wanted === undefined ? 'never' : String(wanted))
  }
  if (id.startsWith('day#')) return later(countDays)
  if (id.startsWith('fact#')) return later(retention.ledgerDays)
  if (!id.includes('#')) return never()
  // A lock alone leaves the time as it is, or takes it away.
  const isLocked = after.lock !== undefined && before?.expiresAt === expiresAt
  const isOpen = Object.values(recordsIn(after)).some(({ state }) => state === 'sent' || state === 'missing')
  if (isOpen) return never()
  return isLocked || (after.lock !== undefined && expiresAt === undefined) ? [] : later(retention.ledgerDays)
}

/** Only what is done, ignored or discarded ends by itself. */
function endOf({ status, endedAt }: Item, days: number): number | undefined {
  const ends = status === 'done' || status === 'ignored' || status === 'discarded'
  return ends ? Math.ceil((Number(endedAt) + days * dayMs) / 1_000) : undefined
}
