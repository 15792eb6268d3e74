import type { Table } from './conditional-write.ts'
import type { Place } from './inbox.ts'
import { readKeys } from './read-keys.ts'
import { shards, wakeShard } from './shards.ts'

const keys = shards.map((shard) => wakeShard('due', shard))

/** Of the part of the `wake` index that holds nothing but open events: what is stored besides costs nothing. */
export async function readDue(
  table: Table,
  { now, ...range }: { now: number; limit: number; after?: Place | undefined },
): Promise<Place[]> {
  return await readKeys(table, { index: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys }, { to: now, ...range })
}
