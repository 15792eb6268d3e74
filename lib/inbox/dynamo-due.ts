import type { Table } from './conditional-write.ts'
import type { Place } from './inbox.ts'
import { readKeys } from './read-keys.ts'
import { dueShards } from './shards.ts'

const index = { index: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys: dueShards } as const

/** Of the part of the `wake` index that holds nothing but open events: what is stored besides costs nothing. */
export async function readDue(
  table: Table,
  { now, ...range }: { now: number; limit: number; after?: Place | undefined },
): Promise<Place[]> {
  return await readKeys(table, index, { to: now, ...range })
}
