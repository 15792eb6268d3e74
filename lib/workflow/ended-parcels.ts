import { isDeepStrictEqual } from 'node:util'
import type { Changes, HeldPieces, Records, ReturnLine, WriteRecord } from '../state/write-record.ts'
import { isDoneReturn } from './plan-return/parcels.ts'
import { rounded, tolerance } from './plan-return/plan-items.ts'

type Report = readonly [key: string, record: WriteRecord]

const sourceOf = (key: string): string => key.slice(0, key.indexOf('/'))

/** The records of what a source has reported of a parcel. */
export const reportsOf = (records: Records, { source, parcel }: { source: string; parcel: string }): Report[] =>
  Object.entries(records).filter(
    ([key, record]) => record.kind === 'return' && record.parcel === parcel && sourceOf(key) === source,
  )

/** The returns that a report is about, with its pieces of each. */
export const heldBy = (record: WriteRecord): HeldPieces[] =>
  isDoneReturn(record) && record.id !== undefined
    ? [{ returnId: record.id, lines: record.lines ?? [] }, ...(record.also ?? [])]
    : []

/** As much of these lines as there is left, which it takes. */
const taken = (lines: readonly ReturnLine[], left: Map<number, number>): ReturnLine[] =>
  lines.flatMap(({ orderItemId, quantity }) => {
    const there = left.get(orderItemId) ?? 0
    const count = Math.min(quantity, there)
    left.set(orderItemId, rounded(there - count))
    return count > tolerance ? [{ orderItemId, quantity: count }] : []
  })

const toLeft = (lines: readonly ReturnLine[]) => new Map(lines.map((line) => [line.orderItemId, line.quantity]))

/** The reports of a parcel that has ended, or has lost these pieces: each report kind names them for itself, the oldest report first. */
export function markedEnded(reports: readonly Report[], gone: 'all' | readonly ReturnLine[]): Changes {
  const changes: Record<string, WriteRecord> = {}
  for (const group of Map.groupBy(reports, ([, { tells }]) => tells).values()) {
    const left = gone === 'all' ? undefined : toLeft(gone)
    for (const [key, record] of group.toSorted(([, one], [, other]) => one.at - other.at)) {
      const lines = heldBy(record).flatMap((held) => held.lines)
      const ended = left ? taken(lines, left) : (true as const)
      const isNews = record.ended !== true && (ended === true || ended.length > 0)
      if (isNews && !isDeepStrictEqual(record.ended, ended)) changes[key] = { ...record, ended }
    }
  }
  return changes
}

/**
 * The pieces of a return that nothing stands for any more: their parcels have ended or have lost them, and nothing else reports them. What
 * a source reports in several kinds counts once. None of a return that the bridge has not made, or that a person has accepted.
 */
export function abandonedPieces(records: Records, returnId: number): ReturnLine[] {
  const reports = Object.entries(records).filter(([, record]) =>
    heldBy(record).some((one) => one.returnId === returnId),
  )
  const made = reports
    .map(([, record]) => record)
    .find((one) => isDoneReturn(one) && one.id === returnId && !one.linked)
  if (!made || !isDoneReturn(made) || made.accepted !== undefined) return []
  const groups = [...Map.groupBy(reports, ([key, { tells }]) => `${sourceOf(key)} ${tells}`).values()]
  const standing = groups.map((group) => group.flatMap(([, record]) => standingOf(record, returnId)))
  return (made.lines ?? []).flatMap(({ orderItemId, quantity }) => {
    const sums = standing.map((lines) =>
      lines.reduce((sum, one) => sum + (one.orderItemId === orderItemId ? one.quantity : 0), 0),
    )
    const left = rounded(quantity - Math.max(0, ...sums))
    return left > tolerance ? [{ orderItemId, quantity: left }] : []
  })
}

/** What a report still says of a return. */
function standingOf(record: WriteRecord, returnId: number): ReturnLine[] {
  const { ended = [] } = record
  if (ended === true) return []
  const gone = toLeft(ended)
  return heldBy(record).flatMap((held) => {
    const lost = toLeft(taken(held.lines, gone))
    const left = held.lines.map((line) => ({ ...line, quantity: line.quantity - (lost.get(line.orderItemId) ?? 0) }))
    return held.returnId === returnId ? left : []
  })
}
