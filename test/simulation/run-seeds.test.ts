import { describe, expect, it } from 'vitest'
import { runSeeds, type SeedRange } from './run-seeds.ts'

/** What the threads say of a range of seeds. */
async function play(range: Pick<SeedRange, 'seeds' | 'mostSeconds' | 'edits'>) {
  const violations: Record<number, string[]> = {}
  const story: string[] = []
  const tell = (line: string) => void story.push(line)
  const left = await runSeeds({ from: 1, workers: 1, tell, ...range }, (result) => {
    violations[result.seed] = result.violations
    return result.violations.some((one) => one.startsWith('hung: more')) ? 'enough' : undefined
  })
  return { violations, story, left }
}

// Each thread loads the sources, and hangs for seconds.
describe('a schedule that hangs', { timeout: 400_000 }, () => {
  const asksForEver = {
    file: 'lib/back-office/pace/spending.ts',
    find: 'if (isFree[budget]) return false',
    replace: 'if (isFree[budget]) continue',
  }

  it('has a verdict where no virtual time passes; after three in a row the others are left out', async () => {
    const { violations, story, left } = await play({ seeds: 5, mostSeconds: 2, edits: [asksForEver] })
    const hung = ['hung: no verdict after 2 s']
    expect(violations).toEqual({ 1: hung, 2: hung, 3: hung })
    expect(left).toBe(2)
    expect(story.length).toBeGreaterThan(10)
  })

  it('has a verdict where virtual time goes on for ever, and is the last one if that is enough', async () => {
    const readsForEver = {
      file: 'lib/workflow/process-due.ts',
      find: 'if (!after) isWorthReading = false',
      replace: '',
    }
    const { violations, left } = await play({ seeds: 50, mostSeconds: 100, edits: [readsForEver] })
    expect(Object.values(violations).at(-1)).toEqual([expect.stringContaining('hung: more than 400000 steps')])
    expect(Object.keys(violations).length).toBeLessThan(50)
    expect(left).toBe(0)
  })
})
