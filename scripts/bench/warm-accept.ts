import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { median } from './median.ts'
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

/** Prints how many deliveries a warm webhook accepts a second, as a multiple of a bare handler. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { runs: { type: 'string' } }, allowPositionals: true })
  const zip = positionals[0] ?? (await buildProject()).find(({ name }) => name === 'shop-webhook')?.zip ?? ''
  const event = deliveries['shop-webhook']
  const aws = await playAws()
  const folders = [await mkdtemp(join(tmpdir(), 'warm-')), await mkdtemp(join(tmpdir(), 'warm-'))] as const
  const { outputFiles } = await build({
    ...{ bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'warning' },
    mainFields: ['module', 'main'],
    stdin: { contents: bare, resolveDir: root },
  })
  const handlers = [
    await open(folders[0], outputFiles?.[0]?.contents ?? '', aws.variables),
    await open(folders[1], unzipSync(await readFile(zip))['index.mjs'] ?? '', aws.variables),
  ] as const
  try {
    for (const handler of handlers) await handler.accept(event, 5_000)
    const ratios: Took[] = []
    for (let run = 0; run < Number(values.runs ?? 9); run += 1) {
      const [least, own] = [await handlers[0].accept(event, 1_000), await handlers[1].accept(event, 1_000)]
      ratios.push({ passed: least.passed / own.passed, worked: least.worked / own.worked })
    }
    const [passed, worked] = (['passed', 'worked'] as const).map((what) =>
      median(ratios.map((ratio) => ratio[what])).toFixed(2),
    )
    console.log(
      `warm accept, one delivery at a time, against a bare handler: ${passed}x the throughput (${worked}x by processor time)`,
    )
  } finally {
    for (const { close } of handlers) close()
    await aws.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
