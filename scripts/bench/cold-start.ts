import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { buildProject } from '../build.ts'
import { hasRuntimeClient, runtimeClient } from '../install-runtime-client.ts'
import { median } from './median.ts'
import type { Part, Row } from './part.ts'
import { deliveries, playAws } from './play-aws.ts'
import { processorMs } from './processor-time.ts'
import { startRuntimeApi } from './runtime-api.ts'

/** An empty handler: what Node and AWS's runtime interface client cost by themselves. */
const empty = 'export const handler = async () => ({})\n'

/** What a function can answer by itself, by its name: then its first answer is measured too. */
const events: Readonly<Record<string, unknown>> = { empty: {}, ...deliveries }

/**
 * Milliseconds from the start of the process to its request for an event, and to its first answer, and the processor time until then; the
 * most memory that it had.
 */
type Start = { startedMs: number; startedCpuMs: number; answeredMs?: number; answeredCpuMs?: number; memoryMb: number }

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
    const started = { startedMs: performance.now() - from, startedCpuMs: await processorMs(child.pid) }
    const event = events[basename(folder)]
    if (event === undefined) return { ...started, memoryMb: await peakMb(child.pid) }
    const outcome = await Promise.race([api.invoke(event, { arn: 'arn', deadlineMs: Date.now() + 5_000 }), ended])
    if ('error' in outcome) throw new Error(`${basename(folder)} failed: ${JSON.stringify(outcome.error)}`)
    const { statusCode = 200 } = outcome.answer as { statusCode?: number }
    if (statusCode !== 200) throw new Error(`${basename(folder)} answered ${statusCode}`)
    const answered = { answeredMs: performance.now() - from, answeredCpuMs: await processorMs(child.pid) }
    return { ...started, ...answered, memoryMb: await peakMb(child.pid) }
  } finally {
    child.kill('SIGKILL')
    api.close()
  }
}

/** The largest resident size of a running process, as Linux counts it; NaN elsewhere. What its work needs comes on top of a start. */
async function peakMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024
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
 * Answers the median of the ratios to the empty handler of the same turn: of the processor time, or of the clock's where nobody counts that.
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
    memoryMb: median(turns.map((turn) => turn[at]?.memoryMb ?? Number.NaN)),
    clock: ratio(at, ({ startedMs }) => startedMs),
    started: ratio(at, ({ startedMs, startedCpuMs }) => startedCpuMs || startedMs),
    answered: ratio(at, ({ answeredMs, answeredCpuMs }) => answeredCpuMs || answeredMs),
  }))
}

/** How long the packaged functions take to start, as multiples of an empty handler. */
export const coldStart: Part = {
  says: 'starts of the packaged functions under AWS’s runtime interface client, against an empty handler in turn',
  async measure({ starts }) {
    if (!(await hasRuntimeClient()))
      throw new Error("AWS's runtime interface client is not installed: run npm run check once")
    const zips = (await buildProject()).map(({ zip }) => zip)
    const root = await mkdtemp(join(tmpdir(), 'cold-start-'))
    const aws = await playAws()
    try {
      return (await measure(await unpack(root, zips), starts, aws.variables)).flatMap((one) => toRows(one, aws))
    } finally {
      await aws.close()
      await rm(root, { recursive: true, force: true })
    }
  },
}

type Measured = Awaited<ReturnType<typeof measure>>[number]

function toRows({ name, ms, clock, started, answered }: Measured, { isEncrypted }: { isEncrypted: boolean }): Row[] {
  if (name === 'empty') return [{ what: 'an empty handler, until it asks for work', measured: ms, unit: ' ms' }]
  const isWebhook = name in deliveries
  const start: Row = { what: `${name}, until it asks for work`, measured: started, unit: 'x' }
  start.limit = { atMost: isWebhook ? 1.7 : 3.5 }
  const byClock: Row = { what: `${name}, until it asks for work, by the clock`, measured: clock, unit: 'x' }
  if (!isWebhook) return [start, byClock]
  const over = isEncrypted ? '' : ', without TLS'
  return [start, byClock, { what: `${name}, until its first delivery is stored${over}`, measured: answered, unit: 'x' }]
}
