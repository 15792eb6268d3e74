import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Part, type PieceResult, parts, type Report, reportOf } from './prove/report.ts'
import { killProcesses, playSeeds, recordFile, searchBreaks, testDeployed } from './prove/run-piece.ts'

const usage = `npm run prove                                   runs what of this commit is unproven, part by part
npm run prove -- --only seeds                   one part: ${parts.join(', ')}
npm run prove -- --seeds 2000 --from random     a piece of the seeds (also: --from 1000)
npm run prove -- --report                       says what of this commit is unproven; ends with 0 if nothing is
Results stay in .prove/<commit>/ and add up.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: 'random' },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('rev-parse', 'HEAD')
const folder = join(root, '.prove', commit)
mkdirSync(folder, { recursive: true })
/** So much is played, or killed, before its result is stored. */
const piece = { seeds: 1_000, kills: 60 }

/** A result belongs to a commit. The recorded seeds are made here, and only say where the check begins to search. */
function mustBeCommitted(): void {
  const changed = git('status', '--porcelain', '--', '.', `:(exclude)${recordFile}`)
  if (changed !== '') throw new Error(`A result would belong to no commit: commit or stash these first\n${changed}`)
  if (git('rev-parse', 'HEAD') !== commit) throw new Error(`The commit is no longer ${commit}: begin anew`)
}

const wholeNumber = (text: string, option: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`--${option} must be a whole number above 0, not "${text}"`)
}

/** A place where nobody has been yet, most likely. */
const drawn = (): number => randomInt(1, 900_000_000)

function report(): Report {
  const stored = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return reportOf(stored.map((name): PieceResult => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** Runs a piece and stores its result under its name; whether it has failed nowhere. */
async function prove(name: string, work: () => ReturnType<typeof testDeployed>): Promise<boolean> {
  mustBeCommitted()
  const startedAt = new Date()
  console.log(`\n── ${name}`)
  const { piece, failures } = await work()
  mustBeCommitted()
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000)
  const result: PieceResult = { ...piece, startedAt: startedAt.toISOString(), seconds, failures }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  console.log(`${failures.length === 0 ? 'ok' : 'FAILED'} ${name} (${seconds} s)`)
  return failures.length === 0
}

/** Whether a part, as far as it was unproven, has failed nowhere. A part ends with its first piece that fails. */
const provers: Record<Part, () => Promise<boolean>> = {
  async seeds() {
    const most = values.seeds === undefined ? report().seedsLeft : wholeNumber(values.seeds, 'seeds')
    const begin = values.from === 'random' ? drawn() : wholeNumber(values.from, 'from')
    for (let from = begin; from < begin + most; from += piece.seeds) {
      const seeds = Math.min(piece.seeds, begin + most - from)
      if (!(await prove(`seeds-${from}-${seeds}`, () => playSeeds(from, seeds)))) return false
    }
    return true
  },
  async breaks() {
    const only = report().breaksLeft
    if (only?.length === 0) return true
    const from = drawn()
    const isFound = await prove(`breaks-${from}`, () => searchBreaks(from, only))
    console.log(`${recordFile} holds the new seeds: commit it. The result belongs to the commit before.`)
    return isFound
  },
  async kills() {
    for (let left = report().killsLeft; left > 0; left -= piece.kills) {
      const seed = drawn()
      const program = Math.ceil(left / piece.kills) % 2 === 1 ? 'serve' : 'start'
      const kills = Math.min(piece.kills, left)
      if (!(await prove(`kills-${program}-${seed}`, () => killProcesses(program, seed, kills)))) return false
    }
    return true
  },
  deployed: () => prove('deployed', testDeployed),
}

const chosen = parts.filter((part) => part === (values.only ?? (values.seeds === undefined ? part : 'seeds')))
if (chosen.length === 0) throw new RangeError(`--only takes one of ${parts.join(', ')}`)
if (values.help) console.log(usage)
else {
  // One after the other: each uses the whole machine.
  if (!values.report) for (const part of chosen) if (!(await provers[part]())) process.exitCode = 1
  const { isProven, lines } = report()
  console.log(`\ncommit ${commit}`)
  for (const line of lines) console.log(line)
  if (values.report && !isProven) process.exitCode = 1
}
