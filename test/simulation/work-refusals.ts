import { processEvent } from '../../lib/workflow/process-event.ts'
import type { Chance } from './random.ts'
import { comment, endOf, lastOf, status, type Work } from './work-world.ts'

const second = 1_000
const order = 10_001

/** What is answered to some commands of an event (docs/architecture.md, "Sum up"; docs/reliability.md, refusals). */
export const refusedWork = {
  /** A refusal ends its command alone; where something was written before, a right or a place may come back. */
  async refusedAmong(work: Work, chance: Chance) {
    const { world, same, rules } = work
    work.order(order)
    const answers = [1, 2, 3, 4].map(() => chance.pick([201, 201, 422, 400, 403, 404]))
    let isHealed = false
    rules.push(({ line, body }) => {
      const at = /About c(\d)/.exec(body)?.[1]
      const answer = answers[Number(at)] ?? 201
      const passes = answer === 201 || (isHealed && (answer === 403 || answer === 404))
      return line === 'POST /rest/comments' && !passes ? status(answer) : undefined
    })
    const id = await work.give('desk', ...answers.map((_, at) => comment(`c${at}`, order)))
    const at = world.now()
    const { event } = await world.run(id)
    const firstDone = answers.indexOf(201)
    const isLater = (place: number) => firstDone >= 0 && place > firstDone
    const waiting = answers.filter((answer, place) => (answer === 403 || answer === 404) && isLater(place))
    const failed = answers.flatMap((answer, place) =>
      answer !== 201 && !((answer === 403 || answer === 404) && isLater(place)) ? [place] : [],
    )
    same('what is written at once', work.said(order).length, answers.filter((answer) => answer === 201).length)
    if (waiting.length > 0) {
      same(
        'the wait',
        [event.status, lastOf(event).code, event.wakeAt, event.attempts],
        ['waiting', 'waiting', at + 10 * second, 1],
      )
      const why = lastOf(event).why as { code: string; cause: string }
      same('why', [why.code, why.cause.includes(String(waiting[0]))], ['cause', true])
    }
    isHealed = true
    const end = event.status === 'waiting' ? await world.finish(id) : event
    same('what is written', work.said(order).length, 4 - failed.length)
    same('its status', end.status, failed.length > 0 ? 'failed' : 'done')
    const { several, ...own } = end.reason ?? { several: undefined }
    same(
      'what failed',
      several && [several.count, several.of, ...several.failed.map((one) => [one.position, one.key, one.because.code])],
      failed.length > 0 && several
        ? [failed.length, 4, ...failed.map((place) => [place + 1, `desk/c${place}`, 'rejected'])]
        : undefined,
    )
    const codes = new Set(failed.map((place) => answers[place]))
    if (failed.length > 0) same('it names them', several === undefined, failed.length === 4 && codes.size === 1)
    if (several) same('its own reason', own, several.failed[0]?.because)
  },
  /** A limit is one for all that is asked: nobody is asked after it. */
  async limitAmong(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    const at = chance.between(0, 3)
    let isHealed = false
    rules.push(({ line, body }) =>
      !isHealed && line === 'POST /rest/comments' && body.includes(`About c${at}`)
        ? Response.json({ error: { message: 'Too many' } }, { status: 429, headers: { 'retry-after': '7' } })
        : undefined,
    )
    const id = await work.give('desk', ...[0, 1, 2, 3].map((one) => comment(`c${one}`, order)))
    const { event } = await world.run(id)
    same('what was asked', sent('POST /rest/comments').length, at + 1)
    same('the wait', [event.status, lastOf(event).code, event.attempts], ['waiting', 'deferred', 0])
    isHealed = true
    same(
      'the end',
      [endOf(await world.finish(id)), work.said(order).map((text) => text.slice(-2))],
      [{ status: 'done' }, ['c0', 'c1', 'c2', 'c3']],
    )
  },
  /** Ten are named, and all are counted; long words are cut for each, and the order of the event is that of its first command. */
  async manyFail(work: Work, chance: Chance) {
    const { world, same, rules } = work
    work.order(order)
    work.order(10_002)
    const count = chance.between(9, 13)
    const good = chance.between(0, count)
    const long = chance.hits(0.5) ? 'no way '.repeat(60) : 'short'
    rules.push(({ line, body }) =>
      line === 'POST /rest/comments' && !body.includes(`About c${good}"`)
        ? status(422, { error: { message: `${long} ${/About c\d+/.exec(body)}` } })
        : undefined,
    )
    const list = Array.from({ length: count }, (_, at) => comment(`c${at}`, at === 0 ? 10_002 : order))
    const end = await work.done('desk', ...list)
    const names = list.flatMap((_, at) => (at === good ? [] : [at]))
    const { several } = end.reason ?? {}
    same(
      'those that are named',
      several && [several.count, several.of, several.failed.map(({ position }) => position - 1)],
      [names.length, count, names.slice(0, 10)],
    )
    const words = several?.failed.map(({ because }) => ('words' in because ? (because.words ?? '').length : 0)) ?? []
    same(
      'their words',
      words.every((length) => (long === 'short' ? length < 200 : length === 200)),
      true,
    )
    same('its order', [end.orderId, world.now() - (end.endedAt ?? 0)], [10_002, 0])
  },
  /** The first command begins in any case; the others only with time for a request and what is kept for the end. */
  async overTime(work: Work, chance: Chance) {
    const { world, same, rules, sent } = work
    work.order(order)
    const [takes, most] = [chance.pick([3, 4]), chance.between(21, 40)]
    rules.push(async ({ line }) => {
      if (line === 'POST /rest/comments') await world.advance(takes * second)
      return undefined
    })
    // Logged in before.
    await work.done('desk', comment('before', order))
    const before = sent('POST /rest/comments').length
    const id = await work.give('desk', ...[0, 1, 2, 3, 4].map((at) => comment(`t${at}`, order)))
    const at = world.now()
    await processEvent(world.workflow, id, at + most * second)
    const event = await world.get(id)
    const begun = [1, 2, 3, 4].filter((one) => one * takes + 20 <= most).length + 1
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
    same('the end', [(await world.finish(id)).status, work.said(order).length], ['done', 6])
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
