import type { Contact, WideOrder } from '../all-senders/fact.ts'
import type { Delivery } from '../facts/fact.ts'

/** By the id of the order's line, which is the shop's as well. */
export type Pieces = ReadonlyMap<number, number>

export const kindsOfReports = {
  approve: 'announcement',
  form: 'announcement',
  process: 'receipt',
  refund: 'refund',
} as const

/** `update` takes pieces away; `end` is a decline, a cancellation, or whatever leaves nothing. */
export type Told = keyof typeof kindsOfReports | 'request' | 'update' | 'end' | 'news' | 'money'

/** One report: the first of its deliveries says all, and the others repeat it. */
export type Report = {
  what: Told
  /** Which of the shop's returns it is about; absent: it names none. */
  parcel?: number
  order: WideOrder
  pieces: Pieces
  deliveries: Delivery[]
}

/** The returns of one shop, and who else reports or enters what comes back. */
export type ShopReturns = {
  returns: 'approved' | 'refunded' | 'never'
  orders: WideOrder[]
  contacts: Contact[]
  reports: Report[]
  /** What teaches the lines of an order; none where it is lost. */
  teaching: { order: WideOrder; delivery: Delivery }[]
  /** What a clerk enters. */
  byHand: { order: WideOrder; pieces: Pieces; atMs: number }[]
  /** When a person cancels returns that the shop has cancelled. */
  tidiedAt: number[]
  /** Those that were cancelled so. */
  tidied: number[]
}

export const sumOf = (all: readonly Pieces[]): Pieces => {
  const sum = new Map<number, number>()
  for (const [line, quantity] of all.flatMap((pieces) => [...pieces])) sum.set(line, (sum.get(line) ?? 0) + quantity)
  return sum
}

/** Line by line the larger. */
export const largest = (all: readonly Pieces[]): Pieces => {
  const lines = new Set(all.flatMap((pieces) => [...pieces.keys()]))
  return new Map([...lines].map((line) => [line, Math.max(...all.map((pieces) => pieces.get(line) ?? 0))]))
}

export const less = (pieces: Pieces, others: Pieces): Pieces =>
  new Map([...pieces].map(([line, quantity]) => [line, Math.max(0, quantity - (others.get(line) ?? 0))]))

export const isWithin = (pieces: Pieces, others: Pieces): boolean =>
  [...pieces].every(([line, quantity]) => quantity <= (others.get(line) ?? 0))
