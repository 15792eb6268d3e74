import * as z from 'zod'
import { Rejected } from '../errors.ts'

/** Where one partition of a list goes on: behind this row, or not at all. */
const position = z.union([z.literal('end'), z.object({ receivedAt: z.number(), id: z.string() })])
export type Position = z.infer<typeof position>

/** Positions by partition key; a partition that is not named has not begun. */
const positions = z.record(z.string(), position)
export type Positions = z.infer<typeof positions>

export function toCursor(at: Positions): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** Throws `Rejected` 400 for anything that no list answered. */
export function parseCursor(cursor: string | undefined): Positions {
  if (cursor === undefined) return {}
  const parsed = positions.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
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
