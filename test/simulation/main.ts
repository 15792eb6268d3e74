import { parseArgs } from 'node:util'
import { applyBreak } from './apply-break.ts'
import { type BreakName, breakNames, proofOf } from './breaks.ts'
import { runSeeds } from './run-seeds.ts'
import { createTotals } from './totals.ts'

const usage = `npm run simulate -- --seeds 10000 --from 1   runs schedules and judges them
npm run simulate -- --seed 42                 tells the whole story of one
npm run simulate -- --breaks                  how many seeds it takes to find each deliberate break
Also: --workers 2 (threads), --break "<name>" with --seeds or --seed, and any number of them with --breaks.`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    break: { type: 'string', multiple: true, default: [] },
    breaks: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`--${option} must be a whole number above 0, not "${text}"`)
}

function breakNamed(text: string): BreakName {
  const name = breakNames.find((candidate) => candidate === text)
  if (!name) throw new RangeError(`--break must be one of: ${breakNames.join('; ')}`)
  return name
}

const chosen = values.break.map(breakNamed)
const [broken] = chosen
if (chosen.length > 1 && !values.breaks) throw new RangeError('several --break go with --breaks alone')
const workers = wholeNumber(values.workers, 'workers')
const from = wholeNumber(values.from, 'from')

async function tellStory(seed: number): Promise<void> {
  if (broken) applyBreak(broken)
  const { runSchedule } = await import('./schedule.ts')
  const { violations, endings, returns, comments } = await runSchedule(seed, { tell: say })
  say('')
  for (const [ending, times] of endings) say(`${times} × ${ending}`)
  say(`${returns} returns, ${comments} comments`)
  for (const violation of violations) say(`VIOLATION ${violation}`)
  say(`${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}

async function runMany(seeds: number): Promise<void> {
  const totals = createTotals()
  const startedAt = performance.now()
  await runSeeds({ from, seeds, workers, ...(broken && { broken }) }, totals.add)
  say(`took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  for (const line of totals.lines()) say(line)
  if (totals.violations() > 0) process.exitCode = 1
}

/** The seeds that each break takes until it is found, from `--from` on; 1 where one of them is not found. */
async function tryBreaks(seeds: number): Promise<void> {
  const queue = chosen.length > 0 ? chosen : [...breakNames]
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      let tried = 0
      let found: string | undefined
      await runSeeds({ from, seeds, workers: 1, broken: name, stopAtFirst: true }, ({ violations }) => {
        tried += 1
        found = proofOf(violations)
      })
      say(`| ${name} | ${found ? tried : `not within ${seeds}`} | ${found ?? ''} |`)
      if (!found) process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

if (values.help) say(usage)
else if (values.seed !== undefined) await tellStory(wholeNumber(values.seed, 'seed'))
else if (values.breaks) await tryBreaks(wholeNumber(values.seeds, 'seeds'))
else await runMany(wholeNumber(values.seeds, 'seeds'))
