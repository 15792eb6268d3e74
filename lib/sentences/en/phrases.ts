import type { BudgetName, LineName } from '../../reasons.ts'
import type { WriteKind } from '../../state/write-record.ts'
import { idList, itemName, lineName } from '../sentences.ts'

export const aWrite = {
  return: 'a return',
  comment: 'a comment',
  order: 'a new order',
  image: 'the publication of an image',
} as const satisfies Record<WriteKind, string>

export const calls = {
  reads: 'the reads of a minute',
  writes: 'the writes of a minute',
  readsPerDay: 'the reads of the day',
  writesPerDay: 'the writes of the day',
} as const satisfies Record<BudgetName, string>

export const theWrite = (kind: WriteKind, id?: number): string => {
  if (id !== undefined) return `${kind} ${id}`
  return kind === 'order' ? 'the new order' : `the ${kind}`
}

export const carriedOut = {
  return: 'created',
  comment: 'written',
  order: 'created',
  image: 'made visible',
} as const satisfies Record<WriteKind, string>

/** Where a return or comment belongs; nothing where that is not known, and for what belongs to no order. */
export const atOrder = (kind: WriteKind, orderId: number | undefined): string =>
  orderId === undefined || kind === 'order' || kind === 'image' ? '' : ` ${places[kind]} ${orderId}`
const places = { return: 'for order', comment: 'on order' } as const

export const theItem = itemName('order', {
  number: 'the same external number',
  image: 'the same image',
  comment: 'the same comment',
})

export const list = idList((count) => ` and ${count} more`)

/** ` (1, 2)`, or nothing. */
export const inBrackets = (ids: readonly number[]): string => (ids.length === 0 ? '' : ` (${list(ids)})`)

export const orderItems = (ids: readonly number[]): string =>
  `order ${ids.length === 1 ? 'item' : 'items'} ${list(ids)}`

export const pieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`

const lineNames = {
  orderItemId: 'order item',
  itemVariationId: 'variation',
  sku: 'named by its SKU',
  name: 'named by its name',
} as const
export const theLine = (line: number, name: LineName): string =>
  `Line ${line} of the request (${lineName(lineNames, name)})`
