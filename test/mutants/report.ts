import type { BySimulation, ByTests } from './judge-mutant.ts'
import type { Mutant } from './mutant.ts'

/** A half that was not asked for is absent. */
export type Row = { mutant: string; module: string; simulation?: BySimulation; tests?: ByTests }

/** The folder of lib, or `lib` for its own files. */
export function moduleOf({ edits: [first] }: Mutant): string {
  const [root = '', folder = '', ...rest] = first?.file.split('/') ?? []
  return rest.length > 0 ? folder : root
}

const isFoundBy = (half: BySimulation | ByTests | undefined): boolean =>
  half !== undefined && ['violated', 'failed', 'hung'].includes(half.kind)
/** Nothing was judged: a mutant that does not load proves nothing, and neither does a thread that broke down. */
const isBroken = (half: BySimulation | ByTests | undefined): boolean =>
  half !== undefined && ['notLoaded', 'threw', 'notTried'].includes(half.kind)

export function verdictOf({ simulation, tests }: Row): 'error' | 'both' | 'simulation' | 'tests' | 'nobody' {
  const [seen, tested] = [isFoundBy(simulation), isFoundBy(tests)]
  if (isBroken(simulation) || isBroken(tests)) return 'error'
  if (seen && tested) return 'both'
  return seen ? 'simulation' : tested ? 'tests' : 'nobody'
}

/** At least so many of all mutants are found by the simulation. */
const leastShare = 2 / 3

export type Summary = { lines: string[]; isGood: boolean }

/** The table, and under it the rates and what is not as it must be. */
export function summaryOf(rows: readonly Row[]): Summary {
  const errors = rows.filter((row) => verdictOf(row) === 'error')
  const survivors = rows.filter((row) => verdictOf(row) === 'nobody')
  const judged = rows.filter(({ simulation }) => simulation !== undefined)
  const seen = judged.filter(({ simulation }) => isFoundBy(simulation))
  const run = judged.filter(({ simulation }) => simulation?.kind !== 'notRun')
  const tested = rows.filter(({ tests }) => tests !== undefined)
  const failed = tested.filter(({ tests }) => isFoundBy(tests))
  const isComplete = judged.length > 0 && tested.length > 0
  const isLow = judged.length > 0 && seen.length < leastShare * judged.length
  return {
    lines: [
      '| mutant | module | simulation | tests | found by |',
      '| --- | --- | --- | --- | --- |',
      ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
      '',
      ...(judged.length > 0 ? [`simulation: ${share(seen, judged)}; of those that it runs: ${share(seen, run)}`] : []),
      ...(tested.length > 0 ? [`tests: ${share(failed, tested)}`] : []),
      ...(isLow ? ['The simulation must find two thirds of all.'] : []),
      ...(isComplete ? survivors.map(({ mutant }) => `SURVIVES ${mutant}`) : []),
      ...errors.map(({ mutant }) => `ERROR ${mutant}: it was not judged`),
    ],
    isGood: errors.length === 0 && !isLow && (!isComplete || survivors.length === 0),
  }
}

const share = (some: readonly Row[], all: readonly Row[]): string =>
  `${some.length} of ${all.length} (${all.length === 0 ? 0 : Math.round((100 * some.length) / all.length)} %)`

const cellsOf = (row: Row): string[] => [
  row.mutant,
  row.module,
  cell(simulationText(row.simulation)),
  cell(testsText(row.tests)),
  verdictOf(row),
]

const longest = 90
const cell = (text: string): string =>
  (text.length > longest ? `${text.slice(0, longest)}…` : text).replaceAll('|', '/').replace(/\s+/g, ' ')

function simulationText(half: BySimulation | undefined): string {
  switch (half?.kind) {
    case undefined:
    case 'survived':
      return '-'
    case 'violated':
      return `seed ${half.seed}: ${half.violations[0]}`
    case 'hung':
      return `seed ${half.seed}: hung`
    case 'notRun':
      return '- (not run)'
    case 'notTried':
      return 'not tried: the time was over'
    default:
      return half === undefined ? '-' : `${half.kind}: ${half.message}`
  }
}

function testsText(half: ByTests | undefined): string {
  switch (half?.kind) {
    case 'failed':
      return half.title
    case 'survived':
      return half.dismissed ? `- (failed at first: ${half.dismissed.join(', ')})` : '-'
    case 'hung':
      return 'hung'
    case 'notTried':
      return 'not tried: the time was over'
    case 'notLoaded':
      return `notLoaded: ${half.file}: ${half.message}`
    default:
      return '-'
  }
}
