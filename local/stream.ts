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
  /** From one look at a shard to the next, at least. */
  restMs: number
  report: (message: string, error: unknown) => void
}

/** As the deployed event source mapping: a hint is tried three times in all, then the schedule does the work. */
const batchSize = 10
const maxTries = 3

export type Stream = {
  /** The table was written to: looks for `ready` events, at once or after the rest that follows a look. */
  look(): void
  /** Looks no more; resolves when what it reads has been read. A batch that the worker has is not waited for: its run is. */
  stop(): Promise<void>
}

/**
 * The events table's stream, by looking after each write: every `ready` event is handed to the worker once for each epoch. Only a hint,
 * as the real one is: whatever it loses is found by the schedule.
 */
export function startStream<Shard>(options: StreamOptions<Shard>): Stream {
  let sequence = 0
  const toRecord = (image: Image): DynamoDBRecord =>
    toStreamRecord(image, String(++sequence).padStart(21, '0'), randomUUID())
  const readers = options.shards.map((shard) => startReader(shard, { ...options, toRecord }))
  return {
    look() {
      for (const reader of readers) reader.look()
    },
    async stop() {
      await Promise.all(readers.map((reader) => reader.stop()))
    },
  }
}

type ReaderOptions<Shard> = StreamOptions<Shard> & { toRecord: (image: Image) => DynamoDBRecord }

/** One shard; it looks once without being told: a predecessor may have left something. */
function startReader<Shard>(shard: Shard, options: ReaderOptions<Shard>): Stream {
  const readFresh = createFreshReader(shard, options)
  let timer: NodeJS.Timeout | undefined
  let isWanted = true
  let isIdle = false
  let isStopped = false
  let reading: Promise<Fresh> | undefined

  const turn = async (): Promise<void> => {
    isWanted = false
    const startedAt = performance.now()
    reading = readFresh().catch((error: unknown) => {
      if (!isStopped) options.report('The local stream stumbled', error)
      return { images: [], more: true }
    })
    const { images, more } = await reading
    // A long look (many open events) is followed by a longer rest: looking must not take the machine from the work.
    const restMs = Math.min(2_000, Math.max(options.restMs, 2 * (performance.now() - startedAt)))
    await handOver(images.map(options.toRecord), { ...options, isStopped: () => isStopped })
    isWanted ||= more
    if (!isStopped) timer = setTimeout(goOn, restMs)
  }
  const goOn = (): void => {
    isIdle = !isWanted
    if (isWanted) void turn()
  }
  timer = setTimeout(goOn, 0)

  return {
    look() {
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

/** `more`: there is another batch. */
type Fresh = { images: Image[]; more: boolean }

/** Reads what was not handed over yet, a batch at a time. */
function createFreshReader<Shard>(shard: Shard, { readReady, readImage }: ReaderOptions<Shard>) {
  let handed = new Set<string>()
  return async (): Promise<Fresh> => {
    const ready = await readReady(shard)
    const fresh = ready.filter((event) => !handed.has(keyOf(event)))
    const batch = fresh.slice(0, batchSize)
    const images = await Promise.all(batch.map(readImage))
    // A key that is not seen any more cannot come back: every later state has a higher epoch.
    handed = new Set([...ready.map(keyOf).filter((key) => handed.has(key)), ...batch.map(keyOf)])
    return { images: images.filter((image) => image !== undefined), more: fresh.length > batchSize }
  }
}

const keyOf = ({ id, epoch }: ReadyEvent): string => `${epoch}#${id}`

type Handing = Pick<StreamOptions<never>, 'invoke' | 'report'>

async function handOver(records: DynamoDBRecord[], options: Handing & { isStopped: () => boolean }): Promise<void> {
  let left = records
  for (let tries = 1; left.length > 0 && tries <= maxTries && !options.isStopped(); tries++)
    left = await handBatch(left, options)
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
