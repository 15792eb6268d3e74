import { isDeepStrictEqual } from 'node:util'
import type { CommandView, EventView, LineView, OrderRefView } from './event-shapes.ts'
import { filledRows, linesOf, type Row, rowsFor, rowsOf } from './line-rows.ts'
import { orderRef } from './order-ref.ts'

/** What a person says instead, as the fields hold it. */
export type Correction = {
  seen: string
  order: OrderRefView | undefined
  /** The fields of the order as they were filled in. */
  fields: URLSearchParams
  isAll: boolean
  rows: Row[]
  note: string
}

/** The fields as the event has them. */
export const correctionFor = ({ updatedAt }: EventView, command: CommandView | undefined): Correction => ({
  seen: updatedAt,
  order: undefined,
  fields: new URLSearchParams(),
  isAll: command?.lines === 'all',
  rows: Array.isArray(command?.lines) ? rowsFor(command.lines) : [],
  note: '',
})

export const correctionOf = (form: URLSearchParams): Correction => ({
  seen: form.get('seen') ?? '',
  order: orderRef(form),
  fields: form,
  isAll: form.get('all') === 'yes',
  rows: filledRows(rowsOf(form)),
  note: form.get('note')?.trim() ?? '',
})

type Parts = { order?: OrderRefView; lines?: 'all' | LineView[] }

/** What differs from the event: only that is corrected. `incomplete`: places of rows that name no line. */
export function partsOf(correction: Correction, own: Correction): Parts | { incomplete: number[] } {
  const order = correction.order && { order: correction.order }
  const isSame = correction.isAll === own.isAll && (own.isAll || isDeepStrictEqual(correction.rows, own.rows))
  if (isSame) return { ...order }
  if (correction.isAll) return { ...order, lines: 'all' }
  const read = linesOf(correction.rows)
  if ('incomplete' in read) return read
  // An empty list never means all.
  return read.lines.length === 0 ? { incomplete: [1] } : { ...order, lines: read.lines }
}
