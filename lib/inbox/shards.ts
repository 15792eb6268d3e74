import { crc32 } from 'node:zlib'
import { type EventStatus, openStatuses } from './event.ts'

/** One partition of an index serves 1,000 writes a second: four are more than the back office ever takes. */
export const shards = [0, 1, 2, 3] as const

/** Lists keep an event in one bucket while it is open, so that claims and checkpoints do not move it in the index. */
export const buckets = ['open', 'held', 'done', 'failed', 'ignored', 'discarded'] as const
export type Bucket = (typeof buckets)[number]

export const isOpen = (status: EventStatus): boolean => openStatuses.some((open) => open === status)

const isBucket = (status: EventStatus): status is EventStatus & Bucket => buckets.some((bucket) => bucket === status)

export const bucketOf = (status: EventStatus): Bucket => (isBucket(status) ? status : 'open')

const shardOf = (id: string): number => crc32(id) % shards.length

/** Partition of the `list` index. */
export const listKey = (bucket: Bucket, shard: number): string => `${bucket}#${shard}`
export const listKeyOf = (id: string, status: EventStatus): string => listKey(bucketOf(status), shardOf(id))

/** Partition of the sparse `wake` index. */
export const wakeShard = (shard: number): string => `wake#${shard}`
export const wakeShardOf = (id: string): string => wakeShard(shardOf(id))
