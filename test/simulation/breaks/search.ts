import { readFileSync, writeFileSync } from 'node:fs'
import { type OnResult, runSeeds, type SeedRange } from '../run-seeds.ts'
import { type BreakName, breakNames, breaks, proofOf } from './breaks.ts'

/**
 * What the last search has found of a break: the first `seed` that proves it, as what, and how many of the schedules `played` from where the
 * search began do so. Without a seed none of them does.
 */
export type Recorded = { seed?: number; as?: string; proofs: number; played: number }

/** Made by `npm run simulate -- --breaks --record`, never by hand. */
const recordFile = new URL('./seeds.json', import.meta.url)

export const readRecords = (): Partial<Record<string, Recorded>> => JSON.parse(readFileSync(recordFile, 'utf8'))

/**
 * A break that so many of so few schedules prove is fast: where every sixth one does, 40 in a row that do not come once in 1,000 times. More
 * need not be known of it, nor of others than a first proof.
 */
const fast = { proofs: 8, played: 50 }
const longestProof = 160
/** Whoever shares the machine can bring it about. A break that hangs for ever takes too many steps, too. */
const slowMachine = 'hung: no verdict'
const root = new URL('../../../', import.meta.url).href

/** Whether a few seeds find a break wherever they begin, so that no other dice let it slip. */
export const isFast = ({ proofs, played }: Recorded): boolean => proofs >= fast.proofs && played <= fast.played

/** Until the first proof; measured: until it is known whether the break is fast. */
export async function search(
  name: BreakName,
  range: SeedRange,
  { isMeasured }: { isMeasured: boolean },
): Promise<Recorded> {
  const found: Recorded = { proofs: 0, played: 0 }
  const onResult: OnResult = ({ seed, violations }) => {
    const proof = proofOf(violations.filter((violation) => !violation.startsWith(slowMachine)))
    found.played += 1
    if (proof !== undefined) {
      found.proofs += 1
      found.seed ??= seed
      found.as ??= proof.replaceAll(root, '').slice(0, longestProof)
    }
    const isKnown = !isMeasured || found.proofs >= fast.proofs || found.played >= fast.played
    return found.proofs > 0 && isKnown ? 'enough' : undefined
  }
  await runSeeds({ ...range, edits: breaks[name].edits, workers: 1 }, onResult)
  return found
}

/** Puts new records into the file, one a line. Those of breaks that are no more go. */
export function writeRecords(found: Readonly<Partial<Record<string, Recorded>>>): void {
  const all = { ...readRecords(), ...found }
  const lines = breakNames.flatMap((name) => (all[name] ? [`  "${name}": ${JSON.stringify(all[name])}`] : []))
  writeFileSync(recordFile, `{\n${lines.join(',\n')}\n}\n`)
}
