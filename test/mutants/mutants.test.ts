import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createProof } from './create-proof.ts'
import { mutants } from './list/list.ts'
import { mustFit } from './must-fit.ts'
import { playSeeds } from './play-seeds.ts'
import { moduleOf, type Row, summaryOf } from './report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The program as a person starts it. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, '--workers', '1', ...args])
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

describe('the list of mutants', () => {
  it.each(mutants)('fits the sources as they are, which can be parsed with it: $name', (mutant) => {
    expect(() => mustFit(mutant)).not.toThrow()
  })

  it('has at least 80, each with a name of its own and a reason', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(80)
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    for (const { name, why } of mutants) expect(why, name).toMatch(/^[A-Z0-9].+; but .+\.$/)
  })

  it('is spread over the modules of lib by their lines', () => {
    const files = globSync('lib/**/*.ts', { cwd: root })
    const linesOf = (file: string) => readFileSync(root + file, 'utf8').split('\n').length
    const linesIn = (all: readonly string[]) => all.reduce((sum, file) => sum + linesOf(file), 0)
    const modules = Map.groupBy(files, (file) =>
      moduleOf({ name: '', why: '', edits: [{ file, find: '', replace: '' }] }),
    )
    const perLine = mutants.length / linesIn(files)
    for (const [module, own] of modules) {
      const due = perLine * linesIn(own)
      const count = mutants.filter((mutant) => moduleOf(mutant) === module).length
      expect(Math.abs(count - due), `${module}: ${count} of ${due.toFixed(1)}`).toBeLessThan(1 + 0.2 * due)
    }
  })

  it.each([
    ['is not there', 'an odd text that no source has'],
    ['is there twice', 'const'],
  ])('refuses a mutant whose text %s', (_why, find) => {
    const mutant = { name: 'an odd one', why: '', edits: [{ file: 'lib/errors.ts', find, replace: '' }] }
    expect(() => mustFit(mutant)).toThrow(/^The mutant "an odd one" does not fit: lib\/errors\.ts holds /)
  })

  it('refuses a mutant with which a source cannot be parsed', () => {
    const edit = { file: 'lib/errors.ts', find: 'export class Rejected', replace: 'export class {' }
    expect(() => mustFit({ name: 'an odd one', why: '', edits: [edit] })).toThrow(/does not fit/)
  })
})

describe('a thread of schedules', { timeout: 60_000 }, () => {
  const order = { from: 1, to: 3, step: 1, isMeasured: false }
  const accepted = { file: 'lib/inbox/transitions.ts', find: 'writeId: string): InboxEvent { return {' }

  it('is ended where a schedule hangs, and says which', async () => {
    const edits = [{ ...accepted, replace: 'writeId: string): InboxEvent { for (;;) {} return {' }]
    expect(await playSeeds({ ...order, edits }, { patienceMs: 8_000 })).toEqual({ kind: 'hung', seed: 1 })
  })

  it('says that a mutant does not load, which is not the same as found', async () => {
    const edits = [{ file: 'lib/errors.ts', find: 'export class Rejected', replace: 'export class Refused' }]
    expect(await playSeeds({ ...order, edits }, {})).toMatchObject({ kind: 'notLoaded' })
  })

  it('ends by itself where nothing is violated', async () => {
    expect(await playSeeds({ ...order, edits: [] }, {})).toEqual({ kind: 'survived' })
  })
})

