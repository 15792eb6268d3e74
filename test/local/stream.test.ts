import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ReadyEvent, type Stream, type StreamOptions, startStream } from '../../local/stream.ts'
import { type Image, recordsToRepeat, toStreamRecord } from '../../local/stream-record.ts'

const image: Image = {
  id: { S: 'shopify/1' },
  status: { S: 'ready' },
  epoch: { N: '0' },
  updatedAt: { N: '1700000000500' },
  payload: { B: Buffer.from([0, 255]) },
  history: { L: [{ M: { bytes: { B: new Uint8Array([1]) } } }] },
}

describe('a record of the stream', () => {
  it('has the shape that Lambda hands over, binary values as base64', () => {
    expect(toStreamRecord(image, '7', 'event-1')).toEqual({
      eventID: 'event-1',
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      dynamodb: {
        ApproximateCreationDateTime: 1_700_000_000,
        Keys: { id: { S: 'shopify/1' } },
        NewImage: {
          id: { S: 'shopify/1' },
          status: { S: 'ready' },
          epoch: { N: '0' },
          updatedAt: { N: '1700000000500' },
          payload: { B: 'AP8=' },
          history: { L: [{ M: { bytes: { B: 'AQ==' } } }] },
        },
        SequenceNumber: '7',
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_IMAGE',
      },
      eventSourceARN: expect.stringMatching(/^arn:aws:dynamodb:.*:table\/events-2\/stream\//),
    })
  })

  it('is a MODIFY once the event had been claimed before', () => {
    expect(toStreamRecord({ ...image, epoch: { N: '2' } }, '1', 'e').eventName).toBe('MODIFY')
  })
})

describe('partial answers of the worker', () => {
  const records = ['1', '2', '3'].map((number) => toStreamRecord(image, number, number))
  const numbers = (left: DynamoDBRecord[]) => left.map(({ dynamodb }) => dynamodb?.SequenceNumber)

  it.each([
    [{ batchItemFailures: [] }, []],
    [undefined, []],
    [{ batchItemFailures: [{ itemIdentifier: '2' }] }, ['2', '3']],
    [{ batchItemFailures: [{ itemIdentifier: '3' }, { itemIdentifier: '2' }] }, ['2', '3']],
    [{ batchItemFailures: [{ itemIdentifier: 'unknown' }] }, ['1', '2', '3']],
  ])('%j leaves %j to be handed over again', (answer, left) => {
    expect(numbers(recordsToRepeat(records, answer))).toEqual(left)
  })
})

describe('the local stream', () => {
  it('hands each event over once for each epoch', async () => {
    const ready: ReadyEvent[] = [{ id: 'a', epoch: 0 }]
    let looks = 0
    const { handed, look } = run({
      readReady: async () => {
        looks++
        return [...ready]
      },
    })
    await until(() => handed.length === 1)
    for (const again of [2, 3]) {
      look()
      await until(() => looks === again)
    }
    expect(ids(handed)).toEqual([['a']])
    ready[0] = { id: 'a', epoch: 2 }
    look()
    await until(() => handed.length === 2)
    expect(ids(handed)).toEqual([['a'], ['a']])
  })

  it('looks once at its start and then only when it is told to', async () => {
    let looks = 0
    const { look } = run({
      readReady: async () => {
        looks++
        return []
      },
    })
    await until(() => looks === 1)
    await sleep(20)
    expect(looks).toBe(1)
    look()
    await until(() => looks === 2)
    await sleep(20)
    expect(looks).toBe(2)
  })

  it('looks again for what was written while it looked, after its rest and once for many writes', async () => {
    const { promise: read, resolve: endRead } = Promise.withResolvers<void>()
    const looks: number[] = []
    const { look } = run({
      restMs: 40,
      readReady: async () => {
        looks.push(performance.now())
        if (looks.length === 1) await read
        return []
      },
    })
    await until(() => looks.length === 1)
    for (let writes = 0; writes < 5; writes++) look()
    const endedAt = performance.now()
    endRead()
    await until(() => looks.length === 2)
    expect((looks[1] as number) - endedAt).toBeGreaterThan(35)
    await sleep(60)
    expect(looks).toHaveLength(2)
  })

  it.each([
    [100, 200],
    [5_000, 2_000],
  ])('rests after a look of %i ms for %i ms', async (lookMs, restMs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let looks = 0
    const { look } = run({
      restMs: 40,
      readReady: async () => {
        if (++looks === 1) await new Promise((resolve) => setTimeout(resolve, lookMs))
        return []
      },
    })
    await vi.advanceTimersByTimeAsync(0)
    look()
    await vi.advanceTimersByTimeAsync(lookMs + restMs - 1)
    expect(looks).toBe(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(looks).toBe(2)
  })

  it('hands over at most ten at a time, and all of them', async () => {
    const ready = Array.from({ length: 23 }, (_, number) => ({ id: `e${number}`, epoch: 0 }))
    const { handed } = run({ readReady: async () => ready })
    await until(() => ids(handed).flat().length === 23)
    expect(handed.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(new Set(ids(handed).flat()).size).toBe(23)
  })

  it('hands a batch of a failing worker over three times and leaves it to the schedule then', async () => {
    let tries = 0
    const reports: string[] = []
    run({
      readReady: async () => [{ id: 'a', epoch: 0 }],
      invoke: async () => {
        tries++
        throw new Error('no memory')
      },
      report: (message) => reports.push(message),
    })
    await until(() => tries === 3)
    await sleep(20)
    expect(tries).toBe(3)
    expect(reports).toEqual(['The worker failed', 'The worker failed', 'The worker failed'])
  })

  it('skips an event that somebody else took meanwhile', async () => {
    const { handed } = run({
      readReady: async () => [
        { id: 'taken', epoch: 0 },
        { id: 'b', epoch: 0 },
      ],
      readImage: async ({ id }) => (id === 'taken' ? undefined : { ...image, id: { S: id } }),
    })
    await until(() => handed.length === 1)
    expect(ids(handed)).toEqual([['b']])
  })

  it('goes on after a look that failed, and loses nothing by it', async () => {
    let looks = 0
    let reads = 0
    const { handed } = run({
      readReady: async () => {
        if (++looks === 1) throw new Error('no table')
        return [{ id: 'a', epoch: 0 }]
      },
      readImage: async ({ id }) => {
        if (++reads === 1) throw new Error('no item')
        return { ...image, id: { S: id } }
      },
    })
    await until(() => handed.length === 1)
    expect(ids(handed)).toEqual([['a']])
  })

  it('stops when all that it reads has been read, hands nothing of it over, and waits for no worker', async () => {
    const reads = Array.from({ length: 3 }, () => Promise.withResolvers<ReadyEvent[]>())
    const handed: string[] = []
    let looks = 0
    const { stop } = run({
      shards: ['0', '1', '2', 'working'],
      readReady: async (shard) => {
        looks++
        return shard === 'working' ? [{ id: shard, epoch: 0 }] : ((await reads[Number(shard)]?.promise) ?? [])
      },
      invoke: ({ Records }) => {
        handed.push(Records[0]?.dynamodb?.Keys?.id?.S ?? '')
        return new Promise(() => {})
      },
    })
    await until(() => looks === 4 && handed.length === 1)
    let hasStopped = false
    const stopping = stop().then(() => {
      hasStopped = true
    })
    reads[0]?.resolve([{ id: 'late', epoch: 0 }])
    reads[1]?.reject(new Error('no table'))
    await sleep(5)
    expect(hasStopped).toBe(false)
    reads[2]?.resolve([])
    await stopping
    await sleep(5)
    expect({ handed, looks }).toEqual({ handed: ['working'], looks: 4 })
  })

  it('hands nothing over again once it is stopped', async () => {
    let tries = 0
    const stream = run({
      readReady: async () => [{ id: 'a', epoch: 0 }],
      invoke: async () => {
        tries++
        await stream.stop()
        throw new Error('no memory')
      },
    })
    await until(() => tries === 1)
    await sleep(20)
    expect(tries).toBe(1)
  })

  it('keeps shards apart: a slow worker on one holds up no other', async () => {
    const handed: string[] = []
    run({
      shards: ['slow', 'fast'],
      readReady: async (shard) => [{ id: shard, epoch: 0 }],
      invoke: ({ Records }) => {
        handed.push(Records[0]?.dynamodb?.Keys?.id?.S ?? '')
        return handed.at(-1) === 'slow' ? new Promise(() => {}) : Promise.resolve({ batchItemFailures: [] })
      },
    })
    await until(() => handed.includes('fast'))
    expect(handed).toContain('slow')
  })
})

/** Starts a stream over the given parts and answers the batches as they are handed over. */
function run(parts: Partial<StreamOptions<string>>): Stream & { handed: DynamoDBRecord[][] } {
  const handed: DynamoDBRecord[][] = []
  const stream = startStream({
    shards: ['s0'],
    readReady: async () => [],
    readImage: async ({ id, epoch }) => ({ ...image, id: { S: id }, epoch: { N: String(epoch) } }),
    invoke: async ({ Records }) => {
      handed.push(Records)
      return { batchItemFailures: [] }
    },
    restMs: 1,
    report: () => {},
    ...parts,
  })
  onTestFinished(() => stream.stop())
  return { handed, ...stream }
}

const ids = (handed: DynamoDBRecord[][]) => handed.map((batch) => batch.map(({ dynamodb }) => dynamodb?.Keys?.id?.S))

async function until(reached: () => boolean): Promise<void> {
  for (let tries = 0; !reached(); tries++) {
    if (tries > 1_000) throw new Error('never reached')
    await sleep(2)
  }
}
