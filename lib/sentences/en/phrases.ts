import type { BudgetName, LineName } from '../../reasons.ts'
import type { WriteKind } from '../../state/write-record.ts'

/** Parts of sentences. */

export const aWrite = {
  return: 'a return',
  comment: 'a comment',
  order: 'a new order',
  image: 'the publication of an image',
} as const satisfies Record<WriteKind, string>

/** What a limit of the back office counts. */
export const calls = {
  reads: 'the reads of a minute',
  writes: 'the writes of a minute',
  readsPerDay: 'the reads of the day',
  writesPerDay: 'the writes of the day',
} as const satisfies Record<BudgetName, string>

/** One of them with its id where that is known. */
export const theWrite = (kind: WriteKind, id?: number): string => {
  if (id !== undefined) return `${kind} ${id}`
  return kind === 'order' ? 'the new order' : `the ${kind}`
}

/** What the back office does to carry a write out. */
export const carriedOut = {
  return: 'created',
  comment: 'written',
  order: 'created',
  image: 'made visible',
} as const satisfies Record<WriteKind, string>

/** Where a return or comment belongs; nothing where that is not known, and for what belongs to no order. */
export function atOrder(kind: WriteKind, orderId: number | undefined): string {
  if (orderId === undefined || kind === 'order' || kind === 'image') return ''
  return kind === 'return' ? ` for order ${orderId}` : ` on order ${orderId}`
}

/** An item of the state table. A number or an image key may hold what somebody typed, so it is not repeated. */
export function theItem(item: string): string {
  const [kind, id] = [item.slice(0, item.indexOf('#')), item.slice(item.indexOf('#') + 1)]
  if (kind === 'order') return `order ${id}`
  if (kind === 'number') return 'the same external number'
  return kind === 'image' ? 'the same image' : 'the same comment'
}

const mostIds = 20

export function list(ids: readonly number[]): string {
  const more = ids.length - mostIds
  return `${ids.slice(0, mostIds).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** ` (1, 2)`, or nothing. */
export const inBrackets = (ids: readonly number[]): string => (ids.length === 0 ? '' : ` (${list(ids)})`)

export const orderItems = (ids: readonly number[]): string =>
  `order ${ids.length === 1 ? 'item' : 'items'} ${list(ids)}`

export const pieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`

/** Never the SKU or the name itself: a customer typed it. */
export function theLine(line: number, name: LineName): string {
  const ids = { orderItemId: 'order item', itemVariationId: 'variation' } as const
  const names = { sku: 'named by its SKU', name: 'named by its name' } as const
  return `Line ${line} of the request (${'id' in name ? `${ids[name.by]} ${name.id}` : names[name.by]})`
}
