import { describe, expect, it } from 'vitest'
import type { AnyEdit } from './breaks/edit.ts'
import { runSeeds, type SeedRange } from './run-seeds.ts'
import type { Result } from './schedule.ts'

/** The results up to the first violation that holds the text. */
async function play(range: Pick<SeedRange, 'seeds' | 'beyond' | 'edits'>, proof?: string): Promise<Result[]> {
  const results: Result[] = []
  await runSeeds({ from: 1, workers: 1, mostSeconds: 100, ...range }, (result) => {
    results.push(result)
    return proof !== undefined && result.violations.some((one) => one.includes(proof)) ? 'enough' : undefined
  })
  return results
}

const isDoubted = { find: 'clock?.mustBeRight()', replace: '' }

// Each thread loads the sources.
describe('the judge of economy', { timeout: 400_000 }, () => {
  it.each<[string, string, AnyEdit]>([
    [
      'a refusal that is sent again',
      'writes that were refused',
      { file: 'lib/workflow/retry-policy.ts', find: 'new Set([403, 404])', replace: 'new Set([403, 404, 422])' },
    ],
    [
      'a claim before its time',
      'claimed early',
      {
        file: 'lib/inbox/transitions.ts',
        find: "if (status === 'waiting') return wakeAt !== undefined && wakeAt <= now",
        replace: "if (status === 'waiting') return wakeAt !== undefined",
      },
    ],
    [
      'an order that is read twice',
      'calls, not',
      { file: 'lib/workflow/find-order/find-order.ts', find: 'work.parents.set(order.id, order)', replace: '' },
    ],
    [
      'a login beside a token that serves',
      'login although a token serves',
      {
        file: 'lib/back-office/session/session.ts',
        find: 'if (stored && stored.id !== serving?.id) {',
        replace: 'if (stored && stored.id === serving?.id) {',
      },
    ],
    [
      'a refusal that others need not obey',
      'not obeyed',
      {
        file: 'lib/back-office/pace/pace.ts',
        find: 'if (!isDeepStrictEqual(before, after)) shared.remember(seen)',
        replace: 'if (!seen.closed && !isDeepStrictEqual(before, after)) shared.remember(seen)',
      },
    ],
  ])('finds %s', async (_, proof, edit) => {
    const results = await play({ seeds: 200, edits: [edit] }, proof)
    expect(results.at(-1)?.violations).toContainEqual(expect.stringContaining(proof))
  })
})

describe('faults that last', { timeout: 400_000 }, () => {
  it('lets no function send by a clock that must have noticed, and loses nothing', async () => {
    const results = await play({ seeds: 30, beyond: 'clocks' })
    expect(results.some(({ faults }) => faults.has('clock in doubt'))).toBe(true)
    expect(results.flatMap(({ violations }) => violations)).toEqual([])
    expect(results).toHaveLength(30)
  })

  it('finds functions that send by such a clock', async () => {
    const edits = [
      { file: 'lib/workflow/process-event.ts', ...isDoubted },
      { file: 'lib/back-office/http/transport.ts', ...isDoubted },
      { file: 'lib/back-office/session/session.ts', ...isDoubted, find: 'deps.clock?.mustBeRight()' },
    ]
    const results = await play({ seeds: 10, beyond: 'clocks', edits }, 'sent by a wrong clock')
    expect(results.at(-1)?.violations).toContainEqual(expect.stringContaining('sent by a wrong clock'))
  })

  it('reports each return and comment that a late write doubles, where the settling time is too short', async () => {
    const results = await play({ seeds: 60, beyond: 'settling' })
    expect(results.some(({ allowed }) => allowed.length > 0)).toBe(true)
    expect(results.flatMap(({ violations }) => violations)).toEqual([])
    expect(results).toHaveLength(60)
  })
})
