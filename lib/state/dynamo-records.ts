import { isDeepStrictEqual } from 'node:util'
import { getItem, type Item, type Table, updateItem } from '../inbox/conditional-write.ts'
import { itemFormat, mustKnowFormat } from '../inbox/format.ts'
import {
  isOpenWrite,
  type ItemId,
  type Lock,
  type LockedItem,
  LostLock,
  type RecordItem,
  type RecordStore,
  type WriteRecord,
} from './write-record.ts'

type Store = Table & { newId: () => string; keepMs: number }

/**
 * The records as items of the state table: `lock` is a map, and each record a column of its own, `write#<key>`, because one UpdateItem
 * cannot both make a nested map and set a key of it. `expiresAt` (seconds, DynamoDB's time to live) is `keepMs` after the last write;
 * an item with a write of unknown outcome has none.
 */
export function createDynamoRecords(store: Store): RecordStore {
  return {
    async get(id) {
      const item = await getItem(store, id)
      return item && toRecordItem(item)
    },
    lock: (id, options) => lock(store, id, options),
    save: (item, options) => save(store, item, options),
    unlock: (item, now) => unlock(store, item, now),
    place: (key, id, now) => place(store, { key, id, now }),
    async placeOf(key) {
      const fact = await getItem(store, factId(key))
      return fact && placeIn(fact)
    },
  }
}

const prefix = 'write#'
const recordColumn = (key: string): string => prefix + key
const factId = (key: string): string => `fact#${key}`

function toRecordItem(item: Item): RecordItem {
  mustKnowFormat(item)
  const { id, lock } = item as { id: ItemId; lock?: Lock }
  const columns = Object.entries(item).filter(([column]) => column.startsWith(prefix))
  const records = Object.fromEntries(columns.map(([column, record]) => [column.slice(prefix.length), record]))
  return { id, records: records as Record<string, WriteRecord>, ...(lock && { lock }) }
}

async function lock(
  store: Store,
  id: ItemId,
  { lock, now, first }: Parameters<RecordStore['lock']>[1],
): Promise<LockedItem | 'busy'> {
  const written = await updateItem(store, {
    id,
    columns: {
      format: itemFormat,
      lock: { ...lock },
      writeId: store.newId(),
      // What may be sent from now on must not expire; the unlock sets the time again.
      ...(first && { expiresAt: undefined }),
    },
    actions: first ? ['#first = if_not_exists(#first, :first)'] : [],
    condition: `(attribute_not_exists(#format) OR #format <= :format) AND (attribute_not_exists(#lock)
      OR (#lock.#event = :event AND #lock.#epoch <= :epoch) OR (#lock.#event <> :event AND #lock.#until < :now))`,
    names: {
      '#format': 'format',
      '#lock': 'lock',
      '#event': 'event',
      '#epoch': 'epoch',
      '#until': 'until',
      ...(first && { '#first': recordColumn(first.key) }),
    },
    values: {
      ':format': itemFormat,
      ':event': lock.event,
      ':epoch': lock.epoch,
      ':now': now,
      ...(first && { ':first': first.record }),
    },
  })
  if (written.applied) return { ...toRecordItem(written.item), lock }
  if (written.stored) mustKnowFormat(written.stored)
  return 'busy'
}

async function save(
  store: Store,
  item: LockedItem,
  { changes, unlock = false, now }: Parameters<RecordStore['save']>[1],
): Promise<LockedItem> {
  const columns = Object.entries(changes).map(([key, record]) => [recordColumn(key), record] as const)
  const records = changed(item, changes)
  const written = await updateItem(store, {
    id: item.id,
    columns: {
      ...Object.fromEntries(columns),
      ...(unlock && { lock: undefined }),
      expiresAt: expiryOf(store, records, now),
      writeId: store.newId(),
    },
    ...ownedBy(item.lock),
  })
  // The request may have been applied although its answer was lost, and somebody else may have locked the item since.
  const isStored = () => columns.every(([column, record]) => isDeepStrictEqual(written.applied || written.stored?.[column], record))
  if (written.applied || isStored()) return { ...item, records }
  throw new LostLock(`${item.id} is not locked by ${item.lock.event} at epoch ${item.lock.epoch}`)
}

async function unlock(store: Store, { id, lock, records }: LockedItem, now: number): Promise<void> {
  const columns = { lock: undefined, expiresAt: expiryOf(store, records, now), writeId: store.newId() }
  await updateItem(store, { id, columns, ...ownedBy(lock) })
}

async function place(store: Store, { key, id, now }: { key: string; id: ItemId; now: number }): Promise<ItemId> {
  const written = await updateItem(store, {
    id: factId(key),
    columns: { format: itemFormat, place: id, expiresAt: expiryOf(store, {}, now), writeId: store.newId() },
    condition: 'attribute_not_exists(#id)',
    names: { '#id': 'id' },
  })
  return written.applied ? id : placeIn(written.stored ?? { format: itemFormat, place: id })
}

function placeIn(fact: Item): ItemId {
  mustKnowFormat(fact)
  return fact.place as ItemId
}

export const changed = (
  { records }: RecordItem,
  changes: Readonly<Record<string, WriteRecord | undefined>>,
): Record<string, WriteRecord> => {
  const kept = Object.entries({ ...records, ...changes }).filter(([, record]) => record !== undefined)
  return Object.fromEntries(kept) as Record<string, WriteRecord>
}

const expiryOf = ({ keepMs }: Store, records: Readonly<Record<string, WriteRecord>>, now: number): number | undefined =>
  Object.values(records).some(isOpenWrite) ? undefined : Math.ceil((now + keepMs) / 1_000)

const ownedBy = (lock: Lock) => ({
  condition: '#lock.#event = :event AND #lock.#epoch = :epoch',
  names: { '#lock': 'lock', '#event': 'event', '#epoch': 'epoch' },
  values: { ':event': lock.event, ':epoch': lock.epoch },
})
