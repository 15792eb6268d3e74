import { describe, expect, it } from 'vitest'
import { runCrashes } from './crash-run.ts'
import { type Kill, namesOf, type PausedPost } from './plan-kills.ts'

const paused = { moment: 'unsent', fate: 'apply', lateMs: 0 } as const

/** One kill hits all of these. Their writes settle in 16 seconds at any time scale. */
const posts: PausedPost[] = [
  { ...paused, path: '/rest/orders', lateMs: 1_000 },
  { ...paused, path: '/rest/orders', moment: 'unanswered' },
  { ...paused, path: '/rest/comments', fate: 'drop' },
  { ...paused, path: '/rest/comments', moment: 'unanswered' },
]

/** The most difficult moments. `npm run crash` kills at hundreds of others, and lets faults of the back office come by. */
const kills: Kill[] = [
  { at: 'post', posts },
  { at: 'answer' },
  { at: 'work', afterMs: 500 },
  { at: 'start', afterMs: 300 },
]

describe('serve, killed with SIGKILL and started again', () => {
  it('makes exactly one return and one comment for each fact, whenever it was killed', async ({ signal }) => {
    const outcome = await runCrashes({ program: 'serve', kills, seed: 1, comesWithinMs: 45_000, signal })
    expect(outcome.violations).toEqual([])
    expect(outcome.kills).toEqual(new Map(kills.flatMap(namesOf).map((name) => [name, 1])))
    expect(outcome).toMatchObject({ returns: 10, comments: 18 })
  }, 300_000)
})
