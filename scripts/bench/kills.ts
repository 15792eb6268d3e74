import { type CrashRun, runCrashes } from '../../test/crash/crash-run.ts'
import type { Kill } from '../../test/crash/plan-kills.ts'
import type { Part } from './part.ts'

/** At the most difficult moments: a return and a comment whose answers get lost on the way, one right after a 200, two at work. */
const plan: readonly Kill[] = [
  { at: 'post', posts: [{ path: '/rest/orders', moment: 'unanswered', fate: 'apply', lateMs: 0 }] },
  { at: 'post', posts: [{ path: '/rest/comments', moment: 'unsent', fate: 'apply', lateMs: 1_000 }] },
  { at: 'answer' },
  { at: 'work', afterMs: 1_000 },
  { at: 'work', afterMs: 2_000 },
]

/** A write is carried out, and its answer gets lost. */
const drawFault: CrashRun['drawFault'] = (chance) => ({
  method: 'POST',
  path: chance.pick(['/rest/orders', '/rest/comments']),
  kind: 'drop-after',
})

/** `npm run crash` kills hundreds of times, at random moments and under more faults. */
export const kills: Part = {
  says: '`npm start`, killed five times while answers of the back office get lost',
  async measure() {
    const { violations, returns, comments, faults } = await runCrashes({
      program: 'start',
      kills: plan,
      seed: 1,
      drawFault,
      comesWithinMs: 45_000,
      signal: AbortSignal.timeout(900_000),
    })
    const lost = [...faults.values()].reduce((sum, count) => sum + count, 0)
    if (lost === 0) throw new Error('no answer was lost')
    for (const violation of violations) process.stderr.write(`${violation}\n`)
    return [
      {
        what: 'returns and comments, under five kills and lost answers',
        figures: [
          { measured: returns, unit: ' returns' },
          { measured: comments, unit: ' comments' },
          { measured: lost, unit: ' lost answers' },
        ],
      },
      {
        what: 'lost, doubled or wrong, under five kills and lost answers',
        figures: [{ measured: violations.length, unit: '', limit: { atMost: 0 } }],
      },
    ]
  },
}
