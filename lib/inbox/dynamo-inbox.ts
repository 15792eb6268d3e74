import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { getItem, isConditionFailure, type Table, updateItem } from './conditional-write.ts'
import { endLeases, readDue } from './dynamo-due.ts'
import { readEnded, removeErased } from './dynamo-ended.ts'
import { readList } from './dynamo-list.ts'
import type { InboxEvent } from './event.ts'
import { changedColumns, fromItem, toItem } from './event-item.ts'
import { type Inbox, LostEvent, type NewEvent } from './inbox.ts'
import { mustFit } from './item-size.ts'
import { accepted } from './transitions.ts'

/** The inbox in the events table (tables.ts). `newId` makes the ids of conditional writes; no two may be the same. */
export function createDynamoInbox({ newId, ...table }: Table & { newId: () => string }): Inbox {
  return {
    accept: (event) => accept(table, event, newId()),
    claim: (id, options) => claim(table, id, { ...options, writeId: newId() }),
    save: (previous, next) => save(table, previous, next),
    due: (options) => readDue(table, options),
    list: (query) => readList(table, query),
    ended: (query) => readEnded(table, query),
    remove: (event) => removeErased(table, event),
    endLeases: (now) => endLeases(table, now, newId),

    async get(id) {
      const item = await getItem(table, id)
      return item && fromItem(item)
    },
  }
}

/** One PutItem; only a second delivery of the same event costs a read more, which tells it from a repeat of this very request. */
async function accept(
  { documentClient, table }: Table,
  event: NewEvent,
  writeId: string,
): Promise<'accepted' | 'duplicate'> {
  const Item = toItem(accepted(event, writeId))
  try {
    await documentClient.send(
      new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' }),
    )
    return 'accepted'
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const stored = await getItem({ documentClient, table }, event.id)
    return stored?.writeId === writeId ? 'accepted' : 'duplicate'
  }
}

/** One UpdateItem that does in the table what `claimed` (transitions.ts) does to a value; the suite holds both to the same results. */
async function claim(
  table: Table,
  id: string,
  { now, leaseMs, writeId }: { now: number; leaseMs: number; writeId: string },
) {
  const written = await updateItem(table, {
    id,
    columns: { status: 'running', wakeAt: now + leaseMs, claimedAt: now, updatedAt: now, writeId },
    actions: ['#epoch = #epoch + :one', '#attempts = #attempts + :one'],
    condition: '#status = :ready OR (#status IN (:waiting, :running) AND #wakeAt <= :now)',
    names: {
      '#epoch': 'epoch',
      '#attempts': 'attempts',
      '#status': 'status',
      '#wakeAt': 'wakeAt',
    },
    values: {
      ':one': 1,
      ':ready': 'ready',
      ':waiting': 'waiting',
      ':running': 'running',
      ':now': now,
    },
  })
  return written.applied ? fromItem(written.item) : undefined
}

/** One UpdateItem of what changed; `next.writeId` must be fresh. */
async function save(table: Table, previous: InboxEvent, next: InboxEvent): Promise<void> {
  mustFit(previous, next)
  const written = await updateItem(table, {
    id: previous.id,
    columns: changedColumns(previous, next),
    condition: '#epoch = :epoch AND #status = :status',
    names: { '#epoch': 'epoch', '#status': 'status' },
    values: { ':epoch': previous.epoch, ':status': previous.status },
  })
  if (!written.applied)
    throw new LostEvent(`event ${previous.id} is no longer ${previous.status} at epoch ${previous.epoch}`)
}
