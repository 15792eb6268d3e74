import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Piece } from './report.ts'

const root = new URL('../../', import.meta.url)
/** Where the search for the breaks leaves their seeds. */
export const recordFile = 'test/simulation/breaks/seeds.json'

type Outcome = { piece: Piece; failures: string[] }

/** Runs a module of the project to its end. `live`: what it prints is shown meanwhile. */
async function run(args: readonly string[], { live }: { live: boolean }): Promise<{ lines: string[]; end: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(`could not start: ${error.message}`))
  child.on('close', (code, signal) => resolve(`ended with ${signal ?? code}`))
  createInterface(child.stdout).on('line', (line) => {
    if (live) console.log(line)
    lines.push(line)
  })
  return { end: await promise, lines }
}

/** Each schedule or kill that failed has such a line. */
const failure = /^(seed \d+: |VIOLATION |\d+ schedules were left out$)/

/** None where it ended with 0. */
function failuresIn({ lines, end }: Awaited<ReturnType<typeof run>>): string[] {
  const named = lines.filter((line) => failure.test(line))
  return end === 'ended with 0' || named.length > 0 ? named : [end]
}

export async function playSeeds(from: number, seeds: number): Promise<Outcome> {
  const ran = await run(['test/simulation/main.ts', '--from', String(from), '--seeds', String(seeds)], { live: false })
  const failures = failuresIn(ran)
  const areAll = ran.lines.some((line) => line.startsWith(`${seeds} schedules (`))
  if (!areAll && failures.length === 0) failures.push(`not all of the ${seeds} schedules were judged`)
  return { piece: { part: 'seeds', from, seeds }, failures }
}

export async function killProcesses(program: 'serve' | 'start', seed: number, kills: number): Promise<Outcome> {
  const args = [
    'test/crash/main.ts',
    '--program',
    program,
    ...(program === 'serve' ? ['--full-disk'] : []),
    '--seed',
    String(seed),
    '--kills',
    String(kills),
    '--minutes',
    '60',
  ]
  return { piece: { part: 'kills', seed, kills }, failures: failuresIn(await run(args, { live: true })) }
}

/** As many seeds as an hour allows for a rare break; those of others stop when they are found. */
const mostSeeds = 20_000

/** `only`: not all, but these. Throws where the search breaks off. */
export async function searchBreaks(from: number, only: readonly string[] | undefined): Promise<Outcome> {
  const named = (only ?? []).flatMap((name) => ['--break', name])
  const args = ['--breaks', '--record', '--from', String(from), '--seeds', String(mostSeeds), ...named]
  const { lines, end } = await run(['test/simulation/main.ts', ...args], { live: true })
  const found: string[] = []
  const missed: string[] = []
  for (const line of lines) {
    const [, name, took] = /^\| (.+?) \| (\d+|not within)/.exec(line) ?? []
    if (name !== undefined) (took === 'not within' ? missed : found).push(name)
  }
  const areAll = lines.includes(`${found.length + missed.length} breaks searched`)
  if (!areAll || (end === 'ended with 0') !== (missed.length === 0)) throw new Error(`The search for the breaks ${end}`)
  return { piece: { part: 'breaks', from, found, missed }, failures: missed.map((name) => `not found: ${name}`) }
}

export async function testDeployed(): Promise<Outcome> {
  return { piece: { part: 'deployed' }, failures: failuresIn(await run(['scripts/test-deployed.ts'], { live: true })) }
}
