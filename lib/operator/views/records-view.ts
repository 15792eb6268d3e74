import { type Sentences, say } from '../../sentences/sentences.ts'
import type { RecordFact } from '../../sentences/why-facts.ts'
import { alsoIn, type ItemId, type RecordItem, type WriteRecord } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { iso } from '../operator.ts'

type Seen = { now: number; sentences: Sentences; isShown?: (key: string, record: WriteRecord) => boolean }

/** Who works on items of the state table now, and what was written, oldest first; `since`: first sent, or done. */
export function recordsView(items: readonly RecordItem[], { now, sentences, isShown = () => true }: Seen) {
  const textOf = (fact: RecordFact): string => say(sentences.record, fact)
  const locks = items.flatMap(({ id: item, lock }) => {
    if (!lock || lock.until <= now) return []
    const { event, until } = lock
    return [{ item: shownItem(item), event, until: iso(until), text: textOf({ code: 'lock', item, event, until }) }]
  })
  const writes = items
    .flatMap(({ id: item, records }) => Object.entries(records).map(([key, record]) => ({ item, key, record })))
    .filter(({ key, record }) => isShown(key, record))
    .sort((one, other) => one.record.at - other.record.at)
  return { locks, writes: writes.map((write) => writeView(write, textOf)) }
}

function writeView(
  { item, key, record }: { item: ItemId; key: string; record: WriteRecord },
  textOf: (fact: RecordFact) => string,
) {
  const { kind, state, by, at } = record
  const id = record.state === 'done' ? record.id : undefined
  const orderId = record.orderId ?? orderOf(item)
  const facts = { kind, by, ...(id !== undefined && { id }), ...alsoIn(record) }
  const code = record.state === 'done' && record.linked ? 'linked' : state
  const text = textOf({ code, at, ...facts, ...(orderId !== undefined && { orderId }) })
  return { item: shownItem(item), key, state, since: iso(at), ...facts, text }
}

const orderOf = (item: string): number | undefined =>
  item.startsWith('order#') ? Number(item.slice('order#'.length)) : undefined

/** The orders and returns that these writes name. */
export const placesInWrites = ({ writes }: ReturnType<typeof recordsView>): (number | undefined)[] =>
  writes.flatMap(({ item, kind, id, also = [] }) => [
    orderOf(item),
    ...(kind === 'return' || kind === 'order' ? [id, ...also] : []),
  ])
