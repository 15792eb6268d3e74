import type { EventSummary } from '../../inbox/event.ts'
import { type Inbox, listAll } from '../../inbox/inbox.ts'
import { placesInReason } from '../views/event-views.ts'

/** Rows of what is held that are looked through, a hundred a page. */
const mostPages = 5

type Perhaps = { asking: EventSummary[]; isCut: boolean }

/** Held events that belong to none of these orders, and ask a person about one of them. `isCut`: others were not looked at. */
export async function perhapsAbout(inbox: Inbox, orderIds: readonly number[]): Promise<Perhaps> {
  if (orderIds.length === 0) return { asking: [], isCut: false }
  const { events, isCut } = await listAll(inbox, { status: 'held' }, mostPages)
  const isMeant = (id: number | undefined): boolean => id !== undefined && orderIds.includes(id)
  const asking = events.filter(({ orderId, reason }) => !isMeant(orderId) && placesInReason(reason).some(isMeant))
  return { asking, isCut }
}
