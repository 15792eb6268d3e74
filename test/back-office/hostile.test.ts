import { afterEach, describe, expect, it } from 'vitest'
import { createAnswerReader, mostBytes, mostValues } from '../../lib/back-office/http/read-answer.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { type HostileServer, listenHostile } from './hostile-server.ts'
import { errorOf, soon, startWorker } from './one-worker.ts'

const MB = 1024 * 1024
/** What lies in the buffers of two sockets and two streams. */
const onTheWay = 16 * MB

let server: HostileServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function workerAgainst(answer: { status: number; chunk: string }) {
  server = await listenHostile(answer)
  return startWorker({ baseUrl: server.url, requestTimeoutMs: 20_000, runMs: 60_000 }).backOffice
}

const order = { typeId: 1 }
const zeros = '0,'.repeat(32 * 1024)

describe('an answer that never ends', () => {
  it('of a read is broken off at its bound, and the read is retried', async () => {
    const backOffice = await workerAgainst({ status: 200, chunk: zeros })
    const error = await errorOf(backOffice.orders.read(47))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'cause' })
    expect(String(error)).toContain(`[GET] /rest/orders/47 was answered with more than ${mostBytes.read} bytes`)
    expect(server?.sent()).toBeLessThan(mostBytes.read + onTheWay)
  })

  it('of a write is broken off much earlier, and its outcome is unknown', async () => {
    const backOffice = await workerAgainst({ status: 201, chunk: zeros })
    const error = await errorOf(backOffice.orders.create(order, soon()))
    expect(error).toMatchObject({ name: 'OutcomeUnknown' })
    expect(String(error)).toContain(`was answered with more than ${mostBytes.write} bytes`)
    expect(server?.sent()).toBeLessThan(mostBytes.write + onTheWay)
  })

  it.each([
    ['a write of a refusal in JSON is refused, without a word of it', '{"error": "Anna"}', []],
    ['a write of a refusal in text is refused, in its first words', 'No. ', [expect.stringMatching(/^No\. No\./)]],
  ])('to %s', async (_title, chunk, details) => {
    const backOffice = await workerAgainst({ status: 422, chunk: chunk.repeat(4_096) })
    const error = await errorOf(backOffice.orders.create(order, soon()))
    expect(error).toMatchObject({ name: 'Rejected', status: 422, details })
    expect(server?.sent()).toBeLessThan(mostBytes.refusal + onTheWay)
  })

  it('to a read is not the refusal of the service, which has fewer words: the read is retried', async () => {
    const backOffice = await workerAgainst({ status: 404, chunk: '<p>'.repeat(4_096) })
    expect(await errorOf(backOffice.orders.read(47))).toMatchObject({ name: 'RetryLater' })
  })
})

describe('an answer of many values', () => {
  const options = { most: mostBytes.read, keepsStart: false }
  const listOf = (count: number) => Buffer.from(`[${Array.from({ length: count }, () => '[]').join()}]`)
  const body = (bytes: Buffer) =>
    (async function* () {
      yield bytes
    })()

  it('is not parsed, because values take much more than their bytes', async () => {
    const read = createAnswerReader()
    expect(await read(body(listOf(mostValues)), options)).toEqual({ text: '', brokenOff: 'too_large' })
  })

  it('is read where it is a page of the largest orders that there are', async () => {
    const office = createSandbox({ seed: 'demo', now: () => 0 })
    const texts = office.world.store.orders.list().map((one) => JSON.stringify(one))
    const [largest] = texts.toSorted((one, other) => other.length - one.length)
    const page = Buffer.from(`{"entries":[${Array.from({ length: 250 }, () => largest).join()}]}`)
    expect((await createAnswerReader()(body(page), options)).text).toHaveLength(page.toString().length)
  })
})

describe('many large answers at once', () => {
  it('are read only as far as all of them together may be, by every run of the process', async () => {
    const read = createAnswerReader(10)
    let isRead = () => {}
    const reading = new Promise<void>((resolve) => {
      isRead = resolve
    })
    async function* slowly() {
      yield Buffer.alloc(8)
      await reading
    }
    async function* atOnce() {
      yield Buffer.alloc(3)
    }
    const most = { most: 9, keepsStart: false }
    const first = read(slowly(), most)
    expect(await read(atOnce(), most)).toEqual({ text: '', brokenOff: 'too_much_at_once' })
    isRead()
    expect((await first).text).toHaveLength(8)
    expect((await read(atOnce(), most)).text).toHaveLength(3)
  })

  it('of one back office share that bound, and those that are broken off are retried', async () => {
    const backOffice = await workerAgainst({ status: 200, chunk: zeros })
    const reads = Array.from({ length: 8 }, (_, id) => errorOf(backOffice.orders.read(id + 1)))
    const errors = await Promise.all(reads)
    expect(new Set(errors.map((error) => (error as Error).name))).toEqual(new Set(['RetryLater']))
    expect(errors.map(String)).toContainEqual(expect.stringContaining('met other large answers'))
  })
})
