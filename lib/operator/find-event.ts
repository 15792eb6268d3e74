import { Rejected } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import type { Inbox } from '../inbox/inbox.ts'

/** The event, or a refusal that says where to look. */
export async function findEvent(inbox: Inbox, id: string): Promise<InboxEvent> {
  const event = await inbox.get(id)
  if (!event) throw new Rejected('There is no event with this id: event.list shows what there is.', { status: 404 })
  return event
}
