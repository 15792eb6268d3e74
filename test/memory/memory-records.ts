import { isDeepStrictEqual } from 'node:util'
import { dayItemId } from '../../lib/state/day-count.ts'
import {
  expiryOf,
  type ItemId,
  type Lock,
  LostLock,
  type RecordItem,
  type RecordStore,
  type WriteRecord,
  withChanges,
} from '../../lib/state/write-record.ts'
import { deepCopy } from './deep-copy.ts'

type Stored = { lock?: Lock | undefined; records: Record<string, WriteRecord>; expiresAt?: number | undefined }

/** `expire`: deletes what the time to live of the table would, at `now`; answers what. */
export type MemoryRecords = RecordStore & { expire(now: number): string[] }

const fourHundredDaysMs = 400 * 86_400_000

/** The records of writes in memory, for tests and the simulation. */
export function createMemoryRecords({ keepMs = fourHundredDaysMs }: { keepMs?: number } = {}): MemoryRecords {
  const items = new Map<ItemId, Stored>()
  const facts = new Map<string, { id: ItemId; expiresAt: number | undefined }>()
  const days = new Map<string, { keys: Set<string>; expiresAt: number }>()
  const owned = (id: ItemId, lock: Lock): Stored | undefined => {
    const stored = items.get(id)
    return stored?.lock?.event === lock.event && stored.lock.epoch === lock.epoch ? stored : undefined
  }

  return {
    async get(id) {
      const stored = items.get(id)
      return stored && toRecordItem(id, stored)
    },

    async lock(id, { lock, now, first }) {
      const stored = items.get(id) ?? { records: {} }
      if (!canLock(stored.lock, lock, now)) return 'busy'
      if (first && !Object.hasOwn(stored.records, first.key)) {
        stored.records = withChanges(stored.records, { [first.key]: plain(first.record) })
      }
      if (first) delete stored.expiresAt
      stored.lock = { ...lock }
      items.set(id, stored)
      return { ...toRecordItem(id, stored), lock: { ...lock }, version: 0 }
    },

    async save(item, { changes: given, unlock, now }) {
      const { id, lock } = item
      const changes = Object.fromEntries(Object.entries(given).map(([key, record]) => [key, record && plain(record)]))
      const stored = owned(id, lock)
      if (stored) {
        stored.records = withChanges(stored.records, changes)
        stored.expiresAt = expiryOf(stored.records, { now, keepMs })
        if (unlock) delete stored.lock
        return { ...item, records: deepCopy(stored.records) }
      }
      // As in the table, where an own write whose answer was lost looks like this.
      const records = Object.entries(changes)
      const isStored = ([key, record]: (typeof records)[number]) =>
        isDeepStrictEqual(items.get(id)?.records[key], record)
      const there = items.get(id)
      if (there && unlock && records.length > 0 && records.every(isStored)) {
        return { ...item, records: deepCopy(there.records) }
      }
      throw new LostLock(`${id} is not locked by ${lock.event} at epoch ${lock.epoch}`)
    },

    async unlock({ id, lock }, now) {
      const stored = owned(id, lock)
      if (!stored) return
      stored.expiresAt = expiryOf(stored.records, { now, keepMs })
      delete stored.lock
    },

    async place(key, id, { now, instead }) {
      const before = facts.get(key)
      if (before && before.id !== instead) return before.id
      facts.set(key, { id, expiresAt: expiryOf({}, { now, keepMs }) })
      return id
    },
    placeOf: async (key) => facts.get(key)?.id,

    async countOnDay(key, { orderId, most, now }) {
      const id = dayItemId({ orderId, now })
      const { keys } = days.get(id) ?? { keys: new Set<string>() }
      if (keys.size >= most && !keys.has(key)) return false
      days.set(id, { keys: keys.add(key), expiresAt: Math.ceil((now + 2 * 86_400_000) / 1_000) })
      return true
    },

    expire(now) {
      const hasExpired = ({ expiresAt }: { expiresAt?: number | undefined }) =>
        expiresAt !== undefined && expiresAt < Math.floor(now / 1_000)
      const gone = [...items].filter(([, item]) => hasExpired(item)).map(([id]) => id)
      const forgotten = [...facts].filter(([, fact]) => hasExpired(fact)).map(([key]) => key)
      const past = [...days].filter(([, day]) => hasExpired(day)).map(([id]) => id)
      for (const id of past) days.delete(id)
      for (const id of gone) items.delete(id)
      for (const key of forgotten) facts.delete(key)
      return [...gone, ...past, ...forgotten.map((key) => `fact#${key}`)]
    },
  }
}

const toRecordItem = (id: ItemId, { lock, records }: Stored): RecordItem => ({
  id,
  records: deepCopy(records),
  ...(lock && { lock: { ...lock } }),
})

function canLock(held: Lock | undefined, { event, epoch }: Lock, now: number): boolean {
  if (!held) return true
  return held.event === event ? held.epoch <= epoch : held.until < now
}

/** Without `undefined`, as a table stores it. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
