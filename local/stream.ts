import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord } from 'aws-lambda'
import { type Image, recordsToRepeat, toStreamRecord } from './stream-record.ts'

/** A `ready` event in the `wake` index. */
export type ReadyEvent = { id: string; epoch: number }

export type StreamOptions<Shard> = {
  /** As in a real stream, the worker has at most one batch of each shard. */
  shards: readonly Shard[]
  /** The `ready` events of one shard. */
  readReady: (shard: Shard) => Promise<ReadyEvent[]>
  /** The whole item; undefined if the event has changed since. */
  readImage: (event: ReadyEvent) => Promise<Image | undefined>
  /** Sends a batch to the worker; resolves with `{ batchItemFailures }`. */
  invoke: (event: { Records: DynamoDBRecord[] }) => Promise<unknown>
  /** Minimum pause between two reads of a shard. */
  pauseMs: number
  report: (message: string, error: unknown) => void
}

/** As in the deployed event source mapping: a hint is sent three times at most, then the schedule does the work. */
const batchSize = 10
const maxAttempts = 3

export type Stream = {
  /** Call after a write to the table. Reads the `ready` events, at once or after the current pause. */
  notify(): void
  /** Starts no further read; resolves when current reads have ended. Does not wait for the worker: the invoker does. */
  stop(): Promise<void>
}

/**
 * Stands in for the stream of the events table: reads after each write, and sends every `ready` event to the worker
 * once per epoch. It is only a hint, like the real stream: the schedule finds what it loses.
 */
export function startStream<Shard>(options: StreamOptions<Shard>): Stream {
  let sequence = 0
  const toRecord = (image: Image): DynamoDBRecord =>
    toStreamRecord(image, String(++sequence).padStart(21, '0'), randomUUID())
  const readers = options.shards.map((shard) => startReader(shard, { ...options, toRecord }))
  return {
    notify() {
      for (const reader of readers) reader.notify()
    },
    async stop() {
      await Promise.all(readers.map((reader) => reader.stop()))
    },
  }
}

type ReaderOptions<Shard> = StreamOptions<Shard> & { toRecord: (image: Image) => DynamoDBRecord }

/** Reads one shard. The first read needs no write, because a predecessor may have left events. */
function startReader<Shard>(shard: Shard, options: ReaderOptions<Shard>): Stream {
  const readFresh = createFreshReader(shard, options)
  let timer: NodeJS.Timeout | undefined
  let isWanted = true
  let isIdle = false
  let isStopped = false
  let reading: Promise<Fresh> | undefined

  const readOnce = async (): Promise<void> => {
    isWanted = false
    const startedAt = performance.now()
    reading = readFresh().catch((error: unknown) => {
      if (!isStopped) options.report('The local stream could not read the table and will read it again', error)
      return { images: [], more: true }
    })
    const { images, more } = await reading
    // After a long read (many open events) pause longer, so that reading does not slow the work down.
    const pauseMs = Math.min(2_000, Math.max(options.pauseMs, 2 * (performance.now() - startedAt)))
    await sendRecords(images.map(options.toRecord), { ...options, isStopped: () => isStopped })
    isWanted ||= more
    if (!isStopped) timer = setTimeout(goOn, pauseMs)
  }
  const goOn = (): void => {
    isIdle = !isWanted
    if (isWanted) void readOnce()
  }
  timer = setTimeout(goOn, 0)

  return {
    notify() {
      isWanted = true
      if (isIdle && !isStopped) goOn()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await reading
    },
  }
}

/** `more` means that there is another batch. */
type Fresh = { images: Image[]; more: boolean }

/** Reads what was not sent yet, one batch at a time. */
function createFreshReader<Shard>(shard: Shard, { readReady, readImage }: ReaderOptions<Shard>) {
  let sent = new Set<string>()
  return async (): Promise<Fresh> => {
    const ready = await readReady(shard)
    const fresh = ready.filter((event) => !sent.has(keyOf(event)))
    const batch = fresh.slice(0, batchSize)
    const images = await Promise.all(batch.map(readImage))
    // A key that has disappeared cannot come back: every later state has a higher epoch.
    sent = new Set([...ready.map(keyOf).filter((key) => sent.has(key)), ...batch.map(keyOf)])
    return { images: images.filter((image) => image !== undefined), more: fresh.length > batchSize }
  }
}

const keyOf = ({ id, epoch }: ReadyEvent): string => `${epoch}#${id}`

type Sending = Pick<StreamOptions<never>, 'invoke' | 'report'>

async function sendRecords(records: DynamoDBRecord[], options: Sending & { isStopped: () => boolean }): Promise<void> {
  let left = records
  for (let attempt = 1; left.length > 0 && attempt <= maxAttempts && !options.isStopped(); attempt++)
    left = await sendBatch(left, options)
}

/** Returns the records that must be sent again: the whole batch if the function failed. */
async function sendBatch(records: DynamoDBRecord[], { invoke, report }: Sending): Promise<DynamoDBRecord[]> {
  try {
    return recordsToRepeat(records, await invoke({ Records: records }))
  } catch (error) {
    report('The worker failed', error)
    return records
  }
}
