import * as z from 'zod'
import { Rejected } from '../errors.ts'

const place = z.strictObject({
  page: z.int().min(2).max(20_000),
  /** How many entries the list had when the cursor was given, where the back office shows it. */
  total: z.int().min(0).optional(),
  asked: z.string(),
})

/** Where a list goes on. `page` counts from 1. */
export type PagePlace = { page: number; total?: number | undefined }

/** `asked`: the filters and the size of the pages. On another list the same page would hold other entries. */
export const toPageCursor = ({ page, total }: PagePlace, asked: object): string =>
  Buffer.from(JSON.stringify({ page, total, asked: JSON.stringify(asked) })).toString('base64url')

/** The first page without a cursor. Throws `Rejected` 400 for one that this list has not given. */
export function parsePageCursor(cursor: string | undefined, asked: object): PagePlace {
  if (cursor === undefined) return { page: 1 }
  const parsed = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data.asked === JSON.stringify(asked)) return parsed.data
  const message =
    'the cursor is none of this list: repeat the filters and the limit that it came with, or start without one'
  throw new Rejected(message, { status: 400 })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
