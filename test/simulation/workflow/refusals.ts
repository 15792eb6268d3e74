import type { Chance } from '../random.ts'
import { comment, endOf, lastOf, status, type Work } from './world.ts'

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
    const once = failed.map((place) => work.requests.filter(({ body }) => body.includes(`About c${place}`)).length)
    same(
      'how often what failed was sent',
      once,
      failed.map(() => 1),
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
    const good = chance.between(0, count - 1)
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
}
