import type { Mutant } from './mutant.ts'
import { type Played, playSeeds } from './play-seeds.ts'
import { readTests, relatedTests } from './related-tests.ts'
import { comesBy, type RunByThread } from './run-by-seeds.ts'
import { runTests, type Tested } from './run-tests.ts'

/** `notRun`: no schedule comes by what it changes. `notTried`: the time of the whole run was over. */
export type BySimulation = Played | { kind: 'notRun' } | { kind: 'notTried' }
export type ByTests = Tested | { kind: 'notTried' }

/** What the simulation finds within so many seeds, from 1. */
export async function bySimulation(
  { edits }: Mutant,
  { seeds, ran }: { seeds: number; ran: readonly RunByThread[] },
): Promise<BySimulation> {
  if (!comesBy(ran, { edits })) return { kind: 'notRun' }
  return await playSeeds({ edits, from: 1, to: seeds + 1, step: 1, isMeasured: false }, {})
}

/** Judges mutants by the tests that load what they change. A failure counts if it comes again, and does not come without the mutant. */
export function createTestJudge() {
  const graph = readTests()
  const asItIs = new Map<string, Promise<Tested>>()

  async function isProof({ edits }: Mutant, file: string): Promise<boolean> {
    const again = await runTests(edits, [file])
    const without = asItIs.get(file) ?? runTests([], [file])
    asItIs.set(file, without)
    return again.kind === 'failed' && (await without).kind === 'survived'
  }

  return async (mutant: Mutant): Promise<ByTests> => {
    const sources = mutant.edits.map(({ file }) => file)
    const dismissed: string[] = []
    let tests = relatedTests(graph, sources)
    while (tests.length > 0) {
      const tested = await runTests(mutant.edits, tests)
      if (tested.kind === 'survived') break
      if (tested.kind !== 'failed' || (await isProof(mutant, tested.file))) return tested
      dismissed.push(tested.file)
      tests = tests.slice(tests.indexOf(tested.file) + 1)
    }
    return { kind: 'survived', ...(dismissed.length > 0 && { dismissed }) }
  }
}
