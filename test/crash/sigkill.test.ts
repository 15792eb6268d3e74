import { describe, expect, it } from 'vitest'
import { runCrashes } from './crash-run.ts'
import { type Kill, nameOf } from './plan-kills.ts'

const post = { at: 'post', moment: 'unsent', fate: 'apply', lateMs: 0 } as const

/** Every moment that is hard; `npm run crash` kills at hundreds of others. */
const kills: Kill[] = [
  { at: 'answer' },
  { ...post, path: '/rest/orders', lateMs: 1_000 },
  { ...post, path: '/rest/orders', moment: 'unanswered' },
  { ...post, path: '/rest/comments', fate: 'drop' },
  { ...post, path: '/rest/comments', moment: 'unanswered' },
  { at: 'start', afterMs: 400 },
]

describe('npm start, killed with SIGKILL and started again', () => {
  it('makes exactly one return and one comment of each wish, whenever it was killed', async ({ signal }) => {
    const outcome = await runCrashes({ kills, seed: 1, comesWithinMs: 45_000, signal })
    expect(outcome.violations).toEqual([])
    expect(outcome.kills).toEqual(new Map(kills.map((kill) => [nameOf(kill), 1])))
    expect(outcome).toMatchObject({ returns: 8, comments: 12 })
    expect(Math.max(...outcome.faults.values())).toBeGreaterThan(0)
  }, 300_000)
})
