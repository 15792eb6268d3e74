import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ReadyEvent, type Stream, type StreamOptions, startStream } from '../../local/stream.ts'
import { type Image, recordsToRepeat, toStreamRecord } from '../../local/stream-record.ts'
import { untilSoon } from './until.ts'

const image: Image = {
  id: { S: 'shopify/1' },
  status: { S: 'ready' },
  epoch: { N: '0' },
  updatedAt: { N: '1700000000500' },
  payload: { B: Buffer.from([0, 255]) },
  history: { L: [{ M: { bytes: { B: new Uint8Array([1]) } } }] },
}

describe('a record of the stream', () => {
  it('has the shape that Lambda passes on, with binary values as base64', () => {
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

  it('is a MODIFY if the event was claimed before', () => {
    expect(toStreamRecord({ ...image, epoch: { N: '2' } }, '1', 'e').eventName).toBe('MODIFY')
  })
})

describe('a partial answer of the worker', () => {
  const records = ['1', '2', '3'].map((number) => toStreamRecord(image, number, number))
  const numbers = (left: DynamoDBRecord[]) => left.map(({ dynamodb }) => dynamodb?.SequenceNumber)

  it.each([
    [{ batchItemFailures: [] }, []],
    [undefined, []],
    [{ batchItemFailures: [{ itemIdentifier: '2' }] }, ['2', '3']],
    [{ batchItemFailures: [{ itemIdentifier: '3' }, { itemIdentifier: '2' }] }, ['2', '3']],
    [{ batchItemFailures: [{ itemIdentifier: 'unknown' }] }, ['1', '2', '3']],
  ])('%j makes Lambda send %j again', (answer, left) => {
    expect(numbers(recordsToRepeat(records, answer))).toEqual(left)
  })
})

describe('the local stream', () => {
  it('sends each event once per epoch', async () => {
    const ready: ReadyEvent[] = [{ id: 'a', epoch: 0 }]
    let polls = 0
    const { sent, notify } = run({
      readReady: async () => {
        polls++
        return [...ready]
      },
    })
    await untilSoon(() => sent.length === 1)
    for (const again of [2, 3]) {
      notify()
      await untilSoon(() => polls === again)
    }
    expect(ids(sent)).toEqual([['a']])
    ready[0] = { id: 'a', epoch: 2 }
    notify()
    await untilSoon(() => sent.length === 2)
    expect(ids(sent)).toEqual([['a'], ['a']])
  })

  it('reads once at its start and then only after a write', async () => {
    let polls = 0
    const { notify } = run({
      readReady: async () => {
        polls++
        return []
      },
    })
    await untilSoon(() => polls === 1)
    await sleep(20)
    expect(polls).toBe(1)
    notify()
    await untilSoon(() => polls === 2)
    await sleep(20)
    expect(polls).toBe(2)
  })

  it('reads again, after its pause, once for all writes that came while it read', async () => {
    const { promise: read, resolve: endRead } = Promise.withResolvers<void>()
    const polls: number[] = []
    const { notify } = run({
      pauseMs: 40,
      readReady: async () => {
        polls.push(performance.now())
        if (polls.length === 1) await read
        return []
      },
    })
    await untilSoon(() => polls.length === 1)
    for (let writes = 0; writes < 5; writes++) notify()
    const endedAt = performance.now()
    endRead()
    await untilSoon(() => polls.length === 2)
    expect((polls[1] as number) - endedAt).toBeGreaterThan(35)
    await sleep(60)
    expect(polls).toHaveLength(2)
  })

  it.each([
    [100, 200],
    [5_000, 2_000],
  ])('pauses after a read of %i ms for %i ms', async (readMs, pauseMs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let polls = 0
    const { notify } = run({
      pauseMs: 40,
      readReady: async () => {
        if (++polls === 1) await new Promise((resolve) => setTimeout(resolve, readMs))
        return []
      },
    })
    await vi.advanceTimersByTimeAsync(0)
    notify()
    await vi.advanceTimersByTimeAsync(readMs + pauseMs - 1)
    expect(polls).toBe(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(polls).toBe(2)
  })

  it('sends at most ten events at a time, and all of them', async () => {
    const ready = Array.from({ length: 23 }, (_, number) => ({ id: `e${number}`, epoch: 0 }))
    const { sent } = run({ readReady: async () => ready })
    await untilSoon(() => ids(sent).flat().length === 23)
    expect(sent.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(new Set(ids(sent).flat()).size).toBe(23)
  })

  it('sends a batch to a failing worker three times, then leaves it to the schedule', async () => {
    let attempts = 0
    const reports: string[] = []
    run({
      readReady: async () => [{ id: 'a', epoch: 0 }],
      invoke: async () => {
        attempts++
        throw new Error('no memory')
      },
      report: (message) => reports.push(message),
    })
    await untilSoon(() => attempts === 3)
    await sleep(20)
    expect(attempts).toBe(3)
    expect(reports).toEqual(['The worker failed', 'The worker failed', 'The worker failed'])
  })

  it('skips an event that was claimed meanwhile', async () => {
    const { sent } = run({
      readReady: async () => [
        { id: 'claimed', epoch: 0 },
        { id: 'b', epoch: 0 },
      ],
      readImage: async ({ id }) => (id === 'claimed' ? undefined : { ...image, id: { S: id } }),
    })
    await untilSoon(() => sent.length === 1)
    expect(ids(sent)).toEqual([['b']])
  })

  it('goes on after a failed read and loses nothing', async () => {
    let polls = 0
    let reads = 0
    const { sent } = run({
      readReady: async () => {
        if (++polls === 1) throw new Error('no table')
        return [{ id: 'a', epoch: 0 }]
      },
      readImage: async ({ id }) => {
        if (++reads === 1) throw new Error('no item')
        return { ...image, id: { S: id } }
      },
    })
    await untilSoon(() => sent.length === 1)
    expect(ids(sent)).toEqual([['a']])
  })

  it('stops when its current reads have ended, sends nothing of them, and waits for no worker', async () => {
    const reads = Array.from({ length: 3 }, () => Promise.withResolvers<ReadyEvent[]>())
    const sent: string[] = []
    let polls = 0
    const { stop } = run({
      shards: ['0', '1', '2', 'working'],
      readReady: async (shard) => {
        polls++
        return shard === 'working' ? [{ id: shard, epoch: 0 }] : ((await reads[Number(shard)]?.promise) ?? [])
      },
      invoke: ({ Records }) => {
        sent.push(Records[0]?.dynamodb?.Keys?.id?.S ?? '')
        return new Promise(() => {})
      },
    })
    await untilSoon(() => polls === 4 && sent.length === 1)
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
    expect({ sent, polls }).toEqual({ sent: ['working'], polls: 4 })
  })

  it('sends nothing again once it is stopped', async () => {
    let attempts = 0
    const stream = run({
      readReady: async () => [{ id: 'a', epoch: 0 }],
      invoke: async () => {
        attempts++
        await stream.stop()
        throw new Error('no memory')
      },
    })
    await untilSoon(() => attempts === 1)
    await sleep(20)
    expect(attempts).toBe(1)
  })

  it('keeps shards apart: a slow worker on one does not delay another', async () => {
    const sent: string[] = []
    run({
      shards: ['slow', 'fast'],
      readReady: async (shard) => [{ id: shard, epoch: 0 }],
      invoke: ({ Records }) => {
        sent.push(Records[0]?.dynamodb?.Keys?.id?.S ?? '')
        return sent.at(-1) === 'slow' ? new Promise(() => {}) : Promise.resolve({ batchItemFailures: [] })
      },
    })
    await untilSoon(() => sent.includes('fast'))
    expect(sent).toContain('slow')
  })
})

/** Starts a stream over the given parts; `sent` collects its batches. */
function run(parts: Partial<StreamOptions<string>>): Stream & { sent: DynamoDBRecord[][] } {
  const sent: DynamoDBRecord[][] = []
  const stream = startStream({
    shards: ['s0'],
    readReady: async () => [],
    readImage: async ({ id, epoch }) => ({ ...image, id: { S: id }, epoch: { N: String(epoch) } }),
    invoke: async ({ Records }) => {
      sent.push(Records)
      return { batchItemFailures: [] }
    },
    pauseMs: 1,
    report: () => {},
    ...parts,
  })
  onTestFinished(() => stream.stop())
  return { sent, ...stream }
}

const ids = (sent: DynamoDBRecord[][]) => sent.map((batch) => batch.map(({ dynamodb }) => dynamodb?.Keys?.id?.S))
