import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Item } from './conditional-write.ts'
import type { EndedSummary, EventSummary, HistoryEntry, InboxEvent, StoredDelivery } from './event.ts'
import { withClaim } from './history.ts'
import { compressedBody, packed } from './item-size.ts'
import { isOpen, listKeyOf, wakeShardOf } from './shards.ts'

/**
 * An event as an item: its fields under their own names, `delivery` as `body` (compressed) and `headers`, `commands`, `ledger` and
 * `history` as JSON (compressed where long), and the partition keys of the indexes. `claimedAt` is the time of a claim since the last save.
 * An event has either `wakeAt` or `endedAt`: both are the column `wakeAt`, by which the index is sorted. `expiresAt` is in seconds, as
 * DynamoDB reads it.
 */
export function toItem(event: InboxEvent): Item {
  const { delivery } = event
  return {
    ...columnsOf(event),
    ...(delivery && { body: compressedBody(delivery.body), headers: plain(delivery.headers) }),
  }
}

function columnsOf({ delivery: _, commands, ledger, history, endedAt, expiresAt, ...event }: InboxEvent): Item {
  const wakeShard = wakeShardOf({ ...event, ...given({ endedAt, expiresAt }) })
  return {
    ...plain(event),
    ...(commands && { commands: packed(commands) }),
    ledger: packed(ledger),
    history: packed(history),
    listKey: listKeyOf(event.id, event.status),
    ...given({ wakeShard, wakeAt: event.wakeAt ?? endedAt }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt / 1_000 }),
  }
}

/**
 * The columns that differ between two versions of an event; `undefined` where one goes. A delivery can be erased, never changed. What
 * the end of a lease changes is always among them: the run that it took for dead may live on and save.
 */
export function changedColumns(previous: InboxEvent, next: InboxEvent): Item {
  const [before, after] = [columnsOf(previous), columnsOf(next)]
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const erased = previous.delivery && !next.delivery ? { body: undefined, headers: undefined } : {}
  const { history, attempts, cut, wakeAt } = after
  const told = { history, attempts, cut, wakeAt, claimedAt: undefined }
  return { ...Object.fromEntries(names.map((name) => [name, after[name]])), ...erased, ...told }
}

export function fromItem(item: Item): InboxEvent {
  const { listKey: _, wakeShard: __, claimedAt, body, headers, commands, ledger, history, ...fields } = item
  const event = withItsClock(fields as Row)
  const delivery = { body: body && gunzipSync(body as Uint8Array), headers } as StoredDelivery
  const told = unpacked(history) as HistoryEntry[]
  const claim = { at: claimedAt as number, attempt: event.attempts }
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
  const { endedAt: ___, ...summary } = withItsClock(row as Row)
  return summary
}

/** A row of the `wake` index in its part of ended events. */
export function toEndedSummary({ listKey: _, wakeShard: __, ...row }: Item): EndedSummary {
  return withItsClock(row as Row) as EndedSummary
}

type Row = EventSummary & { expiresAt?: number }

function withItsClock({ wakeAt, expiresAt, ...row }: Row): EventSummary & { endedAt?: number; expiresAt?: number } {
  const clock = isOpen(row.status) ? { wakeAt } : { endedAt: wakeAt }
  return { ...row, ...given({ ...clock, expiresAt: expiresAt && expiresAt * 1_000 }) }
}

function unpacked(stored: unknown): unknown {
  return JSON.parse(typeof stored === 'string' ? stored : gunzipSync(stored as Uint8Array).toString())
}

const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
