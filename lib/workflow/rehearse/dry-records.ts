import {
  type ItemId,
  type LockedItem,
  type RecordItem,
  type RecordStore,
  withChanges,
} from '../../state/write-record.ts'

/** The records as they are, and as a run of the event would leave them: nothing is stored. What it has locked itself, it may work on. */
export function dryRecords(records: RecordStore, event: string): RecordStore {
  const items = new Map<ItemId, RecordItem>()
  const places = new Map<string, ItemId>()
  const read = async (id: ItemId) => items.get(id) ?? (await records.get(id))
  const changed = (item: LockedItem, changes: Parameters<RecordStore['save']>[1]['changes']): LockedItem => {
    const next = { ...item, records: withChanges(item.records, changes), version: item.version + 1 }
    items.set(item.id, { id: item.id, records: next.records })
    return next
  }
  return {
    get: read,
    async lock(id, { lock, now, first }) {
      const { records: known = {}, lock: theirs } = (await read(id)) ?? {}
      if (theirs && theirs.event !== event && theirs.until > now) return 'busy'
      const locked = { id, lock, records: known, version: 0 }
      return first && !known[first.key] ? changed(locked, { [first.key]: first.record }) : locked
    },
    save: async (item, { changes }) => changed(item, changes),
    unlock: async () => {},
    async place(key, id, { instead }) {
      const known = places.get(key) ?? (await records.placeOf(key))
      const place = known === undefined || known === instead ? id : known
      places.set(key, place)
      return place
    },
    placeOf: async (key) => places.get(key) ?? (await records.placeOf(key)),
    countOnDay: async () => true,
  }
}
