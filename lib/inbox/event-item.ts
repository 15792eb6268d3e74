import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Item } from './conditional-write.ts'
import type { EventSummary, InboxEvent, StoredDelivery } from './event.ts'
import { compressedBody, packed } from './item-size.ts'
import { isOpen, listKeyOf, wakeShardOf } from './shards.ts'

/**
 * An event as an item: its fields under their own names, `delivery` as `body` (compressed) and `headers`, `commands` and `ledger` as
 * JSON (compressed where long), and the partition keys of the indexes. `history` stays a list: a claim adds to it without reading.
 */
export function toItem(event: InboxEvent): Item {
  const { delivery } = event
  return {
    ...columnsOf(event),
    ...(delivery && { body: compressedBody(delivery.body), headers: plain(delivery.headers) }),
  }
}

function columnsOf({ delivery: _, commands, ledger, ...event }: InboxEvent): Item {
  return {
    ...plain(event),
    ...(commands && { commands: packed(commands) }),
    ledger: packed(ledger),
    listKey: listKeyOf(event.id, event.status),
    ...(isOpen(event.status) && { wakeShard: wakeShardOf(event.id) }),
  }
}

/** The columns that differ between two versions of an event; `undefined` where one goes. A delivery can be erased, never changed. */
export function changedColumns(previous: InboxEvent, next: InboxEvent): Item {
  const [before, after] = [columnsOf(previous), columnsOf(next)]
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const erased = previous.delivery && !next.delivery ? { body: undefined, headers: undefined } : {}
  return { ...Object.fromEntries(names.map((name) => [name, after[name]])), ...erased }
}

export function fromItem(item: Item): InboxEvent {
  const { listKey: _, wakeShard: __, body, headers, commands, ledger, ...event } = item
  const delivery = body !== undefined && {
    delivery: { body: gunzipSync(body as Uint8Array), headers } as StoredDelivery,
  }
  return {
    ...event,
    ...delivery,
    ...(commands !== undefined && { commands: unpacked(commands) }),
    ledger: unpacked(ledger),
  } as InboxEvent
}

/** A row of an index. */
export function toSummary({ listKey: _, wakeShard: __, ...row }: Item): EventSummary {
  return row as EventSummary
}

function unpacked(stored: unknown): unknown {
  return JSON.parse(typeof stored === 'string' ? stored : gunzipSync(stored as Uint8Array).toString())
}

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
