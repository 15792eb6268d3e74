import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { unzipSync } from 'fflate'
import { startDynamoDbLocal } from '../../test/inbox/dynamodb-local.ts'
import { buildProject } from '../build.ts'
import { eventsTable } from '../dynamodb-local/tables.ts'
import { hasDynamoDbLocal } from '../install-dynamodb-local.ts'
import { hasRuntimeClient, runtimeClient } from '../install-runtime-client.ts'
import { median, type Part, type Row } from './part.ts'
import { deliveries, playAws } from './play-aws.ts'
import { startRuntimeApi } from './runtime-api.ts'

/** An empty handler: what Node and AWS's runtime interface client cost by themselves. */
const empty = 'export const handler = async () => ({})\n'

/** What a function can answer by itself, by its name: then its first answer is measured too. */
const events: Readonly<Record<string, unknown>> = { empty: {}, ...deliveries }

/** Milliseconds of a processor, of all threads: until its request for an event, and until its first answer. */
type Start = { started: number; answered: number }

/** A table of events in DynamoDB Local. `take`: empties it, and throws where nothing was stored. */
async function openEvents() {
  const { endpoint, close } = await startDynamoDbLocal()
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials })
  const TableName = 'events'
  const create = () => client.send(new CreateTableCommand({ ...eventsTable, TableName }))
  await create()
  return {
    endpoint,
    async take(): Promise<void> {
      if ((await client.send(new ScanCommand({ TableName }))).Count === 0) throw new Error('a delivery was not stored')
      await client.send(new DeleteTableCommand({ TableName }))
      await create()
    },
    async close(): Promise<void> {
      client.destroy()
      await close()
    },
  }
}

/** Starts a function once in a process of its own, under AWS's runtime interface client. */
async function start(folder: string, variables: Record<string, string>): Promise<Start> {
  const api = await startRuntimeApi()
  const child = spawn(process.execPath, [runtimeClient, 'index.handler'], {
    cwd: folder,
    env: { ...variables, ...variablesOf(folder), AWS_LAMBDA_RUNTIME_API: api.address },
    stdio: 'ignore',
  })
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`${basename(folder)} ended: ${code}`)))
  // It is ended in any case.
  ended.catch(() => {})
  try {
    await Promise.race([api.asked, ended])
    const started = await processorMs(child.pid)
    const event = events[basename(folder)]
    if (event === undefined) return { started, answered: Number.NaN }
    const outcome = await Promise.race([api.invoke(event, { arn: 'arn', deadlineMs: Date.now() + 5_000 }), ended])
    if ('error' in outcome) throw new Error(`${basename(folder)} failed: ${JSON.stringify(outcome.error)}`)
    const { statusCode = 200 } = outcome.answer as { statusCode?: number }
    if (statusCode !== 200) throw new Error(`${basename(folder)} answered ${statusCode}`)
    return { started, answered: await processorMs(child.pid) }
  } finally {
    child.kill('SIGKILL')
    api.close()
  }
}

/** The processor time of a running process and all its threads, as Linux counts it: other work on the machine changes it little. */
async function processorMs(pid: number | undefined): Promise<number> {
  const tasks = `/proc/${pid}/task`
  // A thread may end meanwhile.
  const read = async (thread: string) => await readFile(`${tasks}/${thread}/schedstat`, 'utf8').catch(() => '0')
  const spent = await Promise.all((await readdir(tasks)).map(read))
  return spent.reduce((sum, fields) => sum + Number(fields.split(' ')[0]), 0) / 1_000_000
}

const variablesOf = (folder: string) => ({
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: 'index.handler',
  AWS_LAMBDA_FUNCTION_NAME: basename(folder),
})

/** Unpacks the functions' zips, and an empty one beside them, into folders of `root`. */
async function unpack(root: string, zips: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    zips.map(async (zip) => ({ name: basename(zip, '.zip'), files: unzipSync(await readFile(zip)) })),
  )
  const all = [{ name: 'empty', files: { 'index.mjs': Buffer.from(empty) } }, ...files]
  for (const { name, files } of all) {
    await mkdir(join(root, name))
    for (const [file, bytes] of Object.entries(files)) await writeFile(join(root, name, file), bytes)
  }
  return all.map(({ name }) => join(root, name))
}

/** How often each function is started. */
const starts = 15

/**
 * Starts an empty handler and each packaged function in turn, so that whatever else the machine does slows all of them. Each row is the
 * median of the ratios to the empty handler of the same turn.
 */
async function compare(folders: readonly string[], started: (folder: string) => Promise<Start>): Promise<Row[]> {
  const turns: Start[][] = []
  for (let turn = 0; turn <= starts; turn += 1) {
    const all: Start[] = []
    for (const folder of folders) all.push(await started(folder))
    // The first one only fills the caches of the file system.
    if (turn > 0) turns.push(all)
  }
  return folders.slice(1).map((folder, index) => {
    const name = basename(folder)
    const [until, says, atMost] =
      name in deliveries
        ? (['answered', 'until its first delivery is stored', 2.2] as const)
        : (['started', 'until it asks for work', 3.5] as const)
    const ratios = turns.map((turn) => (turn[index + 1]?.[until] ?? Number.NaN) / (turn[0]?.[until] ?? Number.NaN))
    return { what: `${name}, ${says}`, figures: [{ measured: median(ratios), unit: 'x', limit: { atMost } }] }
  })
}

/** How long the packaged functions take to start, as multiples of an empty handler. */
export const coldStart: Part = {
  says: 'starts of the packaged functions under AWS’s runtime interface client, against an empty handler in turn',
  isTimed: true,
  async measure() {
    if (!(await hasRuntimeClient()) || !(await hasDynamoDbLocal()))
      throw new Error("AWS's runtime interface client or DynamoDB Local is not installed: run npm run check once")
    const zips = (await buildProject()).map(({ zip }) => zip)
    const root = await mkdtemp(join(tmpdir(), 'cold-start-'))
    const stored = await openEvents()
    const aws = await playAws(stored.endpoint)
    try {
      return await compare(await unpack(root, zips), async (folder) => {
        const started = await start(folder, aws.variables)
        if (basename(folder) in deliveries) await stored.take()
        return started
      })
    } finally {
      await aws.close()
      await stored.close()
      await rm(root, { recursive: true, force: true })
    }
  },
}
