import type { InboxEvent } from '../inbox/event.ts'
import { sentencesOf } from '../sentences/languages.ts'
import type { Shown } from './event-views.ts'
import { orderLinks } from './order-links.ts'
import { placesInReason } from './places-in-reason.ts'
import { reasonView } from './reason-view.ts'

/** How far a command has come that went through the inbox, and the id of what it made once that is known. */
export const outcomeView = (
  { id, status, reason }: InboxEvent,
  made: Readonly<Record<string, number | undefined>>,
  config: Shown,
) => ({
  id,
  status,
  ...Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)),
  ...(reason && { reason: reasonView(reason, sentencesOf(config)) }),
  ...orderLinks([made.orderId, made.returnId, ...placesInReason(reason)], config),
})
