import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { hasRuntimeClient, runtimeClient } from '../install-runtime-client.ts'
import { median } from './median.ts'
import { deliveries, playAws } from './play-aws.ts'
import { startRuntimeApi } from './runtime-api.ts'

/** An empty handler: what Node and AWS's runtime interface client cost by themselves. */
const empty = 'export const handler = async () => ({})\n'

/** What a function can answer by itself, by its name: then its first answer is measured too. */
const events: Readonly<Record<string, unknown>> = { empty: {}, ...deliveries }

/** Milliseconds from the start of the process to its request for an event, and to its first answer. */
type Start = { startedMs: number; answeredMs?: number }

/** Starts a function once in a process of its own, under AWS's runtime interface client. */
async function start(folder: string, variables: Record<string, string>): Promise<Start> {
  const api = await startRuntimeApi()
  const from = performance.now()
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
    const startedMs = performance.now() - from
    const event = events[basename(folder)]
    if (event === undefined) return { startedMs }
    const outcome = await Promise.race([api.invoke(event, { arn: 'arn', deadlineMs: Date.now() + 5_000 }), ended])
    if ('error' in outcome) throw new Error(`${basename(folder)} failed: ${JSON.stringify(outcome.error)}`)
    const { statusCode = 200 } = outcome.answer as { statusCode?: number }
    if (statusCode !== 200) throw new Error(`${basename(folder)} answered ${statusCode}`)
    return { startedMs, answeredMs: performance.now() - from }
  } finally {
    child.kill('SIGKILL')
    api.close()
  }
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

/**
 * Starts an empty handler and each packaged function in turn, `runs` times, so that whatever else the machine does slows all of them.
 * Answers the median of the ratios to the empty handler of the same turn.
 */
async function measure(folders: readonly string[], runs: number, variables: Record<string, string>) {
  const turns: Start[][] = []
  for (let run = 0; run <= runs; run += 1) {
    const turn: Start[] = []
    for (const folder of folders) turn.push(await start(folder, variables))
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
  const aws = await playAws()
  try {
    const rows = await measure(await unpack(root, zips), Number(values.runs ?? 15), aws.variables)
    console.log('cold start under AWS’s runtime interface client, medians, against an empty handler')
    console.log('function        until it asks for work    until its first delivery is stored')
    for (const { name, ms, started, answered } of rows)
      console.log(`${name.padEnd(14)} ${times(started)} (${ms.toFixed(0)} ms) ${times(answered).padStart(16)}`)
  } finally {
    await aws.close()
    await rm(root, { recursive: true, force: true })
  }
}

const times = (ratio: number): string => (Number.isNaN(ratio) ? '-' : `${ratio.toFixed(2)}x`).padStart(8)

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
