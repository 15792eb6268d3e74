import { crc32 } from 'node:zlib'
import { type InboxEvent, type WakePart, wakePartOf, wakeTimeOf } from '../../inbox/event.ts'

/** Partitions of an index. Each serves 1,000 writes a second: four are more than the back office ever takes. */
const shards = [0, 1, 2, 3] as const
const shardOf = (id: string): number => crc32(id) % shards.length
const wakeShard = (part: WakePart, shard: number): string => `${part}#${shard}`
export const wakeShards = (part: WakePart): string[] => shards.map((shard) => wakeShard(part, shard))
export const dueShards = wakeShards('due')

export function wakeKeysOf(event: Pick<InboxEvent, 'id' | 'status' | 'wakeAt' | 'endedAt' | 'updatedAt'>) {
  const part = wakePartOf(event.status)
  return part ? { wakeShard: wakeShard(part, shardOf(event.id)), wakeAt: wakeTimeOf(event) } : {}
}

/** Partition of the `list` index: an event keeps it from its receipt to its end. */
const listShard = (shard: number): string => `list#${shard}`
export const listShards = shards.map(listShard)
export const listShardOf = (id: string): string => listShard(shardOf(id))
export const orderKey = (orderId: number): string => `order#${orderId}`
