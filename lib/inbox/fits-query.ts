import { type EventSummary, isOpen } from './event.ts'
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
