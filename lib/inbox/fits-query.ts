import { type EventSummary, isOpen, type WakePart, wakePartOf } from './event.ts'
import type { ListQuery } from './inbox.ts'

export function fitsQuery(event: EventSummary, query: Omit<ListQuery, 'limit' | 'cursor'>): boolean {
  const { source, status, orderId, orderIds, reason, withdrawal, from, to } = query
  return (
    (source === undefined || event.source === source) &&
    (status === undefined || event.status === status || (status === 'open' && isOpen(event.status))) &&
    (orderId === undefined || event.orderId === orderId) &&
    (orderIds === undefined || (event.orderId !== undefined && orderIds.includes(event.orderId))) &&
    (reason === undefined || event.reason?.code === reason) &&
    (withdrawal === undefined || (event.withdrawal ?? false) === withdrawal) &&
    (from === undefined || event.receivedAt >= from) &&
    (to === undefined || event.receivedAt <= to)
  )
}

/** What a list is read from: the events of orders, a part of `wake`, or all by receipt. */
export function listedFrom({ status, orderId, orderIds, from, to }: ListQuery): { orders?: number[]; part?: WakePart } {
  if (orderId !== undefined) return { orders: orderIds === undefined || orderIds.includes(orderId) ? [orderId] : [] }
  if (orderIds) return { orders: [...new Set(orderIds)] }
  const part = status && from === undefined && to === undefined ? wakePartOf(status) : undefined
  return part ? { part } : {}
}
