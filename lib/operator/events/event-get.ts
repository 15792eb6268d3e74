import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import type { Inbox } from '../../inbox/inbox.ts'
import { defineCommand } from '../operator.ts'
import { eventView } from '../views/event-views.ts'

export const eventId = z.string().min(1).max(500)

/** One event with its history. */
export const eventGet = defineCommand({
  name: 'event.get',
  input: z.strictObject({ id: eventId }),
  run: async ({ workflow }, { id }) => eventView(await findEvent(workflow.inbox, id), workflow),
})

/** The event, or a refusal that says where to look. */
export async function findEvent(inbox: Inbox, id: string): Promise<InboxEvent> {
  const event = await inbox.get(id)
  if (!event) throw new Rejected('There is no event with this id: event.list shows what there is.', { status: 404 })
  return event
}
