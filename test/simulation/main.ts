import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assumptions } from './assumptions.ts'
import { breakNames, proofOf } from './breaks/breaks.ts'
import { maskedBreaks, pairs } from './breaks/pairs.ts'
import { runSeeds, type SeedRange } from './run-seeds.ts'
import type { Result } from './schedule.ts'
import { createTotals } from './totals.ts'
import { mustBeCheckout } from './versions/load-next.ts'

const usage = `npm run simulate -- --seeds 10000 --from 1   runs schedules and judges them
npm run simulate -- --seed 42                 tells the whole story of one
npm run simulate -- --breaks                  how many seeds it takes to find each deliberate break
npm run simulate -- --breaks --pair           the same for pairs of breaks of which one masks the other
Also: --workers 2 (threads); --break "<name>", once or several times (with --breaks one after the other, with --pair at once);
--beyond clocks, or settling (that assumption does not hold: what comes of it must be reported); --beside <folder> (another checkout as the next version); --most-seconds 30 (a schedule that takes longer hangs).`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    break: { type: 'string', multiple: true, default: [] },
    breaks: { type: 'boolean', default: false },
    beyond: { type: 'string' },
    beside: { type: 'string' },
    pair: { type: 'boolean', default: false },
    'most-seconds': { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`--${option} must be a whole number above 0, not "${text}"`)
}

const allBreaks: readonly string[] = [...breakNames, ...Object.keys(maskedBreaks)]
const unknown = values.break.find((name) => !allBreaks.includes(name))
if (unknown !== undefined) throw new RangeError(`--break must be one of: ${allBreaks.join('; ')}`)
if (values.pair && !values.breaks) throw new RangeError('--pair goes with --breaks')

const beyond = assumptions.find((one) => one === values.beyond)
if (values.beyond !== undefined && !beyond) throw new RangeError(`--beyond must be one of: ${assumptions.join(', ')}`)

if (values.beside !== undefined) mustBeCheckout(resolve(values.beside))

const range: Omit<SeedRange, 'seeds'> = {
  from: wholeNumber(values.from, 'from'),
  workers: wholeNumber(values.workers, 'workers'),
  mostSeconds: wholeNumber(values['most-seconds'], 'most-seconds'),
  breaks: values.break,
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

/** The seeds that each break, or pair of breaks, takes until it is found, from `--from` on; 1 where one of them is not found. */
async function tryBreaks(seeds: number): Promise<void> {
  const queue = chosenBreaks().map((names) => ({ names, title: names.join(' + ') }))
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { names, title } = next
      let tried = 0
      let found: string | undefined
      await runSeeds({ ...range, seeds, workers: 1, breaks: names, stopAtFirst: true }, ({ violations }) => {
        tried += 1
        found = proofOf(violations)
      })
      say(`| ${title} | ${found ? tried : `not within ${seeds}`} | ${found ?? ''} |`)
      if (!found) process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: range.workers }, work))
}

/** What is taken away together. */
function chosenBreaks(): (readonly string[])[] {
  if (values.pair) return values.break.length > 0 ? [values.break] : [...pairs]
  return (values.break.length > 0 ? values.break : breakNames).map((name) => [name])
}

if (values.help) say(usage)
else if (values.seed !== undefined) await tellStory(wholeNumber(values.seed, 'seed'))
else if (values.breaks) await tryBreaks(wholeNumber(values.seeds, 'seeds'))
else await runMany(wholeNumber(values.seeds, 'seeds'))
