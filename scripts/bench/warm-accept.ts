import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { median } from './median.ts'
import type { Part, Row } from './part.ts'
import { deliveries, playAws } from './play-aws.ts'

const root = join(import.meta.dirname, '../..')

/** The least that a webhook can be: one HMAC, and one PutItem by the SDK. */
const bare = `
import { createHmac } from 'node:crypto'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
const client = new DynamoDBClient({})
export const handler = async ({ headers, body }) => {
  const signature = createHmac('sha256', process.env.BENCH_SECRET).update(body).digest('base64')
  if (signature !== headers['x-shopify-hmac-sha256']) return { statusCode: 401 }
  const Item = { id: { S: headers['x-shopify-webhook-id'] }, body: { B: Buffer.from(body) }, at: { N: String(Date.now()) } }
  await client.send(new PutItemCommand({ TableName: 'events', Item, ConditionExpression: 'attribute_not_exists(id)' }))
  return { statusCode: 200, body: '{"status":"accepted"}' }
}`

/** Invokes a handler as often as a message says, one after another, and answers the milliseconds that passed and those of a processor. */
const driver = `
import { handler } from './index.mjs'
const context = { functionName: 'bench', awsRequestId: '1', getRemainingTimeInMillis: () => 5000 }
process.on('message', async ({ event, times }) => {
  const [from, used] = [performance.now(), process.cpuUsage()]
  for (let done = 0; done < times; done += 1) {
    const { statusCode } = await handler(event, context)
    if (statusCode !== 200) throw new Error('answered ' + statusCode)
  }
  const { user, system } = process.cpuUsage(used)
  process.send({ passed: performance.now() - from, worked: (user + system) / 1000 })
})`

/** Milliseconds for some deliveries: on the clock, and of a processor. What else the machine does changes only the first. */
type Took = { passed: number; worked: number }

/** A handler in a process of its own. */
async function open(folder: string, code: Uint8Array | string, env: Record<string, string>) {
  await writeFile(join(folder, 'index.mjs'), code)
  await writeFile(join(folder, 'driver.mjs'), driver)
  const child = fork(join(folder, 'driver.mjs'), { cwd: folder, env, execArgv: [] })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a handler ended: ${code}`)))
  // It is ended in any case.
  ended.catch(() => {})
  return {
    async accept(event: unknown, times: number): Promise<Took> {
      const { promise, resolve } = Promise.withResolvers<Took>()
      child.once('message', (took) => resolve(took as Took))
      child.send({ event, times })
      return await Promise.race([promise, ended])
    },
    close: () => void child.kill('SIGKILL'),
  }
}

/** How many deliveries a warm webhook accepts a second, as a multiple of a bare handler. */
export const warmAccept: Part = {
  says: 'deliveries that a warm webhook accepts, one at a time, against a bare handler in turn',
  async measure({ rounds, accepts }) {
    const zip = (await buildProject()).find(({ name }) => name === 'shop-webhook')?.zip ?? ''
    const event = deliveries['shop-webhook']
    const aws = await playAws()
    const folders = [await mkdtemp(join(tmpdir(), 'warm-')), await mkdtemp(join(tmpdir(), 'warm-'))] as const
    const handlers: Handler[] = []
    try {
      const own = unzipSync(await readFile(zip))['index.mjs'] ?? ''
      for (const [at, code] of [await bundled(bare), own].entries())
        handlers.push(await open(folders[at] ?? '', code, aws.variables))
      return toRows(await takeTurns(handlers, { event, rounds, accepts }))
    } finally {
      for (const { close } of handlers) close()
      await aws.close()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    }
  },
}

type Handler = Awaited<ReturnType<typeof open>>

async function bundled(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...{ bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'warning' },
    mainFields: ['module', 'main'],
    stdin: { contents, resolveDir: root },
  })
  return outputFiles?.[0]?.contents ?? new Uint8Array()
}

type Turns = { event: unknown; rounds: number; accepts: number }

/** The throughput of the second handler as a multiple of the first one, in each round. */
async function takeTurns(handlers: readonly Handler[], { event, rounds, accepts }: Turns): Promise<Took[]> {
  const once = async (times: number) => {
    const took: Took[] = []
    for (const handler of handlers) took.push(await handler.accept(event, times))
    return took as [Took, Took]
  }
  // Until the code is compiled.
  await once(5 * accepts)
  const ratios: Took[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [least, own] = await once(accepts)
    ratios.push({ passed: least.passed / own.passed, worked: least.worked / own.worked })
  }
  return ratios
}

const toRows = (ratios: readonly Took[]): Row[] => [
  {
    what: 'throughput, against one HMAC and one PutItem by the SDK',
    measured: median(ratios.map(({ passed }) => passed)),
    unit: 'x',
    limit: { atLeast: 1 },
  },
  { what: 'the same by processor time', measured: median(ratios.map(({ worked }) => worked)), unit: 'x' },
]
