import type { AcceptingInbox, NewEvent } from '../../inbox/inbox.ts'
import { type LearntSet, labelSet, linesSet } from '../../inbox/labels.ts'
import { accepted } from '../../inbox/transitions.ts'
import { toItem } from './event-item.ts'
import { addToSet, type ItemTable, isApplied, readItem } from './items.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. */
type Options = ItemTable & { newId: () => string }

/** The part of the inbox in the events table (tables.ts) that stores deliveries. */
export const createAcceptingInbox = (options: Options): AcceptingInbox => ({
  accept: (event) => acceptEvent(options, event),
  learnLabel: async (shop, learnt) => await learn(options, labelSet(shop, learnt)),
  learnLines: async (shop, learnt) => await learn(options, linesSet(shop, learnt)),
})

/** A full item stays as it is. */
async function learn(options: Options, set: LearntSet): Promise<void> {
  if (set.entries.length > 0) await addToSet(options, { column: 'entries', ...set })
}

/** A new event has not ended, so it does not expire. */
const retentionMs = 0

/** One PutItem. A second delivery costs one read more, which tells it from a repeat of this very request. */
async function acceptEvent({ items, table, newId }: Options, event: NewEvent): Promise<'accepted' | 'duplicate'> {
  const writeId = newId()
  const Item = toItem(accepted(event, writeId), retentionMs)
  const put = items.put({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' })
  if (await isApplied(put)) return 'accepted'
  const stored = await readItem({ items, table }, event.id)
  return stored?.writeId === writeId ? 'accepted' : 'duplicate'
}
