import { processEvent } from '../../../lib/workflow/process-event.ts'
import type { Chance } from '../random.ts'
import { comment, endOf, lastOf, type Work } from './world.ts'

const second = 1_000
const order = 10_001

/** What ends or leaves out commands of an event besides their own answers. */
export const endedWork = {
  /** The first command begins in any case; the others only with time for a request and what is kept for the end. */
  async overTime(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    const [takes, most] = [chance.pick([3, 4]), chance.between(21, 40)]
    rules.push(async ({ line }) => {
      if (line === 'POST /rest/comments') await world.advance(takes * second)
      return undefined
    })
    const loginTakes = chance.pick([0, 0, 5])
    rules.push(async ({ line }) => {
      if (line === 'POST /rest/login') await world.advance(loginTakes * second)
      return undefined
    })
    // Logged in before.
    if (loginTakes === 0) await work.done('desk', comment('before', order))
    const before = sent('POST /rest/comments').length
    const id = await work.give('desk', ...[0, 1, 2, 3, 4].map((at) => comment(`t${at}`, order)))
    const at = world.now()
    await processEvent(world.workflow, id, at + most * second)
    const event = await world.get(id)
    const begun = [1, 2, 3, 4].filter((one) => loginTakes + one * takes + 20 <= most).length + 1
    same(`commands within ${most} s of ${takes}`, sent('POST /rest/comments').length - before, begun)
    if (begun < 5) {
      const cause = 'The time of the run was over before all commands had their turn.'
      same('the wait', lastOf(event), {
        code: 'deferred',
        why: { code: 'cause', cause },
        until: world.now() + 10 * second,
      })
      same('attempts', event.attempts, 0)
    }
    same('the end', [(await world.finish(id)).status, work.said(order).length], ['done', loginTakes === 0 ? 6 : 5])
    same(
      'a run without time',
      await processEvent(world.workflow, await work.give('desk', comment('z', order)), world.now() + 19_999),
      'not tried',
    )
  },
  /** What others have done is nothing new; an event of which something was new is done. */
  async knownBefore(work: Work, chance: Chance) {
    const { same, sent } = work
    work.order(order)
    const keys = ['a', 'b', 'c', 'd']
    const known = keys.filter(() => chance.hits(0.6))
    const by: Record<string, string> = {}
    for (const key of known) by[key] = (await work.done('desk', comment(key, order))).id
    const posts = sent('POST /rest/comments').length
    const again = keys.filter((key) => known.includes(key) || chance.hits(0.4))
    if (again.length === 0) return
    const end = await work.done('desk', ...again.map((key) => comment(key, order)))
    const fresh = again.filter((key) => !known.includes(key))
    const [first = ''] = again
    same(
      'the end',
      endOf(end),
      fresh.length > 0 ? { status: 'done' } : { status: 'ignored', reason: { code: 'already_done', by: by[first] } },
    )
    same('what is written', sent('POST /rest/comments').length - posts, fresh.length)
    same(
      'who has done it',
      again.map((key) => end.progress[`desk/${key}`]?.doneBy),
      again.map((key) => by[key]),
    )
    // Of another source it is another fact.
    same(
      'another source',
      endOf(await work.done('strict', comment(first, order, { email: 'kunde.10002@example.com' }))),
      { status: 'done' },
    )
  },
}
