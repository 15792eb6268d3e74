import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bySimulation, createTestJudge } from './judge-mutant.ts'
import { mutants } from './list/list.ts'
import { mustFit } from './must-fit.ts'
import type { Mutant } from './mutant.ts'
import { moduleOf, type Row, summaryOf } from './report.ts'
import { runBySeeds } from './run-by-seeds.ts'

const usage = `npm run mutants                           which bugs of a refactoring the simulation and the tests find
npm run mutants -- --only "label"         only those with this in their names
npm run mutants -- --simulation-only      one half; also --tests-only
Also: --seeds 2000 (of the simulation), --workers 2 (runs side by side), --minutes 90 (nothing begins later), --json <file>.`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What a person has written is wrong. */
class Refused extends Error {
  override name = 'Refused'
}

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text)
  throw new Refused(`--${option} must be a whole number above 0, not "${text}".`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      seeds: { type: 'string', default: '2000' },
      workers: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '90' },
      json: { type: 'string' },
      'simulation-only': { type: 'boolean', default: false },
      'tests-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const halves = { simulation: !values['tests-only'], tests: !values['simulation-only'] }
  if (!halves.simulation && !halves.tests) throw new Refused('--simulation-only and --tests-only leave nothing to do.')
  const chosen = mutants.filter(({ name }) => name.includes(values.only))
  if (chosen.length === 0) throw new Refused(`No mutant has "${values.only}" in its name.`)
  const [seeds, workers] = [wholeNumber(values.seeds, 'seeds'), wholeNumber(values.workers, 'workers')]
  return { ...values, ...halves, chosen, seeds, workers, minutes: wholeNumber(values.minutes, 'minutes') }
}

/** After each result: a run that is broken off leaves what it has found. */
function save({ json }: { json?: string | undefined }, rows: readonly Row[]): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, undefined, 2)}\n`)
}

type Job = { mutant: Mutant; half: 'simulation' | 'tests' }

async function run(options: ReturnType<typeof readOptions>): Promise<Row[]> {
  const { chosen, seeds, workers, minutes } = options
  const endsAt = performance.now() + minutes * 60_000
  const rows = new Map(chosen.map((mutant) => [mutant, { mutant: mutant.name, module: moduleOf(mutant) } as Row]))
  const ran = options.simulation ? await runBySeeds({ seeds, workers }) : []
  const byTests = options.tests ? createTestJudge() : undefined
  const halves = (['simulation', 'tests'] as const).filter((half) => options[half])
  const queue = chosen.flatMap((mutant) => halves.map((half): Job => ({ mutant, half })))
  let left = queue.length
  const judge = async ({ mutant, half }: Job): Promise<Partial<Row>> => {
    if (performance.now() > endsAt) return { [half]: { kind: 'notTried' } }
    if (half === 'simulation') return { simulation: await bySimulation(mutant, { seeds, ran }) }
    return byTests ? { tests: await byTests(mutant) } : {}
  }
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const result = await judge(job)
      Object.assign(rows.get(job.mutant) ?? {}, result)
      left -= 1
      save(options, [...rows.values()])
      say(`${left} to go; ${job.half}: ${job.mutant.name}: ${result[job.half]?.kind}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return [...rows.values()]
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    say(usage)
    return
  }
  // One that does not fit is a mistake of the list, and no result.
  for (const mutant of options.chosen) mustFit(mutant)
  const startedAt = performance.now()
  const rows = await run(options)
  const { lines, isGood } = summaryOf(rows)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  save(options, rows)
  say('')
  for (const line of lines) say(line)
  say(`took ${(seconds / 60).toFixed(1)} minutes`)
  if (!isGood) process.exitCode = 1
}

// A signal ends this process with its own exit event, which ends what it has started.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (!(error instanceof Refused) && !code?.startsWith('ERR_PARSE_ARGS')) throw error
  process.stderr.write(`${message}\n\n${usage}\n`)
  process.exitCode = 2
}
