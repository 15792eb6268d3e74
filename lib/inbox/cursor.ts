import * as z from 'zod'
import { Rejected } from '../errors.ts'

/** Where one partition of a list goes on: behind this row, or not at all. */
const time = z.int().nonnegative()
const position = z.union([z.literal('end'), z.object({ at: time, id: z.string().min(1) })])
export type Position = z.infer<typeof position>

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
/** How far a list was read. */
export type ListPlace = z.infer<typeof place>

export function toCursor(at: ListPlace): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** Throws `Rejected` 400 for anything that no list answered. */
export function parseCursor(cursor: string | undefined): ListPlace {
  if (cursor === undefined) return { partitions: {} }
  const parsed = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw new Rejected('the cursor is none of this list: start without one', { status: 400 })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
