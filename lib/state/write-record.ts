import { isDeepStrictEqual } from 'node:util'
import type { LeftOutKind } from '../back-office/constants.ts'
import { withoutUndefined } from '../without-undefined.ts'
import type { ItemId, Tells, WriteKind } from '../write-kinds.ts'

export type { ItemId, Tells, WriteKind } from '../write-kinds.ts'
export type ReturnLine = { orderItemId: number; quantity: number }
/** A line of the parent that "all" does not return, by its type; `kind`: what the tables call that. */
export type LeftOutLine = { orderItemId: number; name?: string; typeId: number; kind?: LeftOutKind }
export type HeldPieces = { returnId: number; lines: readonly ReturnLine[] }

/** One try of a write: what recognises it in the back office, never what was sent. */
export type Try = {
  /** No send of this try begins later, epoch ms. */
  sendBefore: number
  /** Ids that were there before: none of them is it. */
  known: readonly number[]
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
  leftOut?: readonly LeftOutLine[]
  orderId?: number
  tries: readonly Try[]
} & (
  | { state: 'sent' }
  /** It was sent and is not there. Its tries stay recognisable, so that the next look finds a late one. */
  | { state: 'missing' }
  /** `lines`: returned, or reported of a `linked` return. `secondLookAt`: a repeat is looked at again, epoch ms. */
  | { state: 'done'; id?: number; lines?: readonly ReturnLine[]; linked?: true; secondLookAt?: number }
)

/** The exclusive right to plan and send for an item: one claim of one event, at most until its lease ends (epoch ms). */
export type Lock = { event: string; epoch: number; until: number }
export type Records = Readonly<Record<string, WriteRecord>>
export type RecordItem = { id: ItemId; lock?: Lock; records: Records }
/** An item under a lock of ours, as far as we know. `version`: how many writes it has had. */
export type LockedItem = RecordItem & { lock: Lock; version: number }
/** `undefined` removes a record. */
export type Changes = Readonly<Record<string, WriteRecord | undefined>>

export const withChanges = (records: Records, changes: Changes): Records =>
  withoutUndefined({ ...records, ...changes } as Records)

/** When the item expires, in seconds. Never while a write has no known outcome: others must recognise it. */
export const expiryOf = (records: Records, { now, keepMs }: { now: number; keepMs: number }): number | undefined =>
  Object.values(records).some(isOpenWrite) ? undefined : Math.ceil((now + keepMs) / 1_000)

/** Whether a claim may lock an item: nobody has it, an earlier claim of the same event has, or another one whose lease is over. */
export const mayLock = (held: Lock | undefined, lock: Lock, now: number): boolean =>
  !held || (held.event === lock.event ? held.epoch <= lock.epoch : held.until < now)

export const isSameClaim = (held: Lock | undefined, { event, epoch }: Lock): boolean =>
  held?.event === event && held.epoch === epoch

type Save = { changes: Changes; unlock?: boolean; now: number }

/** Whether an unlocking save has been carried out already: its answer was lost, and somebody else may have the item since. */
export function isCarriedOut(records: Records, { changes, unlock }: Omit<Save, 'now'>): boolean {
  const [changed, plain] = [Object.entries(changes), (value: unknown) => value && JSON.parse(JSON.stringify(value))]
  const isStored = changed.every(([key, one]) => isDeepStrictEqual(records[key], plain(one)))
  return unlock === true && changed.length > 0 && isStored
}

type First = { key: string; record: WriteRecord }

/** Each operation is one conditional write or consistent read. Throws what its store throws, and `NewerFormat`. */
export type RecordStore = {
  get(id: ItemId): Promise<RecordItem | undefined>
  /** Locks what nobody else has. `first`: recorded with it, unless its key has a record. Throws `Rejected` 413. */
  lock(id: ItemId, options: { lock: Lock; now: number; first?: First }): Promise<LockedItem | 'busy'>
  /** Changes records under the lock. Throws `LostLock`. */
  save(item: LockedItem, options: Save): Promise<LockedItem>
  /** Does nothing where the lock is somebody else's by now. */
  unlock(item: LockedItem, now: number): Promise<void>
  /** Stores where a fact belongs that had to be looked up, and answers it. The first place stays, unless it is `instead`. */
  place(key: string, id: ItemId, options: { now: number; instead?: ItemId }): Promise<ItemId>
  placeOf(key: string): Promise<ItemId | undefined>
  /** Counts a key for an order and a day, once. False: the order has had `most` others that day, and it is not counted. */
  countOnDay(key: string, options: OnDay): Promise<boolean>
}

/** `now`: epoch ms, of the day that counts. */
export type OnDay = { orderId: number; most: number; now: number }
/** Nobody reads a day's count after its day; clocks may differ. */
const dayKeptMs = 2 * 86_400_000

/** A key in the set of its order and day. A day of UTC begins at the same moment for every function. */
export const daySet = (key: string, { orderId, most, now }: OnDay) => ({
  id: `day#${orderId}/${new Date(now).toISOString().slice(0, 10)}`,
  entries: [key],
  most,
  orHas: key,
  expiresAt: Math.ceil((now + dayKeptMs) / 1_000),
})

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

/** Ids that the writes of a kind have made. Linked ones are left out: another key's lost try may have made them. */
export const idsOf = (records: Records, kind: WriteKind): number[] =>
  Object.values(records).flatMap((record) =>
    record.kind === kind && record.state === 'done' && !record.linked && record.id !== undefined ? [record.id] : [],
  )
