import type { EventSummary } from '../../inbox/event.ts'
import { type Inbox, listAll } from '../../inbox/inbox.ts'
import { placesInReason } from '../views/event-views.ts'

/** Rows of what is held that are looked through, a hundred a page. */
const mostPages = 5

/** Held events that belong to none of these orders, and ask a person about one of them: which it is, or whether it is the customer's. */
export async function perhapsAbout(inbox: Inbox, orderIds: readonly number[]): Promise<EventSummary[]> {
  if (orderIds.length === 0) return []
  const { events } = await listAll(inbox, { status: 'held' }, mostPages)
  const isMeant = (id: number | undefined): boolean => id !== undefined && orderIds.includes(id)
  return events.filter(({ orderId, reason }) => !isMeant(orderId) && placesInReason(reason).some(isMeant))
}
