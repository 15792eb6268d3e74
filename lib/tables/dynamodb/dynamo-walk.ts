import type { Place, Walked } from '../../inbox/inbox.ts'
import type { Table } from './conditional-write.ts'
import { fromItem } from './event-item.ts'
import type { Item } from './items.ts'
import { readItems, readKeys } from './read-items.ts'
import { dueShards, listShard, shards } from './shards.ts'

const index = { index: 'list', partition: 'listShard', sort: 'receivedAt', keys: shards.map(listShard) } as const

type Walk = { after?: Place | undefined; limit: number }

/** Of the `list` index; reads on where an entry's event is gone, so that a short answer is the end. */
export async function readWalk(table: Table, { after, limit }: Walk): Promise<Walked[]> {
  const events: Walked[] = []
  let from = after
  while (events.length < limit) {
    const wanted = limit - events.length
    const keys = await readKeys(table, index, { to: Number.MAX_SAFE_INTEGER, after: from, limit: wanted })
    const ids = keys.map(({ id }) => id)
    const items = await readItems(table, ids)
    events.push(...items.map(toWalked))
    if (keys.length < wanted) break
    from = keys.at(-1)
  }
  return events
}

/** Events by id. */
export const readAll = async (table: Table, ids: readonly string[]): Promise<Walked[]> =>
  (await readItems(table, ids)).map(toWalked)

const toWalked = (item: Item): Walked => ({
  at: item.receivedAt as number,
  id: item.id as string,
  read: () => fromItem(item),
})

const dueIndex = { index: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys: dueShards } as const

/** Of the part of the `wake` index that holds nothing but open events: what is stored besides costs nothing. */
export async function readDue(
  table: Table,
  { now, ...range }: { now: number; limit: number; after?: Place | undefined },
): Promise<Place[]> {
  return await readKeys(table, dueIndex, { to: now, ...range })
}
