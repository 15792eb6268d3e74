import { toItem } from './event-item.ts'
import type { Inbox, NewEvent } from './inbox.ts'
import { type ItemTable, isConditionFailure, readItem } from './items.ts'
import { learnLabel } from './learn-label.ts'
import { accepted } from './transitions.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. */
type Options = ItemTable & { newId: () => string }

/** The part of the inbox that stores deliveries. */
export type AcceptingInbox = Pick<Inbox, 'accept' | 'learnLabel'>

/** The part of the inbox in the events table (tables.ts) that stores deliveries. */
export const createAcceptingInbox = (options: Options): AcceptingInbox => ({
  accept: (event) => acceptEvent(options, event),
  learnLabel: (shop, learnt) => learnLabel(options, shop, learnt),
})

/** It has not ended. */
const retentionMs = 0

/**
 * One PutItem. Only a second delivery of the same event costs one more read, which distinguishes it from a repeat of this very request.
 */
async function acceptEvent({ items, table, newId }: Options, event: NewEvent): Promise<'accepted' | 'duplicate'> {
  const writeId = newId()
  const Item = toItem(accepted(event, writeId), retentionMs)
  try {
    await items.put({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' })
    return 'accepted'
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const stored = await readItem({ items, table }, event.id)
    return stored?.writeId === writeId ? 'accepted' : 'duplicate'
  }
}
