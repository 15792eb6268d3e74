import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Item } from './conditional-write.ts'
import type { EventSummary, HistoryEntry, InboxEvent, StoredDelivery } from './event.ts'
import { withClaim } from './history.ts'
import { compressedBody, packed } from './item-size.ts'
import { isOpen, listKeyOf, wakeShardOf } from './shards.ts'

/**
 * An event as an item: its fields under their own names, `delivery` as `body` (compressed) and `headers`, `commands`, `ledger` and
 * `history` as JSON (compressed where long), and the partition keys of the indexes. `claimedAt` is the time of a claim since the last save.
 */
export function toItem(event: InboxEvent): Item {
  const { delivery } = event
  return {
    ...columnsOf(event),
    ...(delivery && { body: compressedBody(delivery.body), headers: plain(delivery.headers) }),
  }
}

function columnsOf({ delivery: _, commands, ledger, history, ...event }: InboxEvent): Item {
  return {
    ...plain(event),
    ...(commands && { commands: packed(commands) }),
    ledger: packed(ledger),
    history: packed(history),
    listKey: listKeyOf(event.id, event.status),
    ...(isOpen(event.status) && { wakeShard: wakeShardOf(event.id) }),
  }
}

/** The columns that differ between two versions of an event; `undefined` where one goes. A delivery can be erased, never changed. */
export function changedColumns(previous: InboxEvent, next: InboxEvent): Item {
  const [before, after] = [columnsOf(previous), columnsOf(next)]
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const erased = previous.delivery && !next.delivery ? { body: undefined, headers: undefined } : {}
  const told = { history: after.history, claimedAt: undefined }
  return { ...Object.fromEntries(names.map((name) => [name, after[name]])), ...erased, ...told }
}

export function fromItem(item: Item): InboxEvent {
  const { listKey: _, wakeShard: __, claimedAt, body, headers, commands, ledger, history, ...event } = item
  const delivery = { body: body && gunzipSync(body as Uint8Array), headers } as StoredDelivery
  const told = unpacked(history) as HistoryEntry[]
  const claim = { at: claimedAt as number, attempt: event.attempts as number }
  return {
    ...event,
    ...(body !== undefined && { delivery }),
    ...(commands !== undefined && { commands: unpacked(commands) }),
    ledger: unpacked(ledger),
    history: claimedAt === undefined ? told : withClaim(told, claim),
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
