import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord } from 'aws-lambda'
import { type Image, recordsToRepeat, toStreamRecord } from './stream-record.ts'

/** A `ready` event as the `wake` index shows it. */
export type ReadyEvent = { id: string; epoch: number }

export type StreamOptions<Shard> = {
  /** As in a real stream, each has at most one batch with the worker. */
  shards: readonly Shard[]
  /** The `ready` events of one shard. */
  readReady: (shard: Shard) => Promise<ReadyEvent[]>
  /** The whole item, while it still is what was seen. */
  readImage: (event: ReadyEvent) => Promise<Image | undefined>
  /** Hands a batch to the worker; answers `{ batchItemFailures }`. */
  invoke: (event: { Records: DynamoDBRecord[] }) => Promise<unknown>
  pollMs: number
  report: (message: string, error: unknown) => void
}

/** As the deployed event source mapping: a hint is tried three times in all, then the schedule does the work. */
const batchSize = 10
const maxTries = 3

/**
 * The events table's stream, by looking: every `ready` event is handed to the worker once for each epoch. Only a hint, as the real
 * one is: whatever it loses is found by the schedule.
 */
export function startStream<Shard>(options: StreamOptions<Shard>): { stop(): void } {
  const timers = new Map<Shard, NodeJS.Timeout>()
  let stopped = false
  let sequence = 0
  const nextRecord = (image: Image): DynamoDBRecord =>
    toStreamRecord(image, String(++sequence).padStart(21, '0'), randomUUID())

  for (const shard of options.shards) {
    let handed = new Set<string>()
    const look = async (): Promise<Image[]> => {
      const ready = await options.readReady(shard)
      const fresh = ready.filter((event) => !handed.has(keyOf(event))).slice(0, batchSize)
      const images = await Promise.all(fresh.map(options.readImage))
      // A key that is not seen any more cannot come back: every later state has a higher epoch.
      handed = new Set([...ready.map(keyOf).filter((key) => handed.has(key)), ...fresh.map(keyOf)])
      return images.filter((image) => image !== undefined)
    }
    const turn = async (): Promise<void> => {
      const startedAt = performance.now()
      const images = await look().catch((error: unknown) => {
        if (!stopped) options.report('The local stream stumbled', error)
        return []
      })
      // A long look (many open events) is followed by a longer pause: looking must not take the machine from the work.
      const pauseMs = Math.min(2_000, Math.max(options.pollMs, 2 * (performance.now() - startedAt)))
      if (!stopped) await handOver(images.map(nextRecord), options)
      if (!stopped) timers.set(shard, setTimeout(turn, pauseMs))
    }
    timers.set(shard, setTimeout(turn, 0))
  }

  return {
    stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const keyOf = ({ id, epoch }: ReadyEvent): string => `${epoch}#${id}`

type Handing = Pick<StreamOptions<never>, 'invoke' | 'report'>

async function handOver(records: DynamoDBRecord[], options: Handing): Promise<void> {
  let left = records
  for (let tries = 1; left.length > 0 && tries <= maxTries; tries++) left = await handBatch(left, options)
}

/** Answers what has to be handed over again; a function that failed gets its whole batch again. */
async function handBatch(records: DynamoDBRecord[], { invoke, report }: Handing): Promise<DynamoDBRecord[]> {
  try {
    return recordsToRepeat(records, await invoke({ Records: records }))
  } catch (error) {
    report('The worker failed', error)
    return records
  }
}
