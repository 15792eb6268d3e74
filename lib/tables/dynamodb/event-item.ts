import { gunzipSync } from 'node:zlib'
import type { About, EventSummary, HistoryEntry, InboxEvent } from '../../inbox/event.ts'
import { expiryOf, isOpen, summaryFields } from '../../inbox/event.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import { withClaim } from '../../inbox/history.ts'
import { type Made, type Progress, progressed } from '../../inbox/progress.ts'
import type { Ending } from '../../reasons.ts'
import type { ItemId } from '../../write-kinds.ts'
import { compressedBody, packed } from './item-size.ts'
import { type Item, plain } from './items.ts'
import { listShardOf, orderKey, wakeKeysOf } from './shards.ts'

/** `delivery`, `progress` and `history` compressed where long; `claimedAt`: of a claim since the last save. */
export function toItem(event: InboxEvent, retentionMs: number): Item {
  return { ...columnsOf(event, retentionMs), ...deliveryColumns(event) }
}

export const deliveryColumns = ({ delivery: { body, headers } }: InboxEvent): Item => ({
  body: compressedBody(body),
  headers: plain(headers),
})

function columnsOf({ delivery: _, progress, history, about, ...event }: InboxEvent, retentionMs: number): Item {
  const expiresAt = expiryOf(event, retentionMs)
  return {
    ...plain(event),
    ...(about && { about: aboutFields.map((name) => about[name] ?? '').join('\n') }),
    format: itemFormat,
    progress: packed(progress),
    history: packed(history),
    listShard: listShardOf(event.id),
    ...wakeKeysOf(event),
    ...(event.orderId !== undefined && { orderKey: orderKey(event.orderId) }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** One text: their names would make many an item a unit larger. What is new goes to the end. */
const aboutFields = ['what', 'name', 'number', 'label', 'pieces', 'more', 'all', 'typed'] as const

function readAbout(stored: unknown): { about?: About } {
  if (typeof stored !== 'string') return {}
  const [what, name, number, label, pieces, more, all, typed] = stored.split('\n')
  const texts = { ...(name && { name }), ...(number && { number }), ...(label && { label }) }
  const counts = { ...(pieces && { pieces: Number(pieces) }), ...(more && { more: Number(more) }) }
  return {
    about: { what: what as About['what'], ...texts, ...counts, ...(all && { all: true }), ...(typed && { typed }) },
  }
}

/** The columns of an event that is stored already: all but its key, which never changes, and its delivery; `undefined` where one goes. */
export function stateColumns(event: InboxEvent, retentionMs: number): Item {
  const { id: _, ...columns } = columnsOf(event, retentionMs)
  return { ...noColumns, ...columns }
}

type OptionalFields = keyof { [Name in keyof InboxEvent as undefined extends InboxEvent[Name] ? Name : never]: true }

/** `queued` is of format 1. */
const noColumns: Record<OptionalFields | 'queued' | 'claimedAt' | 'wakeShard' | 'orderKey' | 'expiresAt', undefined> = {
  wakeAt: undefined,
  leaseUntil: undefined,
  endedAt: undefined,
  cut: undefined,
  unsaved: undefined,
  deferredSince: undefined,
  about: undefined,
  queued: undefined,
  lane: undefined,
  orderId: undefined,
  withdrawal: undefined,
  reason: undefined,
  asked: undefined,
  approvals: undefined,
  corrections: undefined,
  claimedAt: undefined,
  wakeShard: undefined,
  orderKey: undefined,
  expiresAt: undefined,
}

/** Throws `NewerFormat`. */
export function fromItem(item: Item): InboxEvent {
  mustKnowFormat(item)
  const { format, listShard: __, wakeShard, orderKey: ___, expiresAt: ____, ...columns } = item
  const { body, headers, progress, history, claimedAt, wakeAt, about, ...fields } = columns
  const event = fields as Omit<InboxEvent, 'delivery' | 'progress' | 'history'>
  const entries = unpacked(history) as HistoryEntry[]
  const claim = { at: claimedAt as number, attempt: event.attempts }
  const read: InboxEvent = {
    ...event,
    ...readAbout(about),
    ...(isOpen(event.status) && { wakeAt: wakeAt as number }),
    delivery: { body: gunzipSync(body as Uint8Array), headers: headers as Record<string, string> },
    progress: unpacked(progress) as InboxEvent['progress'],
    history: claimedAt === undefined ? entries : withClaim(entries, claim),
  }
  return format === 1 ? fromOlderFormat(read as Parameters<typeof fromOlderFormat>[0]) : read
}

const summaryColumns = ['format', ...summaryFields]
export const summaryProjection = {
  ProjectionExpression: summaryColumns.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(summaryColumns.map((name) => [`#${name}`, name])),
}

/** Throws `NewerFormat`. */
export function toSummary(item: Item): EventSummary {
  mustKnowFormat(item)
  const { format: _, wakeAt, about, ...row } = item as Omit<EventSummary, 'about'> & Item
  return { ...row, ...readAbout(about), ...(isOpen(row.status) && { wakeAt }) } as EventSummary
}

const unpacked = (stored: unknown): unknown =>
  JSON.parse(typeof stored === 'string' ? stored : gunzipSync(stored as Uint8Array).toString())

type OlderProgress = Made & { done?: true; doneBy?: string; ended?: Ending; openWrite?: ItemId }
/** Format 1: a flag for slots, two codes for three waits, progress as fields, and sent writes known only at the end. */
type Older = Omit<InboxEvent, 'progress'> & { queued?: true; progress: Readonly<Record<string, OlderProgress>> }

/** An event of format 1 as it is written now. It is stored in its new format by its next save. */
function fromOlderFormat({ queued, progress, cut, ...event }: Older): InboxEvent {
  const { history, attempts } = event
  const last = history.findLastIndex((entry) => 'why' in entry)
  return {
    ...event,
    // The next run looks up what those before have left.
    ...(event.epoch > 0 && { cut: cut ?? 1 }),
    progress: Object.fromEntries(Object.entries(progress).map(([key, one]) => [key, withState(one)])),
    history: history.map((entry, index) =>
      'why' in entry ? withCode(entry, { attempts, isQueued: queued === true && index === last }) : entry,
    ),
  }
}

function withState({ done, doneBy: by, ended, openWrite: open, ...made }: OlderProgress): Progress {
  const how = { ...(done && { done }), ...(by !== undefined && { by }), ...(ended && { ended }) }
  return progressed(undefined, { ...made, open, ...how })
}

type Waited = Extract<HistoryEntry, { why: unknown }>

function withCode(entry: Waited, { attempts, isQueued }: { attempts: number; isQueued: boolean }): Waited {
  const { why } = entry
  if (why.code === 'broken_off' && why.error === undefined)
    return { ...entry, why: { code: 'ended_silently', attempts } }
  if (entry.code !== 'deferred') return entry
  if (why.code === 'cause') return { ...entry, why: { code: isQueued ? 'pace' : 'not_ready', cause: why.cause } }
  if (why.code === 'broken_off') return { ...entry, why: { code: 'not_saved', error: why.error } }
  return why.code === 'owner_unknown' ? { ...entry, why: { code: 'owner_refused', cause: why.cause } } : entry
}
