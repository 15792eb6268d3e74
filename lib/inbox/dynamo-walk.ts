import type { Table } from './conditional-write.ts'
import type { InboxEvent } from './event.ts'
import { fromItem } from './event-item.ts'
import type { Place } from './inbox.ts'
import { readItems } from './read-items.ts'
import { readKeys } from './read-keys.ts'
import { listShard, shards } from './shards.ts'

const index = { index: 'list', partition: 'listShard', sort: 'receivedAt', keys: shards.map(listShard) } as const

type Walk = { after?: Place | undefined; limit: number }

/** Of the `list` index; reads on where an entry's event is gone, so that a short answer is the end. */
export async function readWalk(table: Table, { after, limit }: Walk): Promise<InboxEvent[]> {
  const events: InboxEvent[] = []
  let from = after
  while (events.length < limit) {
    const wanted = limit - events.length
    const keys = await readKeys(table, index, { to: Number.MAX_SAFE_INTEGER, after: from, limit: wanted })
    events.push(
      ...(
        await readItems(
          table,
          keys.map(({ id }) => id),
        )
      ).map(fromItem),
    )
    if (keys.length < wanted) break
    from = keys.at(-1)
  }
  return events
}
