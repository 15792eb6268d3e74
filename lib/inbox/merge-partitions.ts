import * as z from 'zod'
import { Rejected } from '../errors.ts'
import type { Place } from './inbox.ts'

export type Page<T> = { rows: T[]; readTo: Position }
type Partition<T> = {
  key: string
  rows: T[]
  /** Behind the last row that was handed out. */
  from: Position | undefined
  /** Behind the last row that was read. */
  readTo: Position | undefined
}

type Merge<T> = {
  keys: readonly string[]
  start: ListPlace
  limit: number
  /** After this many pages the list stops early, with a cursor. Every partition is read at least once. */
  maxPages: number
  /** Rows no newer than `newest`, behind `from` where it is given. */
  readPage: (key: string, after: After) => Promise<Page<T>>
}

export type After = { newest: number | undefined; from: Exclude<Position, 'end'> | undefined }

/** Merges partitions sorted newest first: no row before every partition with more rows was asked for its newest. */
export async function mergePartitions<T extends Place>({ keys, start, limit, maxPages, readPage }: Merge<T>) {
  const { newest, partitions: at } = start
  const partitions = keys.map((key): Partition<T> => ({ key, rows: [], from: at[key], readTo: at[key] }))
  const merged: T[] = []
  let pages = 0
  while (merged.length < limit) {
    const blind = partitions.filter(({ rows, readTo }) => rows.length === 0 && readTo !== 'end')
    if (blind.length > 0) {
      if (pages > 0 && pages + blind.length > maxPages) break
      pages += blind.length
      await Promise.all(blind.map((partition) => readOn(partition, { newest, readPage })))
      continue
    }
    const row = takeNewest(partitions)
    if (!row) break
    merged.push(row)
  }
  return { rows: merged, place: placeOf(partitions, merged.at(-1)?.at ?? newest) }
}

type Read<T> = { newest: number | undefined; readPage: Merge<T>['readPage'] }

async function readOn<T>(partition: Partition<T>, { newest, readPage }: Read<T>): Promise<void> {
  if (partition.readTo === 'end') return
  const { rows, readTo } = await readPage(partition.key, { newest, from: partition.readTo })
  partition.rows = rows
  partition.from = partition.readTo
  partition.readTo = readTo
}

function takeNewest<T extends Place>(partitions: Partition<T>[]): T | undefined {
  const heads = partitions.filter(({ rows }) => rows.length > 0)
  const newest = heads.toSorted((a, b) => newestFirst(a.rows[0], b.rows[0]))[0]
  const row = newest?.rows.shift()
  if (newest && row) newest.from = { id: row.id, at: row.at }
  return row
}

export function newestFirst(a: Place | undefined, b: Place | undefined): number {
  if (!a || !b) return 0
  return b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Where the list goes on; nothing where all partitions are at their end. A partition last read before `newest` begins there. */
function placeOf<T>(partitions: Partition<T>[], newest: number | undefined): ListPlace | undefined {
  const at = partitions.map(({ key, rows, from, readTo }) => [key, rows.length > 0 ? from : readTo] as const)
  if (at.every(([, position]) => position === 'end')) return undefined
  const named = at.filter((entry): entry is [string, Position] => {
    const [, position] = entry
    return position === 'end' || (position !== undefined && !(newest !== undefined && position.at > newest))
  })
  return { ...(newest !== undefined && { newest }), partitions: Object.fromEntries(named) }
}

/** Epoch ms. */
const time = z.int().nonnegative()
const position = z.union([z.literal('end'), z.object({ at: time, id: z.string().min(1) })])
type Position = z.infer<typeof position>
const place = z
  .object({
    /** Time of the last row that was handed out: nothing newer follows, even where events came meanwhile. */
    newest: time.optional(),
    /** By partition key; a partition that is not named begins at `newest`. */
    partitions: z.record(z.string(), position),
  })
  .refine(({ newest = Number.POSITIVE_INFINITY, partitions }) =>
    Object.values(partitions).every((one) => one === 'end' || one.at <= newest),
  )
type ListPlace = z.infer<typeof place>
export const toCursor = (at: object): string => Buffer.from(JSON.stringify(at)).toString('base64url')

/** Undefined: no such list has given this cursor. */
export function fromCursor<Shape extends z.ZodType>(shape: Shape, cursor: string): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/** Throws `Rejected` 400 for anything that no list answered. */
export function parseCursor(cursor: string | undefined): ListPlace {
  const found = cursor === undefined ? { partitions: {} } : fromCursor(place, cursor)
  if (!found) throw new Rejected('the cursor is none of this list: start without one', { status: 400 })
  return found
}
