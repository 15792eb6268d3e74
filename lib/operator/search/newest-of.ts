import type { EventSummary } from '../../inbox/event.ts'
import type { Inbox } from '../../inbox/inbox.ts'
import { placesInReason } from '../views/event-views.ts'

/** Rows of a list that are looked through, a hundred a page. */
const mostPages = 5
const pageRows = 100

/** What of the inbox stands somewhere: each is a list of its own. */
export type Part = 'open' | 'held' | 'failed'

/** `isCut`: there are more. */
export async function newestOf(inbox: Inbox, status: Part): Promise<{ events: EventSummary[]; isCut: boolean }> {
  const events: EventSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const read = await inbox.list({ status, limit: pageRows, ...(cursor !== undefined && { cursor }) })
    events.push(...read.events)
    cursor = read.cursor
    if (cursor === undefined) break
  }
  return { events, isCut: cursor !== undefined }
}

/** Held events that belong to none of these orders, and ask a person about one of them: which it is, or whether it is the customer's. */
export async function perhapsAbout(inbox: Inbox, orderIds: readonly number[]): Promise<EventSummary[]> {
  if (orderIds.length === 0) return []
  const { events } = await newestOf(inbox, 'held')
  return events.filter(
    ({ orderId, reason }) =>
      !(orderId !== undefined && orderIds.includes(orderId)) &&
      placesInReason(reason).some((id) => orderIds.includes(id)),
  )
}
