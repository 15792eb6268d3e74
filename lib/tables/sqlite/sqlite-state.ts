import { labelExpiry } from '../../inbox/labels.ts'
import type { Learnt, LearntParcel, ParcelEntries } from '../../state/learnt.ts'
import { fromParcelEntries, mostParcelEntries, toParcelEntries } from '../../state/learnt.ts'
import type { ItemId, LockedItem, RecordItem, RecordStore } from '../../state/write-record.ts'
import {
  daySet,
  expiryOf,
  isCarriedOut,
  isSameClaim,
  LostLock,
  mayLock,
  withChanges,
} from '../../state/write-record.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import type { Database } from './database.ts'
import { addTo, readItem, writeItem } from './items.ts'

type Stored = Omit<LockedItem, 'lock'> & Pick<RecordItem, 'lock'>
const factId = (key: string): string => `fact#${key}`

/** Each operation is one transaction: it reads the item, applies the rule of lib/state, and writes it. */
export function createSqliteRecords({ database, keepMs }: { database: Database; keepMs: number }): RecordStore {
  const { transaction } = database
  const read = (id: ItemId) => readItem<Stored>(database, id)

  function save(item: LockedItem, options: Parameters<RecordStore['save']>[1]): LockedItem {
    const { changes, unlock, now } = options
    const stored = read(item.id)
    if (!stored || !isSameClaim(stored.lock, item.lock)) {
      if (stored && isCarriedOut(stored.records, options)) return { ...item, records: stored.records }
      throw new LostLock(`${item.id} is not locked by ${item.lock.event} at epoch ${item.lock.epoch}`)
    }
    const { lock, ...unlocked } = stored
    const records = withChanges(stored.records, changes)
    const next = { ...(unlock ? unlocked : stored), records, version: stored.version + 1 }
    writeItem(database, item.id, { item: next, expiresAt: expiryOf(records, { now, keepMs }) })
    return { ...item, records, version: next.version }
  }

  return {
    async get(id) {
      const stored = read(id)
      if (!stored) return undefined
      const { version: _, ...item } = stored
      return item
    },
    async lock(id, { lock, now, first }) {
      return transaction(() => {
        const stored = read(id) ?? { id, records: {}, version: 0 }
        if (!mayLock(stored.lock, lock, now)) return 'busy'
        const records = first ? { [first.key]: first.record, ...stored.records } : stored.records
        const item = { ...stored, lock, records, version: stored.version + 1 }
        // What may be sent from now on must not expire; the next save sets the time again.
        writeItem(database, id, { item, expiresAt: first ? undefined : 'as before' })
        return item
      })
    },
    save: async (item, options) => transaction(() => save(item, options)),
    async unlock(item, now) {
      transaction(() => {
        if (isSameClaim(read(item.id)?.lock, item.lock)) save(item, { changes: {}, unlock: true, now })
      })
    },
    async place(key, id, { now, instead }) {
      return transaction(() => {
        const stored = readItem<ItemId>(database, factId(key))
        if (stored !== undefined && stored !== instead) return stored
        writeItem(database, factId(key), { item: id, expiresAt: expiryOf({}, { now, keepMs }) })
        return id
      })
    },
    placeOf: async (key) => readItem<ItemId>(database, factId(key)),
    countOnDay: async (key, options) => transaction(() => addTo(database, daySet(key, options))),
  }
}

type Parcel = ParcelEntries & { once: Omit<LearntParcel, keyof ParcelEntries> }

export function createSqliteLearnt(database: Database): Learnt {
  const itemId = (source: string, parcel: string): string => `parcel#${source}/${parcel}`
  const known = ({ once, ...sets }: Parcel): LearntParcel => ({ ...once, ...fromParcelEntries(sets) })
  return {
    async parcel(source, parcel) {
      const stored = readItem<Parcel>(database, itemId(source, parcel))
      return stored && known(stored)
    },
    async learnParcel(source, parcel, learning) {
      const id = itemId(source, parcel)
      return database.transaction(() => {
        const stored: Parcel = readItem(database, id) ?? { once: {} }
        const { lines: _, commented: __, ...once } = withoutUndefined(learning.known)
        const moved = learning.isMoved && once.orderId !== undefined ? { orderId: once.orderId } : {}
        const next: Parcel = { ...stored, once: { ...once, ...stored.once, ...moved } }
        const added = Object.entries(toParcelEntries(learning)).filter(([, entries]) => entries.length > 0)
        const sets = added.map(([name, entries]) => ({ name: name as keyof ParcelEntries, entries }))
        if (sets.every(({ name }) => (stored[name]?.length ?? 0) < mostParcelEntries))
          for (const { name, entries } of sets)
            next[name] = [...new Set([...(stored[name] ?? []), ...entries.slice(0, mostParcelEntries)])]
        writeItem(database, id, { item: next, expiresAt: labelExpiry(learning.now) })
        return known(next)
      })
    },
  }
}
