import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assumptions } from './assumptions.ts'
import { type BreakName, breakNames, breaks } from './breaks/breaks.ts'
import { isFast, type Recorded, readRecords, search, writeRecords } from './breaks/search.ts'
import { runSeeds, type SeedRange } from './run-seeds.ts'
import type { Result } from './schedule.ts'
import { createTotals } from './totals.ts'
import { mustBeCheckout } from './versions/load-next.ts'

const usage = `npm run simulate -- --seeds 10000 --from 1      runs schedules and judges them
npm run simulate -- --seeds 2000 --from random  the same from a place that is drawn and printed
npm run simulate -- --seed 42                    tells the whole story of one
npm run simulate -- --breaks                     how many seeds it takes to find each deliberate break
npm run simulate -- --breaks --recorded          the same from the recorded seeds, for the breaks that few seeds find
npm run simulate -- --breaks --record            searches on, and records the seeds
Also: --workers 2 (threads); --break "<name>", once or several times (with --breaks one after the other, else at once);
--beyond clocks, or settling (that assumption does not hold: what comes of it must be reported); --beside <folder> (another checkout as the next version); --most-seconds 120 (a schedule that takes longer hangs).`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    break: { type: 'string', multiple: true, default: [] },
    breaks: { type: 'boolean', default: false },
    beyond: { type: 'string' },
    beside: { type: 'string' },
    recorded: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'most-seconds': { type: 'string', default: '120' },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`--${option} must be a whole number above 0, not "${text}"`)
}

const isBreak = (name: string): name is BreakName => Object.hasOwn(breaks, name)
const chosen = values.break.filter(isBreak)
if (chosen.length < values.break.length) throw new RangeError(`--break must be one of: ${breakNames.join('; ')}`)
if ((values.recorded || values.record) && !values.breaks)
  throw new RangeError('--recorded and --record go with --breaks')

const beyond = assumptions.find((one) => one === values.beyond)
if (values.beyond !== undefined && !beyond) throw new RangeError(`--beyond must be one of: ${assumptions.join(', ')}`)

if (values.beside !== undefined) mustBeCheckout(resolve(values.beside))

/** Where nobody has been yet, most likely. */
function drawnPlace(): number {
  const place = randomInt(1, 900_000_000)
  say(`from ${place}`)
  return place
}

const range: Omit<SeedRange, 'seeds'> = {
  from: values.from === 'random' ? drawnPlace() : wholeNumber(values.from, 'from'),
  workers: wholeNumber(values.workers, 'workers'),
  mostSeconds: wholeNumber(values['most-seconds'], 'most-seconds'),
  edits: chosen.flatMap((name) => breaks[name].edits),
  ...(beyond && { beyond }),
  ...(values.beside !== undefined && { beside: resolve(values.beside) }),
}

async function tellStory(seed: number): Promise<void> {
  let told: Result | undefined
  await runSeeds({ ...range, from: seed, seeds: 1, workers: 1, tell: say }, (result) => {
    told = result
  })
  if (!told) throw new Error(`schedule ${seed} ended without a verdict`)
  const { violations, endings, returns, comments } = told
  say('')
  for (const [ending, times] of endings) say(`${times} × ${ending}`)
  say(`${returns} returns, ${comments} comments`)
  for (const what of told.allowed) say(`beyond the assumption: ${what}`)
  for (const violation of violations) say(`VIOLATION ${violation}`)
  say(`${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}

async function runMany(seeds: number): Promise<void> {
  const totals = createTotals()
  const startedAt = performance.now()
  let played = 0
  const left = await runSeeds({ ...range, seeds }, (result) => {
    totals.add(result)
    played += 1
    // A long run is followed, and broken off early, by what it says meanwhile.
    for (const violation of result.violations) tell(`seed ${result.seed}: ${violation}`)
    if (played % 5_000 === 0) tell(`${played} of ${seeds} schedules, ${totals.violations()} violations`)
  })
  say(`took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  for (const line of totals.lines()) say(line)
  if (left > 0) say(`${left} schedules were left out`)
  if (totals.violations() > 0 || left > 0) process.exitCode = 1
}

/** How many seeds each break takes until it is found; 1 where one of them is not. */
async function tryBreaks(): Promise<void> {
  const records = readRecords()
  const most = wholeNumber(values.seeds ?? (values.recorded ? '40' : '1000'), 'seeds')
  const isTried = (name: BreakName) => !values.recorded || isFast(records[name] ?? { proofs: 0, played: 0 })
  const densityOf = (name: BreakName) => (records[name]?.proofs ?? 0) / (records[name]?.played ?? 1)
  // The rarest first: they take longest.
  const queue = (chosen.length > 0 ? [...chosen] : breakNames.filter(isTried)).sort(
    (one, other) => densityOf(one) - densityOf(other),
  )
  // A check that searches for nothing would always succeed.
  if (queue.length === 0) throw new Error('No recorded break is fast: run npm run prove -- --only breaks')
  const recorded: Record<string, Recorded> = {}
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const from = (values.recorded && records[name]?.seed) || range.from
      const found = await search(name, { ...range, from, seeds: most }, { isMeasured: values.record })
      const { seed, as = '', proofs, played } = found
      const density = values.record ? ` (${proofs} of ${played})` : ''
      say(`| ${name} | ${seed === undefined ? `not within ${most}` : `${seed - from + 1}${density}`} | ${as} |`)
      if (seed === undefined) process.exitCode = 1
      recorded[name] = found
      if (values.record) writeRecords(recorded)
    }
  }
  await Promise.all(Array.from({ length: range.workers }, work))
  say(`${Object.keys(recorded).length} breaks searched`)
}

if (values.help) say(usage)
else if (values.seed !== undefined) await tellStory(wholeNumber(values.seed, 'seed'))
else if (values.breaks) await tryBreaks()
else await runMany(wholeNumber(values.seeds ?? '1000', 'seeds'))
