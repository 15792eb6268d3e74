import type { AcceptingInbox, NewEvent } from '../../inbox/inbox.ts'
import {
  labelExpiry,
  labelItemId,
  linesItemId,
  mostEntries,
  mostLines,
  toEntries,
  toLineEntries,
} from '../../inbox/labels.ts'
import { accepted } from '../../inbox/transitions.ts'
import { toItem } from './event-item.ts'
import { addToSet, type ItemTable, isConditionFailure, readItem } from './items.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. */
type Options = ItemTable & { newId: () => string }

/** The part of the inbox in the events table (tables.ts) that stores deliveries. */
export const createAcceptingInbox = (options: Options): AcceptingInbox => ({
  accept: (event) => acceptEvent(options, event),
  /** An item that takes no more stays as it is. */
  async learnLabel(shop, { label, now }) {
    const { key, entries } = toEntries(label)
    const [id, expiresAt] = [labelItemId(shop, key), labelExpiry(now)]
    await addToSet(options, { id, column: 'entries', entries, most: mostEntries, expiresAt })
  },
  async learnLines(shop, { externalNumber, lines, now }) {
    const [id, entries] = [linesItemId(shop, externalNumber), toLineEntries(lines)]
    if (entries.length === 0) return
    await addToSet(options, { id, column: 'entries', entries, most: mostLines, expiresAt: labelExpiry(now) })
  },
})

/** It has not ended. */
const retentionMs = 0

/** One PutItem. A second delivery costs one read more, which tells it from a repeat of this very request. */
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
