import type { ParcelLines } from '../../commands.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import { labelExpiry } from '../../inbox/labels.ts'
import type { Learning, Learnt, LearntParcel } from '../../state/learnt.ts'
import { getItem, type Table, updateItem } from './conditional-write.ts'
import type { Item } from './items.ts'

/** Of an item. Beyond them only what is set once is learnt. */
const mostEntries = 250

/** What is known of parcels, an item each in the state table: columns that are set once, and sets that are added to. */
export const createDynamoLearnt = (table: Table & { newId: () => string }): Learnt => ({
  async parcel(source, parcel) {
    const item = await getItem(table, itemId(source, parcel))
    return item && toParcel(item)
  },
  learnParcel: (source, parcel, learning) => learn(table, itemId(source, parcel), learning),
})

const itemId = (source: string, parcel: string): string => `parcel#${source}/${parcel}`

async function learn(
  table: Table & { newId: () => string },
  id: string,
  { known, removed, isMoved, now }: Learning,
): Promise<LearntParcel> {
  const { lines = {}, commented = [], ...others } = known
  const once = Object.entries(others).filter(([, value]) => value !== undefined)
  const adds = {
    commented,
    lines: Object.entries(lines).map(([line, { shopLine, quantity }]) => JSON.stringify([line, shopLine, quantity])),
    removed: Object.entries(removed?.pieces ?? {}).map((pieces) => JSON.stringify([removed?.by, ...pieces])),
  }
  const added = Object.entries(adds).filter(([, entries]) => entries.length > 0)
  const hasRoom = added.map(([column]) => `AND (attribute_not_exists(#${column}) OR size(#${column}) < :most)`)
  const written = await updateItem(table, {
    id,
    columns: { format: itemFormat, expiresAt: labelExpiry(now), writeId: table.newId() },
    actions: once.map(([column]) =>
      isMoved && column === 'orderId' ? '#orderId = :orderId' : `#${column} = if_not_exists(#${column}, :${column})`,
    ),
    adds: Object.fromEntries(added.map(([column, entries]) => [column, entries.slice(0, mostEntries)])),
    condition: `attribute_not_exists(id) OR (#format <= :format ${hasRoom.join(' ')})`,
    values: {
      ':format': itemFormat,
      ...(added.length > 0 && { ':most': mostEntries }),
      ...Object.fromEntries(once.map(([column, value]) => [`:${column}`, value])),
    },
  })
  if (written.applied) return toParcel(written.item)
  if (written.stored) mustKnowFormat(written.stored)
  return await learn(table, id, { known: others, isMoved, now })
}

/** Throws `NewerFormat`. */
function toParcel(item: Item): LearntParcel {
  mustKnowFormat(item)
  const { id: _, format: __, expiresAt: ___, writeId: ____, lines, removed, commented, ...once } = item
  const known: Record<string, ParcelLines[string]> = {}
  for (const [line, shopLine, quantity] of entriesOf(lines))
    if (quantity > (known[line]?.quantity ?? 0)) known[line] = { shopLine, quantity }
  const pieces: Record<string, number> = {}
  for (const [, line, quantity] of entriesOf(removed)) pieces[line] = (pieces[line] ?? 0) + quantity
  return {
    ...once,
    ...(lines !== undefined && { lines: known }),
    ...(removed !== undefined && { removed: pieces }),
    ...(commented !== undefined && { commented: [...(commented as Set<string>)] }),
  }
}

const entriesOf = (set: unknown): [string, string, number][] =>
  [...((set as Set<string>) ?? [])].map((entry) => JSON.parse(entry))
