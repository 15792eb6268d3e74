import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutant.ts'
import type { TestOrder } from './vitest.config.ts'

/**
 * The first test that failed, by its file and title; `hung`: the tests did not end in their time. `dismissed`: files that failed, but not
 * because of the mutant.
 */
export type Tested =
  | { kind: 'survived'; dismissed?: readonly string[] }
  | { kind: 'failed'; file: string; title: string }
  | { kind: 'hung' }
  /** A file of tests could not be loaded. */
  | { kind: 'notLoaded'; file: string; message: string }

const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url))
/** All related tests of a file that everything uses take about a quarter of this on an idle core. */
const longestMs = 20 * 60_000

/** Runs these tests in this order with the edits in the sources, until one fails. */
export async function runTests(edits: Mutant['edits'], tests: readonly string[]): Promise<Tested> {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-bridge-mutant-'))
  try {
    const [order, report] = [join(folder, 'order.json'), join(folder, 'report.json')]
    writeFileSync(order, JSON.stringify({ edits, tests, cacheDir: folder } satisfies TestOrder))
    const args = ['run', '--config', config, '--reporter=json', `--outputFile=${report}`]
    const { code, isLate, output } = await ended([vitest, ...args], { MUTANT_ORDER: order })
    if (isLate) return { kind: 'hung' }
    return code === 0 ? { kind: 'survived' } : failureIn(report, output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In a process group of its own, so that its workers end with it. */
async function ended(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  let isLate = false
  const watchdog = setTimeout(() => {
    isLate = true
    end()
  }, longestMs)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  try {
    return { code: await promise, isLate, output }
  } finally {
    clearTimeout(watchdog)
    process.off('exit', end)
  }
}

type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

function failureIn(report: string, output: string): Tested {
  const { testResults } = readReport(report, output)
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { kind: 'failed', file: name.slice(root.length), title: failed.fullName.trim() }
  }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (!broken) throw new Error(`The tests failed without a failed test:\n${output.slice(-2_000)}`)
  return { kind: 'notLoaded', file: broken.name.slice(root.length), message: broken.message.split('\n')[0] ?? '' }
}

function readReport(report: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`The tests left no report:\n${output.slice(-2_000)}`)
  }
}
