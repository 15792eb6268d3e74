import { languages } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import type { RecordFact } from '../sentences/why-facts.ts'
import type { ItemId, RecordItem, WriteRecord } from '../state/write-record.ts'
import { shownItem } from '../typed-text.ts'
import { iso } from './iso.ts'

export type RecordsView = {
  /** Who works on an item now. */
  locks: { item: string; event: string; until: string; text: string }[]
  /** Oldest first. `since`: when it was first sent, or done. */
  writes: ({ item: string; key: string; since: string; text: string } & Pick<WriteRecord, 'kind' | 'state' | 'by'> & {
      id?: number
    })[]
}

/** What items of the state table say about locks and writes. */
export function recordsView(
  items: readonly RecordItem[],
  { now, isShown = () => true }: { now: number; isShown?: (key: string, record: WriteRecord) => boolean },
): RecordsView {
  const locks = items.flatMap(({ id: item, lock }) => {
    if (!lock || lock.until <= now) return []
    const { event, until } = lock
    return [{ item: shownItem(item), event, until: iso(until), text: textOf({ code: 'lock', item, event, until }) }]
  })
  const writes = items
    .flatMap(({ id: item, records }) => Object.entries(records).map(([key, record]) => ({ item, key, record })))
    .filter(({ key, record }) => isShown(key, record))
    .sort((one, other) => one.record.at - other.record.at)
  return { locks, writes: writes.map(writeView) }
}

function writeView({ item, key, record }: { item: ItemId; key: string; record: WriteRecord }) {
  const { kind, state, by, at } = record
  const id = record.state === 'done' ? record.id : undefined
  const orderId = record.orderId ?? orderOf(item)
  const facts = { kind, by, ...(id !== undefined && { id }) }
  const code = record.state === 'done' && record.linked ? 'linked' : state
  const text = textOf({ code, at, ...facts, ...(orderId !== undefined && { orderId }) })
  return { item: shownItem(item), key, state, since: iso(at), ...facts, text }
}

const orderOf = (item: ItemId): number | undefined =>
  item.startsWith('order#') ? Number(item.slice('order#'.length)) : undefined

const textOf = (fact: RecordFact): string => say(languages.en.record, fact)
