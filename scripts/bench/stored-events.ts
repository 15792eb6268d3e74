import { toAttributes } from '../../lib/aws/attribute-value.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { toItem } from '../../lib/inbox/event-item.ts'
import { listShardOf, orderKey, wakeKeysOf } from '../../lib/inbox/shards.ts'
import { accepted, changed } from '../../lib/inbox/transitions.ts'

const second = 1_000
/** When the newest event came. */
export const newestAt = Date.parse('2026-03-02T09:00:00Z')
export const rareSource = 'rare'
/** An order with as many events in every table. */
export const busyOrder = { id: 777, events: 5 } as const

/** As many of each are stored, however many events there are besides: open ones that are due, and what needs a person. */
export const standing = { ready: 40, held: 20, failed: 20 } as const
/** Behind these places all events are done. */
const standingPlaces = 1_000

type Kind = keyof typeof standing | 'done'
type Items = Readonly<Record<Kind, object>>

/** `count` events as items of the events table, in the form of DynamoDB's API, one a second. Nearly all of them are done. */
export function* eventItems(count: number): Generator<object> {
  const items = itemsOf()
  for (let index = 0; index < count; index += 1) yield itemAt(index, items)
}

/** The sweep of `npm start` deletes what has expired by the real clock. */
const never = toAttributes({ expiresAt: Date.parse('2100-01-01T00:00:00Z') / second })

/** `count` events that are all done, and that nothing deletes. */
export function* doneItems(count: number): Generator<object> {
  const items = itemsOf()
  for (let index = 0; index < count; index += 1) yield { ...itemAt(standingPlaces + index, items), ...never }
}

/** `count` events that all failed, the newest first. */
export function* failedItems(count: number): Generator<object> {
  const items = itemsOf()
  for (let index = 0; index < count; index += 1) yield itemAt(index, items, 'failed')
}

/** One event of each kind as an item; what differs between events of a kind is set for each. */
function itemsOf(): Items {
  const delivery = { body: Buffer.from('{"type":"return.requested"}'), headers: { 'webhook-id': 'msg-1' } }
  const ready = accepted({ id: 'standard/0', source: 'standard', delivery, now: newestAt, hintMs: 0 }, 'write-0')
  const moment = { now: newestAt, writeId: 'write-1' }
  const as = (status: InboxEvent['status']) => changed(ready, moment, { status, fields: {}, entry: undefined })
  const kinds = { ready, held: as('held'), failed: as('failed'), done: as('done') }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, event]) => [kind, toAttributes(toItem(event, 30 * 86_400 * second))]),
  ) as Items
}

function itemAt(index: number, items: Items, kind = kindAt(index)): object {
  const source = index % 500 === 499 ? rareSource : 'standard'
  const id = `${source}/msg-${index}`
  // The oldest have the lowest numbers; `newestAt` is that of the first, so that all tables end at the same time.
  const receivedAt = newestAt - index * second
  const orderId = index % 200 === 150 && index < 200 * busyOrder.events ? busyOrder.id : 100_000 + index
  const times = { wakeAt: receivedAt, endedAt: receivedAt, updatedAt: receivedAt }
  const own = {
    id,
    source,
    receivedAt,
    updatedAt: receivedAt,
    listShard: listShardOf(id),
    orderId,
    orderKey: orderKey(orderId),
  }
  return {
    ...items[kind],
    ...toAttributes({ ...own, ...(kind === 'done' ? {} : wakeKeysOf({ id, status: kind, ...times })) }),
  }
}

/** The standing ones are spread over the newest thousand. */
function kindAt(index: number): Kind {
  const place = index % 25
  if (index >= standingPlaces) return 'done'
  if (place === 7) return 'ready'
  if (place === 13) return index % 50 === 13 ? 'held' : 'failed'
  return 'done'
}
