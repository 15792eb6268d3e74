import type { ParcelLines } from '../../commands.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import { labelExpiry } from '../../inbox/labels.ts'
import type { Learnt, LearntParcel } from '../../state/learnt.ts'
import { getItem, type Table, updateItem } from './conditional-write.ts'
import type { Item } from './items.ts'

/** Of an item. Beyond them only what is set once is learnt. */
const mostEntries = 250

/** What is known of parcels, an item each in the state table: columns that are set once, and two sets that are added to. */
export function createDynamoLearnt(table: Table & { newId: () => string }): Learnt {
  return {
    async parcel(source, parcel) {
      const item = await getItem(table, itemId(source, parcel))
      return item && toParcel(item)
    },
    learnParcel: (source, parcel, options) => learn(table, itemId(source, parcel), options),
  }
}

const itemId = (source: string, parcel: string): string => `parcel#${source}/${parcel}`

type Learning = Parameters<Learnt['learnParcel']>[2]

async function learn(table: Table & { newId: () => string }, id: string, learning: Learning): Promise<LearntParcel> {
  const { lines = {}, removed = {}, ...known } = learning.known
  const once = Object.entries(known).filter(([, value]) => value !== undefined)
  const adds = {
    lines: Object.entries(lines).map(([line, { shopLine, quantity }]) => JSON.stringify([line, shopLine, quantity])),
    removed: Object.entries(removed).flatMap(([key, pieces]) =>
      Object.entries(pieces).map(([line, quantity]) => JSON.stringify([key, line, quantity])),
    ),
  }
  const written = await updateItem(table, {
    id,
    columns: { format: itemFormat, expiresAt: labelExpiry(learning.now), writeId: table.newId() },
    actions: once.map(([column]) => `#${column} = if_not_exists(#${column}, :${column})`),
    adds: { lines: adds.lines.slice(0, mostEntries), removed: adds.removed.slice(0, mostEntries) },
    condition: `attribute_not_exists(id) OR (#format <= :format ${Object.entries(adds)
      .filter(([, entries]) => entries.length > 0)
      .map(([column]) => `AND (attribute_not_exists(#${column}) OR size(#${column}) < :most)`)
      .join(' ')})`,
    values: {
      ':format': itemFormat,
      ...(adds.lines.length + adds.removed.length > 0 && { ':most': mostEntries }),
      ...Object.fromEntries(once.map(([column, value]) => [`:${column}`, value])),
    },
  })
  if (written.applied) return toParcel(written.item)
  if (written.stored) mustKnowFormat(written.stored)
  return await learn(table, id, { ...learning, known })
}

/** Throws `NewerFormat`. */
function toParcel(item: Item): LearntParcel {
  mustKnowFormat(item)
  const { id: _, format: __, expiresAt: ___, writeId: ____, lines, removed, ...once } = item
  const parcelLines: Record<string, ParcelLines[string]> = {}
  for (const [line, shopLine, quantity] of entriesOf(lines)) parcelLines[line] = { shopLine, quantity }
  const byKey: Record<string, Record<string, number>> = {}
  for (const [key, line, quantity] of entriesOf(removed)) byKey[key] = { ...byKey[key], [line]: quantity }
  return {
    ...once,
    ...(lines !== undefined && { lines: parcelLines }),
    ...(removed !== undefined && { removed: byKey }),
  }
}

const entriesOf = (set: unknown): [string, string, number][] =>
  [...((set as Set<string>) ?? [])].map((entry) => JSON.parse(entry))
