import { crc32 } from 'node:zlib'
import { type EventStatus, type InboxEvent, openStatuses } from './event.ts'

/** One partition of an index serves 1,000 writes a second: four are more than the back office ever takes. */
export const shards = [0, 1, 2, 3] as const

export const isOpen = (status: EventStatus): boolean => openStatuses.some((open) => open === status)

/** Whether the event has this status, or is open. */
export const hasStatus = (event: Pick<InboxEvent, 'status'>, wanted: EventStatus | 'open'): boolean =>
  event.status === wanted || (wanted === 'open' && isOpen(event.status))

const shardOf = (id: string): number => crc32(id) % shards.length

/** The parts of the `wake` index: open events by when they are due, and what needs a person by when it came to need one. */
export type WakePart = 'due' | 'held' | 'failed'
export const wakeShard = (part: WakePart, shard: number): string => `${part}#${shard}`

/** Partitions of the open events. */
export const dueShards = shards.map((shard) => wakeShard('due', shard))

/** Where an event of this status stands in the `wake` index; `open` is all that are due some time. */
export const wakePartOf = (status: EventStatus | 'open'): WakePart | undefined =>
  status === 'open' || isOpen(status) ? 'due' : status === 'held' || status === 'failed' ? status : undefined

/** The time that sorts an event within its part: when it is due, or since when it needs a person. */
export const wakeTimeOf = ({ wakeAt, endedAt, updatedAt }: Times): number => wakeAt ?? endedAt ?? updatedAt
type Times = Pick<InboxEvent, 'wakeAt' | 'endedAt' | 'updatedAt'>

/** The event's keys in the `wake` index; none where it is not in it. */
export function wakeKeysOf(event: Times & Pick<InboxEvent, 'id' | 'status'>) {
  const part = wakePartOf(event.status)
  return part ? { wakeShard: wakeShard(part, shardOf(event.id)), wakeAt: wakeTimeOf(event) } : {}
}

/** Partition of the `list` index: an event keeps it from its receipt to its end. */
export const listShard = (shard: number): string => `list#${shard}`
export const listShardOf = (id: string): string => listShard(shardOf(id))

/** Partition of the `order` index. */
export const orderKey = (orderId: number): string => `order#${orderId}`