describe('a proof', () => {
  it('is every violation, but a needless question and a slow audit only with the second schedule', () => {
    expect(createProof()(['duplicated: returns 1, 2', 'unjustified: form/a is held'])).toBe(true)
    const isFoundBy = createProof()
    expect([['unjustified: form/a is held'], [], ['slow: the audit'], []].map(isFoundBy)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

describe('npm run mutants', { timeout: 180_000 }, () => {
  it('names the seed with which the simulation finds one, and ends with 0', async () => {
    const { code, out } = await run('--only', 'labels keep their case', '--simulation-only', '--seeds', '20')
    expect(out).toMatch(/^\| labels keep their case \| \w+ \| seed \d+: .+ \| - \| simulation \|$/m)
    expect(code).toBe(0)
  })

  it('names the test that finds one, and ends with 0', async () => {
    const { code, out } = await run('--only', 'a thousand is one', '--tests-only')
    expect(out).toMatch(/^\| a thousand is one \| sources \| - \| .+ \| tests \|$/m)
    expect(code).toBe(0)
  })

  it('says where no schedule comes by what a mutant changes, and ends with 1', async () => {
    const { code, out } = await run('--only', 'an own write of a shared item', '--simulation-only', '--seeds', '1')
    expect(out).toMatch(
      /^\| an own write of a shared item counts as lost \| state \| - \(not run\) \| - \| nobody \|$/m,
    )
    expect(code).toBe(1)
  })

  it.each([
    ['an unknown flag', ['--simulations-only'], /Unknown option '--simulations-only'/],
    ['a name that none has', ['--only', 'no such'], /^No mutant has "no such" in its name\.$/m],
    ['a number that is none', ['--seeds', 'many'], /^--seeds must be a whole number above 0, not "many"\.$/m],
    ['no half', ['--simulation-only', '--tests-only'], /leave nothing to do/],
  ])('refuses %s and shows the usage', async (_what, args, message) => {
    const { code, err } = await run(...args)
    expect(err).toMatch(message)
    expect(err).toContain('npm run mutants')
    expect(code).toBe(2)
  })
})

describe('the summary', () => {
  const seen = { kind: 'violated', seed: 3, violations: ['lost: one | two'] } as const
  const failed = { kind: 'failed', file: 'test/a.test.ts', title: 'refuses it' } as const
  const survived = { kind: 'survived' } as const
  const row = (mutant: string, halves: Omit<Row, 'mutant' | 'module'>): Row => ({ mutant, module: 'inbox', ...halves })
  const found = ['a', 'b'].map((name) => row(name, { simulation: seen, tests: failed }))

  it('is good if nothing survives both and the simulation finds two thirds', () => {
    const { lines, isGood } = summaryOf([...found, row('c', { simulation: { kind: 'notRun' }, tests: failed })])
    expect(lines).toContain('| a | inbox | seed 3: lost: one / two | refuses it | both |')
    expect(lines).toContain('| c | inbox | - (not run) | refuses it | tests |')
    expect(lines).toContain('simulation: 2 of 3 (67 %); of those that it runs: 2 of 2 (100 %)')
    expect(lines).toContain('tests: 3 of 3 (100 %)')
    expect(isGood).toBe(true)
  })

  it('is not good if one survives both, and names it', () => {
    const { lines, isGood } = summaryOf([...found, row('c', { simulation: survived, tests: survived })])
    expect(lines).toContain('SURVIVES c')
    expect(isGood).toBe(false)
  })

  it('is not good if the simulation finds fewer than two thirds', () => {
    const [one] = found
    const { lines, isGood } = summaryOf([one as Row, row('c', { simulation: survived, tests: failed })])
    expect(lines).toContain('The simulation must find two thirds of all.')
    expect(isGood).toBe(false)
  })

  it('names the tests that failed, but not because of the mutant', () => {
    const dismissed = ['test/a.test.ts']
    const { lines } = summaryOf([row('a', { simulation: seen, tests: { kind: 'survived', dismissed } })])
    expect(lines).toContain(
      '| a | inbox | seed 3: lost: one / two | - (failed at first: test/a.test.ts) | simulation |',
    )
  })

  it('counts what hangs as found', () => {
    const { isGood } = summaryOf([row('a', { simulation: { kind: 'hung', seed: 1 }, tests: { kind: 'hung' } })])
    expect(isGood).toBe(true)
  })

  it.each([
    { simulation: { kind: 'notLoaded', message: 'it has no such export' } } as const,
    { simulation: { kind: 'threw', message: 'the thread broke down' } } as const,
    { simulation: { kind: 'notTried' } } as const,
    { tests: { kind: 'notLoaded', file: 'test/a.test.ts', message: 'it has no such export' } } as const,
  ])('counts as an error, and not as found: $simulation.kind $tests.kind', (half) => {
    const { lines, isGood } = summaryOf([row('a', { simulation: seen, tests: failed, ...half })])
    expect(lines).toContain('ERROR a: it was not judged')
    expect(isGood).toBe(false)
  })
})
