import type { LeftOutKind } from '../back-office/constants.ts'
import type { ItemId, Tells, WriteKind } from '../write-kinds.ts'

export type { ItemId, Tells, WriteKind } from '../write-kinds.ts'

/** One line of a return: which line of the parent, and how many pieces. */
export type ReturnLine = { orderItemId: number; quantity: number }

/** A line of the parent that "all" does not return, by its type; `kind`: what the tables call that. */
export type LeftOutLine = { orderItemId: number; name?: string; typeId: number; kind?: LeftOutKind }

/** Pieces of a report that a return holds. */
export type HeldPieces = { returnId: number; lines: readonly ReturnLine[] }

/** One try of a write: what recognises it in the back office, never what was sent. */
export type Try = {
  /** No send of this try begins later, epoch ms. */
  sendBefore: number
  /** Ids that were there before: none of them is it. */
  known: readonly number[]
  /** A return's lines. */
  lines?: readonly ReturnLine[]
  /** Pieces of articles of a new order, as a fingerprint. */
  content?: string
  ownerId?: number
  /** The claim of its event that sent it, by its epoch. Absent in records of format 1. */
  epoch?: number
}

/** The state of one write. It belongs to the fact, whoever reports it and however its event ends. */
export type WriteRecord = {
  kind: WriteKind
  /** The event of the last try, for people. Never decides what may be sent. */
  by: string
  /** First tried, or done; epoch ms. */
  at: number
  /** The same content under another key is a possible duplicate. */
  fingerprint?: string
  /** Of a return: how its report is, and the parcel that this names. */
  tells?: Tells
  parcel?: string
  /** That parcel has ended, or has lost these pieces: what its reports said of them is reported by nobody. */
  ended?: true | readonly ReturnLine[]
  /** A person accepts that this return stands although the shop has cancelled its parcel; the person's own words. */
  accepted?: string
  /** Further returns, which held pieces of the same report before. */
  also?: readonly HeldPieces[]
  /** Of a return, for its comment. */
  leftOut?: readonly LeftOutLine[]
  /** A comment's order. */
  orderId?: number
  tries: readonly Try[]
} & (
  | { state: 'sent' }
  /** It was sent and is not there. What recognises each try is kept: whoever comes next finds a late one. */
  | { state: 'missing' }
  /**
   * `lines`: the pieces that it returned. `linked`: the return was there, made for another key or by a person, and these are the pieces of it
   * that were reported. `secondLookAt`: a repeated write is looked at once more, epoch ms.
   */
  | { state: 'done'; id?: number; lines?: readonly ReturnLine[]; linked?: true; secondLookAt?: number }
)

/** The exclusive right to plan and send for an item: one claim of one event, at most until its lease ends (epoch ms). */
export type Lock = { event: string; epoch: number; until: number }

/** Records by idempotency key. */
export type Records = Readonly<Record<string, WriteRecord>>
export type RecordItem = { id: ItemId; lock?: Lock; records: Records }
/** An item under a lock of ours, as far as we know. `version`: how many writes it has had. */
export type LockedItem = RecordItem & { lock: Lock; version: number }

/** `undefined` removes a record. */
export type Changes = Readonly<Record<string, WriteRecord | undefined>>

export const withChanges = (records: Records, changes: Changes): Records =>
  Object.fromEntries(
    Object.entries({ ...records, ...changes }).filter(
      (entry): entry is [string, WriteRecord] => entry[1] !== undefined,
    ),
  )

/** In seconds, after a write at `now`. None while a write has no known outcome: others must find what recognises it. */
export const expiryOf = (records: Records, { now, keepMs }: { now: number; keepMs: number }): number | undefined =>
  Object.values(records).some(isOpenWrite) ? undefined : Math.ceil((now + keepMs) / 1_000)

/**
 * The records of writes, in the state table. Each operation is one conditional write of one item, or one consistent read. All throw
 * what their store throws when it cannot be reached, and `NewerFormat` for an item of a newer version of the bridge.
 */
export type RecordStore = {
  get(id: ItemId): Promise<RecordItem | undefined>
  /**
   * Locks an item that nobody has locked, or whose lock has ended; the same event may lock it again with the same or a later epoch.
   * `first`: recorded by the same write, unless its key has a record already. `busy`: somebody else has the lock. Throws `Rejected` 413
   * where the item is too large for a lock.
   */
  lock(
    id: ItemId,
    options: { lock: Lock; now: number; first?: { key: string; record: WriteRecord } },
  ): Promise<LockedItem | 'busy'>
  /** Changes records under the lock. Throws `LostLock`. */
  save(item: LockedItem, options: { changes: Changes; unlock?: boolean; now: number }): Promise<LockedItem>
  /** Does nothing where the lock is somebody else's by now. */
  unlock(item: LockedItem, now: number): Promise<void>
  /** Where a fact belongs that had to be looked up: the first answer stays, unless it is `instead`. Answers it. */
  place(key: string, id: ItemId, options: { now: number; instead?: ItemId }): Promise<ItemId>
  placeOf(key: string): Promise<ItemId | undefined>
  /** Counts a key for an order and a day, once. False: the order has had `most` others that day, and it is not counted. */
  countOnDay(key: string, options: OnDay): Promise<boolean>
}

/** `now`: epoch ms, of the day that counts. */
export type OnDay = { orderId: number; most: number; now: number }

/** Somebody else has the lock of the item by now: nothing may be sent for it. */
export class LostLock extends Error {
  override name = 'LostLock'
}

export const orderIn = (item: ItemId): number | undefined =>
  item.startsWith('order#') ? Number(item.slice('order#'.length)) : undefined

/** For the event: the further returns of its report, by id. */
export const alsoIn = ({ also }: Partial<Pick<WriteRecord, 'also'>> = {}): { also?: readonly number[] } =>
  also ? { also: also.map(({ returnId }) => returnId) } : {}

export const isOpenWrite = ({ state }: WriteRecord): boolean => state !== 'done'

/** What the writes of a kind have made, by id. What a key was only linked to may be what another one's lost try has made. */
export const idsOf = (records: Records, kind: WriteKind): number[] =>
  Object.values(records).flatMap((record) =>
    record.kind === kind && record.state === 'done' && !record.linked && record.id !== undefined ? [record.id] : [],
  )
