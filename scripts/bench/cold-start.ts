import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { hasRuntimeClient, runtimeClient } from '../install-runtime-client.ts'
import { startRuntimeApi } from './runtime-api.ts'

/** An empty handler: what Node and AWS's runtime interface client cost by themselves. */
const empty = 'export const handler = async () => ({})\n'

/** A delivery to a source that does not exist: a webhook answers it without secrets and tables. */
const refused = (family: string) => ({
  version: '2.0',
  rawPath: `/${family}/nobody`,
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: { http: { method: 'POST', path: `/${family}/nobody` } },
  body: '{}',
  isBase64Encoded: false,
})

/** What a function can answer without AWS, by its name: then its first answer is measured too. */
const events: Readonly<Record<string, unknown>> = {
  empty: {},
  'shop-webhook': refused('shops'),
  'form-webhook': refused('forms'),
}

/** Milliseconds from the start of the process to its request for an event, and to its first answer. */
type Start = { startedMs: number; answeredMs?: number }

/** As Lambda sets them. Nothing of this machine's own environment. */
const environment = (folder: string, runtimeApi: string) => ({
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: 'index.handler',
  AWS_LAMBDA_FUNCTION_NAME: basename(folder),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: 'bench',
  AWS_LAMBDA_LOG_STREAM_NAME: 'one',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  EVENTS_TABLE: 'events',
  SOURCES_SECRET: 'sources',
  POWERTOOLS_SERVICE_NAME: 'backoffice-bridge',
  POWERTOOLS_LOG_LEVEL: 'INFO',
})

/** Starts a function once in a process of its own, under AWS's runtime interface client. */
async function start(folder: string): Promise<Start> {
  const api = await startRuntimeApi()
  const from = performance.now()
  const child = spawn(process.execPath, [runtimeClient, 'index.handler'], {
    cwd: folder,
    env: environment(folder, api.address),
    stdio: 'ignore',
  })
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`${basename(folder)} ended: ${code}`)))
  // It is ended in any case.
  ended.catch(() => {})
  try {
    await Promise.race([api.asked, ended])
    const startedMs = performance.now() - from
    const event = events[basename(folder)]
    if (event === undefined) return { startedMs }
    const outcome = await Promise.race([api.invoke(event, { arn: 'arn', deadlineMs: Date.now() + 5_000 }), ended])
    if ('error' in outcome) throw new Error(`${basename(folder)} failed: ${JSON.stringify(outcome.error)}`)
    return { startedMs, answeredMs: performance.now() - from }
  } finally {
    child.kill('SIGKILL')
    api.close()
  }
}

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

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Starts an empty handler and each packaged function in turn, `runs` times, so that whatever else the machine does slows all of them.
 * Answers the median of the ratios to the empty handler of the same turn.
 */
async function measure(folders: readonly string[], runs: number) {
  const turns: Start[][] = []
  for (let run = 0; run <= runs; run += 1) {
    const turn: Start[] = []
    for (const folder of folders) turn.push(await start(folder))
    // The first one only fills the caches of the file system.
    if (run > 0) turns.push(turn)
  }
  const ratio = (at: number, of: (start: Start) => number | undefined): number =>
    median(turns.map((turn) => (of(turn[at] as Start) ?? Number.NaN) / (of(turn[0] as Start) ?? Number.NaN)))
  return folders.map((folder, at) => ({
    name: basename(folder),
    ms: median(turns.map((turn) => turn[at]?.startedMs ?? Number.NaN)),
    started: ratio(at, ({ startedMs }) => startedMs),
    answered: ratio(at, ({ answeredMs }) => answeredMs),
  }))
}

/** Prints how long the packaged functions take to start, as multiples of an empty handler. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { runs: { type: 'string' } }, allowPositionals: true })
  if (!(await hasRuntimeClient()))
    throw new Error("AWS's runtime interface client is not installed: run npm run check once")
  const zips = positionals.length > 0 ? positionals : (await buildProject()).map(({ zip }) => zip)
  const root = await mkdtemp(join(tmpdir(), 'cold-start-'))
  try {
    const rows = await measure(await unpack(root, zips), Number(values.runs ?? 15))
    console.log('cold start under AWS’s runtime interface client, medians, against an empty handler')
    console.log('function        until it asks for work    until its first answer')
    for (const { name, ms, started, answered } of rows)
      console.log(`${name.padEnd(14)} ${times(started)} (${ms.toFixed(0)} ms) ${times(answered).padStart(16)}`)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const times = (ratio: number): string => (Number.isNaN(ratio) ? '-' : `${ratio.toFixed(2)}x`).padStart(8)

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
