import { isDeepStrictEqual } from 'node:util'
import type { Changes, Records, ReturnLine, WriteRecord } from '../state/write-record.ts'
import { isDoneReturn, sourceOf, sumOf, told } from './plan-return/parcels.ts'
import { rounded, tolerance } from './plan-return/plan-items.ts'

type Report = readonly [key: string, record: WriteRecord]

export const reportsOf = (records: Records, { source, parcel }: { source: string; parcel: string }): Report[] =>
  Object.entries(records)
    .filter(([, record]) => record.kind === 'return' && record.parcel === parcel)
    .filter(([key]) => sourceOf(key) === source)

/** The returns that a report is about, with its pieces of each, whatever became of its parcel. */
export const heldBy = ([key, { ended: _, ...record }]: Report) => told([key, record as WriteRecord])

/**
 * The reports of a parcel that has ended; or its announcements, the oldest one first, if it has lost these pieces: what came back, or was
 * paid back, cannot be taken out of it.
 */
export function markedEnded(reports: readonly Report[], gone: 'all' | readonly ReturnLine[]): Changes {
  const left = gone === 'all' ? undefined : sumOf(gone)
  const marked = left ? reports.filter(([, { tells }]) => tells === 'announcement') : reports
  const changes: Record<string, WriteRecord> = {}
  for (const [key, record] of marked.toSorted(([, one], [, other]) => one.at - other.at)) {
    const lines = heldBy([key, record]).flatMap((held) => held.lines)
    const ended = left ? taken(lines, left) : (true as const)
    const isNews = record.ended !== true && (ended === true || ended.length > 0)
    if (isNews && !isDeepStrictEqual(record.ended, ended)) changes[key] = { ...record, ended }
  }
  return changes
}

/** As much of these lines as there is left, which it takes. */
const taken = (lines: readonly ReturnLine[], left: Map<number, number>): ReturnLine[] =>
  lines.flatMap(({ orderItemId, quantity }) => {
    const there = left.get(orderItemId) ?? 0
    const count = Math.min(quantity, there)
    left.set(orderItemId, rounded(there - count))
    return count > tolerance ? [{ orderItemId, quantity: count }] : []
  })

/**
 * The pieces of a return that nothing stands for any more: their parcels have ended or have lost them, and nothing else reports them. What
 * a source reports in several kinds counts once. None of a return that the bridge has not made, or that a person has accepted.
 */
export function abandonedPieces(records: Records, returnId: number): ReturnLine[] {
  const made = Object.values(records).find((one) => isDoneReturn(one) && one.id === returnId && !one.linked)
  if (!made || !isDoneReturn(made) || made.accepted !== undefined) return []
  const about = Object.entries(records)
    .flatMap(told)
    .filter((one) => one.returnId === returnId)
  const kinds = [...Map.groupBy(about, ({ source, tells }) => `${source} ${tells}`).values()]
  const standing = kinds.map((same) => sumOf(same.flatMap(({ lines }) => lines)))
  return (made.lines ?? []).flatMap(({ orderItemId, quantity }) => {
    const left = rounded(quantity - Math.max(0, ...standing.map((pieces) => pieces.get(orderItemId) ?? 0)))
    return left > tolerance ? [{ orderItemId, quantity: left }] : []
  })
}
