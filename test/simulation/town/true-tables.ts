import { gunzipSync } from 'node:zlib'
import type { EventSummary, InboxEvent } from '../../../lib/inbox/event.ts'
import { withClaim } from '../../../lib/inbox/history.ts'
import type { AuditProgress } from '../../../lib/state/audit-progress.ts'
import type { ItemId, RecordItem, WriteRecord } from '../../../lib/state/write-record.ts'
import type { Item } from '../../memory/item-copy.ts'
import type { MemoryDynamo } from '../../memory/memory-dynamo.ts'
import type { Tables } from './table.ts'

/** What people and judges read of the tables. */
export type TrueTables = {
  inbox: Pick<Tables['inbox'], 'get' | 'list' | 'walk'>
  records: Pick<Tables['records'], 'get'>
  audits: Pick<Tables['audits'], 'read'>
}

export const tableNames = { events: 'events', state: 'state' } as const

/** What the items say, read without the adapters and whichever version has written them (lib/tables/dynamodb/event-item.ts says what they hold). */
export function readTrueTables(dynamo: MemoryDynamo): TrueTables {
  const rows = () => [...dynamo.items(tableNames.events).values()].filter(({ id }) => !isLabel(String(id)))
  const item = (id: string) => dynamo.items(tableNames.state).get(id)
  return {
    inbox: {
      async get(id) {
        const found = dynamo.items(tableNames.events).get(id)
        return found && toEvent(found)
      },
      list: async () => ({
        events: rows()
          .map(toSummary)
          .sort((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? -1 : 1)),
      }),
      walk: async () =>
        rows().map((row) => ({ id: row.id as string, at: row.receivedAt as number, read: () => toEvent(row) })),
    },
    records: {
      async get(id) {
        const found = item(id)
        return found && toRecords(id, found)
      },
    },
    audits: { read: async () => item('audit') as AuditProgress | undefined },
  }
}

export const isLabel = (id: string): boolean => id.startsWith('label#')

const openStatuses: ReadonlySet<unknown> = new Set(['ready', 'running', 'waiting'])

/** As much of it as the schedule looks at each minute. */
function toSummary({ id, status, wakeAt, receivedAt }: Readonly<Item>): EventSummary {
  return { id, receivedAt, ...(openStatuses.has(status) && { wakeAt }) } as EventSummary
}

/** An item never changes: another one takes its place. */
const decoded = new WeakMap<object, InboxEvent>()

/** The item of an event that is known already. */
export function knownAs(item: Readonly<Item>, event: InboxEvent): Item {
  decoded.set(item, event)
  return item
}

export function toEvent(item: Readonly<Item>): InboxEvent {
  const event = decoded.get(item) ?? decode(item)
  decoded.set(item, event)
  return event
}

function decode(item: Readonly<Item>): InboxEvent {
  const { format, listShard, wakeShard, orderKey, expiresAt, body, headers, claimedAt, wakeAt, ...fields } = item
  const event = fields as unknown as InboxEvent
  const history = unpacked(item.history) as InboxEvent['history']
  return {
    ...event,
    ...(openStatuses.has(event.status) && { wakeAt: wakeAt as number }),
    delivery: { body: unzipped(body as Uint8Array), headers: headers as Record<string, string> },
    progress: unpacked(item.progress) as InboxEvent['progress'],
    history:
      claimedAt === undefined ? history : withClaim(history, { at: claimedAt as number, attempt: event.attempts }),
  }
}

/** A body never changes, and is shared by all that an event becomes. */
const bodies = new WeakMap<Uint8Array, Buffer>()

function unzipped(body: Uint8Array): Buffer {
  const found = bodies.get(body) ?? gunzipSync(body)
  bodies.set(body, found)
  return found
}

const unpacked = (stored: unknown): unknown =>
  JSON.parse(typeof stored === 'string' ? stored : gunzipSync(stored as Uint8Array).toString())

function toRecords(id: ItemId, item: Readonly<Item>): RecordItem {
  const { lock } = item as RecordItem
  return { id, records: recordsIn(item), ...(lock && { lock }) }
}

export const recordsIn = (item: Readonly<Item>): Record<string, WriteRecord> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([column, record]) =>
      column.startsWith('write#') ? [[column.slice('write#'.length), record as WriteRecord]] : [],
    ),
  )
