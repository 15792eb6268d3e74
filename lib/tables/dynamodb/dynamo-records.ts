import { Rejected } from '../../errors.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import type { ItemId, LockedItem, RecordItem, RecordStore, WriteRecord } from '../../state/write-record.ts'
import { daySet, expiryOf, isCarriedOut, isSameClaim, LostLock, withChanges } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { documentItems, getItem, isTooLarge, type Table, updateItem } from './conditional-write.ts'
import { addToSet, type Item, plain } from './items.ts'

type Store = Table & { newId: () => string; keepMs: number }

/** Each record is a column of its own. `expiresAt` (seconds): none while the outcome of a write is unknown. */
export const createDynamoRecords = (store: Store): RecordStore => ({
  async get(id) {
    const item = await getItem(store, id)
    return item && toRecordItem(item)
  },
  lock: (id, options) => lock(store, id, options),
  save: (item, options) => save(store, item, options),
  unlock: (item, now) => unlock(store, item, now),
  place: (key, id, options) => place(store, { key, id, ...options }),
  async placeOf(key) {
    const fact = await getItem(store, factId(key))
    return fact && placeIn(fact)
  },
  async countOnDay(key, options) {
    const items = documentItems(store.documentClient)
    return await addToSet({ items, table: store.table }, { column: 'keys', ...daySet(key, options) })
  },
})

const prefix = 'write#'
const recordColumn = (key: string): string => prefix + key
const factId = (key: string): string => `fact#${key}`

/** Throws `NewerFormat`. */
function toRecordItem(item: Item): RecordItem {
  mustKnowFormat(item)
  const { id, lock } = item as RecordItem
  const columns = Object.entries(item).filter(([column]) => column.startsWith(prefix))
  const records = Object.fromEntries(columns.map(([column, record]) => [column.slice(prefix.length), record]))
  return { id, records: records as Record<string, WriteRecord>, ...(lock && { lock }) }
}

/** One UpdateItem. A repeat whose answer was lost fits its own lock, and finds its own `first`. */
async function lock(store: Store, id: ItemId, { lock, now, first }: Parameters<RecordStore['lock']>[1]) {
  const update = {
    id,
    columns: {
      format: itemFormat,
      lock: { ...lock },
      writeId: store.newId(),
      // What may be sent from now on must not expire; the next save sets the time again.
      ...(first && { expiresAt: undefined }),
    },
    actions: [
      '#version = if_not_exists(#version, :zero) + :one',
      ...(first ? ['#first = if_not_exists(#first, :first)'] : []),
    ],
    condition: `(attribute_not_exists(#format) OR #format <= :format) AND (attribute_not_exists(#lock)
      OR (#lock.#event = :event AND #lock.#epoch <= :epoch) OR (#lock.#event <> :event AND #lock.#until < :now))`,
    ...(first && { names: { '#first': recordColumn(first.key) } }),
    values: {
      ':format': itemFormat,
      ':event': lock.event,
      ':epoch': lock.epoch,
      ':now': now,
      ':zero': 0,
      ':one': 1,
      ...(first && { ':first': plain(first.record) }),
    },
  }
  const written = await updateItem(store, update).catch((error: unknown) => {
    if (!isTooLarge(error)) throw error
    // The item can never be written again, and must not break off every run.
    const message = `The item ${shownItem(id)} is full: the table takes no larger item`
    throw new Rejected(message, { status: 413, cause: error })
  })
  if (written.applied) return { ...toRecordItem(written.item), lock, version: versionOf(written.item) }
  if (written.stored) mustKnowFormat(written.stored)
  return 'busy' as const
}

type Save = Parameters<RecordStore['save']>[1]

async function save(store: Store, item: LockedItem, options: Save): Promise<LockedItem> {
  const written = await update(store, item, options)
  if (written.saved) return written.saved
  // The save was carried out and its answer lost; somebody else may have locked the item since.
  if (written.stored) {
    const { records } = toRecordItem(written.stored)
    if (isCarriedOut(records, options)) return { ...item, records }
  }
  throw new LostLock(`${item.id} is not locked by ${item.lock.event} at epoch ${item.lock.epoch}`)
}

async function unlock(store: Store, item: LockedItem, now: number): Promise<void> {
  await update(store, item, { changes: {}, unlock: true, now })
}

/** One UpdateItem under the lock, again over what is there if its owner has written since: that decides `expiresAt`. */
async function update(store: Store, item: LockedItem, options: Save): Promise<{ saved?: LockedItem; stored?: Item }> {
  const { changes, unlock, now } = options
  const { id, lock, version } = item
  const records = withChanges(item.records, changes)
  const columns = Object.entries(changes).map(([key, record]) => [recordColumn(key), record && plain(record)])
  const next = version + 1
  const written = await updateItem(store, {
    id,
    columns: {
      ...Object.fromEntries(columns),
      ...(unlock && { lock: undefined }),
      expiresAt: expiryOf(records, { now, keepMs: store.keepMs }),
      version: next,
      writeId: store.newId(),
    },
    condition: '#lock.#event = :event AND #lock.#epoch = :epoch AND #version = :version AND #format <= :format',
    values: { ':event': lock.event, ':epoch': lock.epoch, ':version': version, ':format': itemFormat },
  })
  if (written.applied) return { saved: { ...item, records, version: next } }
  const { stored } = written
  if (!stored) return {}
  const current = toRecordItem(stored)
  return isSameClaim(current.lock, lock)
    ? await update(store, { ...current, lock, version: versionOf(stored) }, options)
    : { stored }
}

/** A count that is never set back: an id of the last write would let a late repeat of a lock and its save fit again. */
const versionOf = ({ version }: Item): number => Number(version)
type Placing = { key: string; id: ItemId; now: number; instead?: ItemId }

async function place(store: Store, { key, id, now, instead }: Placing): Promise<ItemId> {
  const written = await updateItem(store, {
    id: factId(key),
    columns: {
      format: itemFormat,
      place: id,
      expiresAt: expiryOf({}, { now, keepMs: store.keepMs }),
      writeId: store.newId(),
    },
    condition: `attribute_not_exists(#id)${instead === undefined ? '' : ' OR (#place = :instead AND #format <= :format)'}`,
    ...(instead !== undefined && { values: { ':instead': instead, ':format': itemFormat } }),
  })
  return written.applied ? id : placeIn(written.stored ?? { format: itemFormat, place: id })
}

/** Throws `NewerFormat`. */
function placeIn(fact: Item): ItemId {
  mustKnowFormat(fact)
  return fact.place as ItemId
}
