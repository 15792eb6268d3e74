import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { median, type Part } from './part.ts'
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

/** Invokes a handler as often as a message says, one after another, and answers the milliseconds that passed. */
const driver = `
import { handler } from './index.mjs'
const context = { functionName: 'bench', awsRequestId: '1', getRemainingTimeInMillis: () => 5000 }
process.on('message', async ({ event, times }) => {
  const from = performance.now()
  for (let done = 0; done < times; done += 1) {
    const { statusCode } = await handler(event, context)
    if (statusCode !== 200) throw new Error('answered ' + statusCode)
  }
  process.send(performance.now() - from)
})`

/** A handler in a process of its own. */
async function open(folder: string, code: Uint8Array | string, env: Record<string, string>) {
  await writeFile(join(folder, 'index.mjs'), code)
  await writeFile(join(folder, 'driver.mjs'), driver)
  const child = fork(join(folder, 'driver.mjs'), { cwd: folder, env, execArgv: [] })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a handler ended: ${code}`)))
  // It is ended in any case.
  ended.catch(() => {})
  return {
    async accept(event: unknown, times: number): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>()
      child.once('message', (took) => resolve(took as number))
      child.send({ event, times })
      return await Promise.race([promise, ended])
    },
    close: () => void child.kill('SIGKILL'),
  }
}

/** How many deliveries a warm webhook accepts a second, as a multiple of a bare handler. */
export const warmAccept: Part = {
  says: 'deliveries that a warm webhook accepts, one at a time, against a bare handler in turn',
  isTimed: true,
  async measure() {
    const zip = (await buildProject()).find(({ name }) => name === 'shop-webhook')?.zip ?? ''
    const event = deliveries['shop-webhook']
    const aws = await playAws()
    const folders = [await mkdtemp(join(tmpdir(), 'warm-')), await mkdtemp(join(tmpdir(), 'warm-'))] as const
    const handlers: Handler[] = []
    try {
      const own = unzipSync(await readFile(zip))['index.mjs'] ?? ''
      for (const [at, code] of [await bundled(bare), own].entries())
        handlers.push(await open(folders[at] ?? '', code, aws.variables))
      const measured = median(await takeTurns(handlers, event))
      const figures = [{ measured, unit: 'x', limit: { atLeast: 1.1 } }]
      return [{ what: 'deliveries a second, against one HMAC and one PutItem by the SDK', figures }]
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

/** Rounds of warm deliveries, and how many are in each. */
const [rounds, accepts] = [9, 1_000]

/** The throughput of the second handler as a multiple of the first one, in each round. */
async function takeTurns(handlers: readonly Handler[], event: unknown): Promise<number[]> {
  const once = async (times: number) => {
    const took: number[] = []
    for (const handler of handlers) took.push(await handler.accept(event, times))
    return took as [number, number]
  }
  // Until the code is compiled.
  await once(5 * accepts)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [bare, own] = await once(accepts)
    ratios.push(bare / own)
  }
  return ratios
}
