import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runSeeds, type SeedRange } from './run-seeds.ts'

/** The program as a person starts it. */
async function simulate(...args: string[]): Promise<{ code: number; lines: string[]; complaint: string }> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [main, '--workers', '1', ...args])
  type Ended = { code?: number; stdout: string; stderr: string }
  const { code = 0, stdout, stderr }: Ended = await run.catch((failed: Ended) => failed)
  return { code, lines: stdout.trim().split('\n'), complaint: stderr }
}

/** Schedules from seed 1 on, in a thread that loads the sources as its range says, until a violation holds the text. */
async function play(range: Omit<SeedRange, 'from' | 'workers'>, until = 'nothing') {
  const told = { violations: [] as string[], effects: new Set<string>(), played: 0 }
  const left = await runSeeds({ from: 1, workers: 1, ...range }, ({ seed, violations, faults, allowed }) => {
    told.played += 1
    told.violations.push(...violations.map((what) => `seed ${seed}: ${what}`))
    for (const effect of [...faults.keys(), ...(allowed.length > 0 ? ['beyond'] : [])]) told.effects.add(effect)
    return violations.some((one) => one.includes(until)) ? 'enough' : undefined
  })
  return { ...told, left }
}

// Each thread loads the sources.
describe('npm run simulate', { timeout: 400_000 }, () => {
  it('finds nothing lost, doubled, locked or stuck in 100 schedules, says so, and ends with 0', async () => {
    const { code, lines } = await simulate('--seeds', '100', '--from', '1')
    expect(lines).toContainEqual(expect.stringMatching(/^100 schedules /))
    for (const place of [
      ...['request of an outage', 'newer format met', 'keys unprocessed', 'applied at the limit of settling'],
      ...['a list without what was written', 'late by the limit', 'order cancelled after a comment'],
      ...['a command beside one that fails for good', 'a fact that an update tells again'],
    ])
      expect(lines).toContainEqual(expect.stringMatching(` ${place}$`))
    expect(lines.slice(-2)).toEqual(['0 lost, 0 duplicated, 0 lock-outs, 0 stuck', '0 violations'])
    expect(code).toBe(0)
  })

  it('names the seed of a violation and ends with 1; draws a place; refuses what it does not know', async () => {
    const { code, lines } = await simulate('--seeds', '3', '--break', 'stream as the only wake-up')
    expect([code, lines]).toEqual([1, expect.arrayContaining([expect.stringMatching(/^seed \d: stuck/)])])
    const drawn = await simulate('--seeds', '1', '--from', 'random')
    expect(drawn.lines[0]).toMatch(/^from [1-9]\d*$/)
    expect([drawn.code, drawn.lines.at(-1)]).toEqual([0, '0 violations'])
    expect((await simulate('--break', 'no such thing')).complaint).toContain('--break must be one of')
    expect((await simulate('--beyond', 'reason')).complaint).toContain('--beyond must be one of: clocks, settling')
    expect((await simulate('--beside', '/tmp')).complaint).toContain('--beside must be the folder of a checkout')
  })

  it.each([
    ['continue', 'hung: no verdict after 2 s'],
    ['process.exit(0)', 'broken down: its thread ended with 0'],
  ])(
    'has a verdict where a schedule ends with none; after three in a row the others are left out: %s',
    async (...row) => {
      const [becomes, verdict] = row
      const find = 'if (isFree[budget]) return false'
      const edits = [{ file: 'lib/back-office/pace/spending.ts', find, replace: `if (isFree[budget]) ${becomes}` }]
      const { violations, left } = await play({ seeds: 5, mostSeconds: 2, edits })
      expect(violations).toEqual([1, 2, 3].map((seed) => `seed ${seed}: ${verdict}`))
      expect(left).toBe(2)
    },
  )

  it.each([
    ['clocks', 30, 'clock in doubt'],
    ['settling', 60, 'beyond'],
  ] as const)('reports what comes of it where an assumption does not hold: %s', async (beyond, seeds, effect) => {
    const told = await play({ seeds, mostSeconds: 100, beyond })
    expect(told).toMatchObject({ played: seeds, violations: [] })
    expect([...told.effects]).toContain(effect)
  })

  it.each([
    ['sent by a wrong clock', 'lib/clock.ts', 'if (!found) return', 'return', { beyond: 'clocks' as const }],
    ['claimed early', 'lib/tables/dynamodb/dynamo-inbox.ts', ':waiting AND #wakeAt', ':waiting OR #wakeAt', {}],
    [
      'login although a token serves',
      'lib/back-office/session/session.ts',
      'if (!isOld) return stored',
      'if (isOld) return stored',
      {},
    ],
  ])('finds what is wrong: %s', async (proof, file, find, replace, range) => {
    const told = await play({ seeds: 200, mostSeconds: 100, edits: [{ file, find, replace }], ...range }, proof)
    expect(told.violations.at(-1)).toContain(proof)
  })
})
