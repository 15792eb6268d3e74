import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import type { AcceptingInbox, NewEvent } from '../../inbox/inbox.ts'
import { labelExpiry, labelItemId, mostEntries, toEntries } from '../../inbox/labels.ts'
import { accepted } from '../../inbox/transitions.ts'
import type { OrderLabel } from '../../order-label.ts'
import { toItem } from './event-item.ts'
import { type ItemTable, isConditionFailure, readItem } from './items.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. */
type Options = ItemTable & { newId: () => string }

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

/**
 * One UpdateItem that adds to a set: a repeat, also of a request whose answer was lost, adds nothing. An item that takes no more stays
 * as it is. Throws `NewerFormat`: the label is not stored then.
 */
async function learnLabel(
  { items, table }: ItemTable,
  shop: string,
  { label, now }: { label: OrderLabel; now: number },
): Promise<void> {
  const { key, entries } = toEntries(label)
  const id = labelItemId(shop, key)
  const update = {
    TableName: table,
    Key: { id },
    UpdateExpression: 'SET #format = :format, #expiresAt = :expiresAt ADD #entries :entries',
    ConditionExpression: 'attribute_not_exists(id) OR (#format <= :format AND size(#entries) < :most)',
    ExpressionAttributeNames: { '#format': 'format', '#expiresAt': 'expiresAt', '#entries': 'entries' },
    ExpressionAttributeValues: {
      ':format': itemFormat,
      ':expiresAt': labelExpiry(now),
      ':entries': new Set(entries),
      ':most': mostEntries,
    },
  }
  await items.update(update).catch(async (error: unknown) => {
    if (!isConditionFailure(error)) throw error
    const stored = await readItem({ items, table }, id)
    if (stored) mustKnowFormat(stored)
  })
}
