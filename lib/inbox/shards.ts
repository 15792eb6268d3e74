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

/**
 * How far the retention of an ended event has come. Each has partitions of its own in the `wake` index, sorted by the time of the end:
 * what is to be erased is found without a scan, and never looks like due work.
 */
export type EndedStage = 'failed' | 'ended' | 'erased'
export const endedShard = (stage: EndedStage, shard: number): string => `${stage}#${shard}`

type Ended = { status: EventStatus; endedAt?: number; expiresAt?: number }

/** Undefined for an event without a clock: open or held. */
export function stageOf({ status, endedAt, expiresAt }: Ended): EndedStage | undefined {
  if (endedAt === undefined) return undefined
  if (expiresAt !== undefined) return 'erased'
  return status === 'failed' ? 'failed' : 'ended'
}

/** Undefined: the event is not in the index. */
export function wakeShardOf(event: Ended & { id: string }): string | undefined {
  const shard = shardOf(event.id)
  if (isOpen(event.status)) return wakeShard(shard)
  const stage = stageOf(event)
  return stage && endedShard(stage, shard)
}
