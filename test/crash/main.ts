import { parseArgs } from 'node:util'
import { createChance } from '../simulation/random.ts'
import { programs } from './bridge-process.ts'
import { runCrashes } from './crash-run.ts'
import { drawFault } from './inject-faults.ts'
import { planKills } from './plan-kills.ts'

const usage = `npm run crash -- --kills 300 --seed 1   kills the process of a bridge 300 times and judges the result
Also: --program start (npm start; serve unless named); --full-disk (its disk is full or read-only now and then); --minutes 40 (ends the run after this time).`

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '40' },
    program: { type: 'string', default: 'serve' },
    'full-disk': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const print = (line: string) => process.stdout.write(`${line}\n`)

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`--${option} must be a whole number above 0, not "${text}"`)
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Ends everything that was started on Ctrl-C or when the time is over. `stop` cancels that. */
function createStop(minutes: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const end = (reason: string) => (): void => {
    print(reason)
    process.exitCode = 1
    controller.abort(new Error(reason))
  }
  const timer = setTimeout(end(`The run did not end within ${minutes} minutes.`), minutes * 60_000)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end(`Stopped by ${name}.`))
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

async function crash(): Promise<void> {
  const seed = wholeNumber(values.seed, 'seed')
  const kills = planKills(createChance(seed), wholeNumber(values.kills, 'kills'))
  const program = programs.find((one) => one === values.program)
  if (!program) throw new RangeError(`--program must be one of: ${programs.join(', ')}`)
  const { signal, stop } = createStop(wholeNumber(values.minutes, 'minutes'))
  const spoilsDisks = values['full-disk']
  const startedAt = performance.now()
  const outcome = await runCrashes({
    program,
    spoilsDisks,
    kills,
    seed,
    drawFault,
    comesWithinMs: 4_000,
    signal,
    log: print,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  stop()
  if (!outcome) return
  print(`took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`)
  for (const [what, counts] of Object.entries({
    killed: outcome.kills,
    disk: outcome.disks,
    fault: outcome.faults,
    event: outcome.events,
  }))
    for (const [name, count] of counts) print(`${what} ${name}: ${count}`)
  print(`${outcome.sent} requests of senders, ${outcome.loginResets} times a person opened the login again`)
  for (const violation of outcome.violations) print(`VIOLATION ${violation}`)
  print(
    `${sumOf(outcome.kills)} kills, ${sumOf(outcome.events)} events, ${outcome.returns} returns, ${outcome.comments} comments, ` +
      `${sumOf(outcome.faults)} faults injected, ${outcome.violations.length} violations`,
  )
  // Nothing is shown by a disk that could always store.
  if (outcome.violations.length > 0 || (spoilsDisks && outcome.disks.size === 0)) process.exitCode = 1
}

if (values.help) print(usage)
else await crash()
