import { describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { falseReasons } from './judges/false-reasons.ts'
import { beliedByTheBackOffice } from './judges/invariants.ts'
import { wasted } from './judges/judge-economy.ts'
import { wrongExpiry } from './judges/judge-expiry.ts'
import type { Judged } from './judges/judged.ts'
import { needless } from './judges/needless.ts'
import { createObedience } from './judges/obeyed-refusals.ts'
import { unjustified } from './judges/unjustified.ts'
import { countAttempts } from './judges/watch-attempts.ts'
import { wrongContent } from './judges/wrong-content.ts'
import { wrongEndings } from './judges/wrong-endings.ts'
import { wrongItem } from './judges/wrong-items.ts'
import { watchReports } from './judges/wrong-reports.ts'
import { wrongWaits } from './judges/wrong-waits.ts'
import { wrongAnswer } from './people/webhook-answers.ts'
import { createChance } from './random.ts'
import { runSchedule } from './schedule.ts'
import { createTimeline, TooManySteps } from './timeline.ts'
import { createTotals } from './totals.ts'
import { hurtsRequests } from './town/dynamo-stores.ts'

const minute = 60_000

describe('25 schedules', () => {
  const spread = Array.from({ length: 100 }, (_, index) => 1 + index * 1_009)
  const seeds = [
    ...spread.filter((seed) => hurtsRequests(seed)).slice(0, 13),
    ...spread.filter((seed) => !hurtsRequests(seed)).slice(0, 12),
  ]

  it('lose, double, lock and leave nothing, half of them with weather between the requests of an adapter', async () => {
    const totals = createTotals()
    for (const seed of seeds) totals.add(await runSchedule(seed))
    const lines = totals.lines()
    expect(lines.filter((line) => line.startsWith('seed '))).toEqual([])
    expect(lines.slice(-2)).toEqual(['0 lost, 0 duplicated, 0 lock-outs, 0 stuck', '0 violations'])
    expect(lines).toContainEqual(expect.stringMatching(/ 13 {2}weather between requests of DynamoDB$/))
    for (const place of [
      ...['woken at its very due', 'stalled up to a limit', 'travelled for as long as is assumed'],
      ...['what operators read in bad weather', 'function killed', 'answer lost', 'table answer lost', 'page cut'],
    ])
      expect(lines).toContainEqual(expect.stringMatching(` ${place}$`))
  })

  it('go the same way for the same seed', async () => {
    const storyOf = async (seed: number) => {
      const lines: string[] = []
      await runSchedule(seed, { tell: (line) => lines.push(line) })
      return lines.join('\n')
    }
    const [byRequest = 0, byOperation = 0] = [seeds.at(0), seeds.at(-1)]
    const stories = [await storyOf(byRequest), await storyOf(byOperation)]
    expect(stories[0]).not.toBe(stories[1])
    for (const story of stories) expect(story.split('\n').length).toBeGreaterThan(100)
    expect([await storyOf(byRequest), await storyOf(byOperation)]).toEqual(stories)
  })
})

describe('what no schedule may show', () => {
  it('is virtual time that goes on for ever', async () => {
    const timeline = createTimeline({ start: 0, chance: createChance(1) })
    const again = () => void timeline.after(1, again)
    again()
    await expect(timeline.run(() => false)).rejects.toThrow(TooManySteps)
  })

  const now = Date.parse('2026-03-02T09:00:00Z')
  const day = 86_400_000
  const ready = { status: 'ready', wakeShard: 'due#3', wakeAt: 5, listShard: 'list#3', format: 1 }
  const held = { ...ready, status: 'held', wakeShard: 'held#3' }
  const failed = { ...held, status: 'failed', wakeShard: 'failed#3' }
  const nowhere = { ...ready, wakeShard: undefined }

  it.each([
    ['an event that is due', ready, []],
    ['one that waits for a person', held, []],
    ['one that no index of what is due finds', nowhere, ['is ready and in undefined of what is due']],
    ['one for a person among what is due', { ...held, wakeShard: 'due#3' }, ['is held and in due#3 of what is due']],
    ['one of an order that does not list it', { ...held, orderId: 7 }, ['is of 7 and listed at undefined']],
    ['a claim without a lease', { ...ready, status: 'running' }, ['is running with a lease until undefined']],
    ['an end without its time', failed, ['is failed and ended at undefined']],
  ])('is %s with attributes that do not fit', (_, after, wrong) => {
    const change = { table: 'events', id: 'form/a', before: undefined, after }
    expect(wrongItem(change)).toEqual(wrong.map((what) => `wrong item: form/a ${what}`))
  })

  it('is a label that has lost an entry', () => {
    const before = { entries: new Set(['1001', '1002']) }
    const change = { table: 'events', id: 'label#shop/1001', before, after: { entries: new Set(['1002']) } }
    expect(wrongItem(change)).toEqual(['wrong item: label#shop/1001 lost some of its entries'])
  })

  const inDays = (days: number) => (now + days * day) / 1_000
  it.each([
    ['a done event after its days', 'events', 'form/a', { status: 'done', endedAt: now, expiresAt: inDays(30) }, true],
    ['a done event that stays', 'events', 'form/a', { status: 'done', endedAt: now }, false],
    ['a held event', 'events', 'form/a', { status: 'held', expiresAt: inDays(0) }, false],
    ['a label a year too early', 'events', 'label#shop/1', { expiresAt: inDays(35) }, false],
    ['records of an open write', 'state', 'order#1', { 'write#a': { state: 'sent' }, expiresAt: inDays(400) }, false],
    ['records of what is done', 'state', 'order#1', { 'write#a': { state: 'done' }, expiresAt: inDays(400) }, true],
    ['the session', 'state', 'session', { expiresAt: inDays(0) }, false],
  ])('is an expiry that is wrong: %s', (_, table, id, after, isRight) => {
    const told = wrongExpiry(
      { table, id, before: undefined, after },
      { now, toleranceMs: 0, retention: { days: 30, ledgerDays: 400 } },
    )
    expect(told).toEqual(isRight ? [] : [expect.stringContaining(`wrong expiry: ${id} expires `)])
  })

  it('is an attempt that is counted twice, or not at all', () => {
    const wrong: string[] = []
    const attempts = countAttempts((what) => wrong.push(what))
    const claimed = { id: 'form/a', epoch: 1, attempts: 1, status: 'running', history: [] } as unknown as InboxEvent
    attempts.onClaimed(claimed)
    attempts.onSaved(claimed)
    expect(wrong).toEqual([])
    attempts.onClaimed({ ...claimed, epoch: 2, attempts: 3 })
    attempts.onSaved({ ...claimed, epoch: 2, attempts: 1 })
    expect(wrong).toEqual(['form/a is claimed for attempt 3, not 2', 'form/a counts 1 attempts, not 2'])
  })

  it('is a call before the end of a 429 by a machine that has heard it', async () => {
    const wrong: string[] = []
    let at = now
    const obedienceOf = createObedience({ now: () => at, toleranceMs: 0, onViolation: (what) => wrong.push(what) })
    const [deaf, hearing] = [obedienceOf('worker-1'), obedienceOf('worker-2')]
    const refused = { status: 429, headers: new Headers({ 'retry-after': '30' }), body: [Buffer.from('{}')] }
    await hearing.listening(async () => refused as unknown as Response)('http://office.example/')
    const read = { method: 'GET', path: '/rest/orders' }
    at += 29_000
    deaf.onSent(read, at)
    hearing.onSent({ ...read, method: 'POST' }, at)
    expect(wrong).toEqual([])
    hearing.onSent(read, at)
    at += 1_000
    hearing.onSent(read, at)
    expect(wrong).toEqual(['not obeyed: GET /rest/orders by worker-2, 1000 ms before the end of a refusal'])
  })

  it('is a forged delivery that is accepted, and a genuine one that is refused', () => {
    const accepted = { statusCode: 200, body: '{"id":"form/a","status":"accepted"}' }
    expect(wrongAnswer(accepted, true)).toBeUndefined()
    expect(wrongAnswer(accepted, false)).toContain('forged')
    expect(wrongAnswer({ statusCode: 401, body: '{}' }, true)).toContain('genuine')
    expect(wrongAnswer({ statusCode: 500 }, true)).toBe('a webhook answered 500')
  })

  it('is a refused write that is sent again, unless its event has expired and come anew', () => {
    const id = 'form/fact-1-a'
    const events = [{ id, receivedAt: 2, history: [] }]
    const expired = [{ id, receivedAt: 1, history: [] }]
    const calls = [{ method: 'POST', url: '/rest/comments', isLogin: false, at: now, status: 422 }]
    const claimOf = (receivedAt: number) => ({
      ...{
        event: id,
        at: now,
        receivedAt,
        attempt: 1,
        isClaimed: true,
        isSaved: true,
        isHurt: false,
        calls,
        tables: [],
      },
    })
    const facts = [{ kind: 'return', deliveries: [{ source: 'form', id: 'fact-1-a' }] }]
    const judged = { events, expired, script: { facts }, faults: new Map([['request refused', 2]]) }
    const wastedBy = (...lives: number[]) =>
      wasted({ ...judged, economy: { expenses: lives.map(claimOf) } } as unknown as Judged)
    expect(wastedBy(1, 2)).toEqual([])
    expect(wastedBy(2, 2)).toEqual([`wasted: ${id} sent 2 writes that were refused`])
  })

  it('is a write that no event knows of, unless one that knew has expired', () => {
    const fact = { tag: 'fact-1', deliveries: [{ source: 'form', id: 'a' }], kind: 'return' }
    const life = { id: 'form/a', status: 'failed', progress: {} }
    const truth = { returns: [{ id: 7, tag: 'fact-1' }], comments: [], newOrders: [], published: [] }
    const judgedBy = (expired: object[]) =>
      beliedByTheBackOffice({ script: { facts: [fact] }, truth, events: [life], expired } as unknown as Judged)
    expect(judgedBy([life])).toEqual(['forgotten: fact-1 was written, but its events are failed'])
    expect(judgedBy([{ ...life, progress: { key: { returnId: 7 } } }])).toEqual([])
  })

  it.each([
    ['three', [401, 401, 401], []],
    ['one', [200, 200, 401], ['wasted: 4 logins by one claim of form/a']],
  ])('is a claim that logs in four times without as many tokens lost, here %s', (_, statuses, told) => {
    const calls = statuses.map((status) => ({ method: 'GET', url: '/rest/user', isLogin: false, at: now, status }))
    const login = { method: 'POST', url: '/rest/login', isLogin: true, at: now, status: 200 }
    const claim = { event: 'form/a', at: now, receivedAt: 1, isClaimed: true, tables: [] }
    const expenses = [{ ...claim, calls: [...calls, ...Array(4).fill(login)] }]
    const judged = { events: [], expired: [], script: { facts: [] }, economy: { expenses } }
    expect(wasted(judged as unknown as Judged).filter((one) => one.includes('logins'))).toEqual(told)
  })

  const unknown = { code: 'order_unknown', by: 'id', orderId: 10_001, wanted: 'return' }
  const several = { count: 1, of: 2, failed: [{ position: 2, key: 'k', because: unknown }] }
  it.each([
    ['was there at the last look', unknown, [10, 29], 1],
    ['came after the command that looked for it had ended', { ...unknown, several }, [5, 10], 0],
    ['was there when that command looked', { ...unknown, several }, [10, 25], 1],
  ])('is an order that is called unknown, and %s', (_, reason, looks, wrong) => {
    const event = { id: 'desk/one', status: 'failed', reason, receivedAt: 0, updatedAt: 30 * minute, history: [] }
    const calls = looks.map((at) => ({ method: 'GET', url: '/rest/orders/10001?with[]=x', at: at * minute }))
    const told = falseReasons({
      ...{ sandbox: { world: { store: { orders: new Map() } } }, truth: { cancelledAt: new Map() } },
      ...{ script: { orders: [{ id: 10_001, appearsAfter: 17 }] }, events: [event], startedAt: 0 },
      ...{ economy: { expenses: [{ event: 'desk/one', calls }] }, nature: { clocks: { mostApartMs: 0 } } },
    } as unknown as Judged)
    expect(told).toEqual(Array(wrong).fill('false reason: desk/one is failed as order_unknown, but it was there'))
  })

  const waits = { code: 'waiting', why: { code: 'login_closed' }, at: now, until: now + 60 * minute }
  const asks = { status: 'held', reason: { code: 'order_unknown' }, history: [waits] }
  const done = { status: 'done', history: [], progress: {} }
  it.each([
    ['needless: form/a is held as order_unknown', needless, asks],
    ['unjustified: form/a is held as order_unknown', unjustified, asks],
    ['wrong ending: a fact: form/a is held', wrongEndings, asks],
    ['wrong wait: form/a waits 3600000 ms as login_closed', wrongWaits, asks],
    ['wrong content: a fact (form/a) is done without its return', wrongContent, done],
  ])('is an event of which a judge says: %s', (wrong, judge, event) => {
    const order = { id: 10_001, appearsAfter: 0 }
    const fact = { deliveries: [{ source: 'form', id: 'a' }], kind: 'return', order, lines: [] }
    const ending = { status: 'done', wanted: { order, goods: [], comments: [] } }
    const store = { orders: { childrenOf: () => [] }, comments: { list: () => [] } }
    const judged = {
      ...{ script: { facts: [fact] }, wide: [{ ...fact, name: 'a fact', orders: [order], ending }] },
      ...{ events: [{ ...event, id: 'form/a', receivedAt: now }], sandbox: { world: { store } }, finished: true },
      ...{ truth: { byHand: [], older: [], cancelledAt: new Map() }, faults: new Map() },
      ...{ nature: { clocks: { mostApartMs: 0 }, places: { reach: () => {} } } },
    }
    expect(judge(judged as unknown as Judged)).toEqual([expect.stringContaining(wrong)])
  })

  it('is a report of what was tried, and none of what was not', async () => {
    const workflow = { inbox: { claim: async () => undefined } } as unknown as Workflow
    const { watched, wrongIn } = watchReports(workflow, ['form/a', 'form/b'])
    await watched.inbox.claim('form/a', { now, leaseMs: minute })
    expect(wrongIn(['0'])).toEqual(['reported: form/a, which was tried', 'not reported: form/b'])
  })
})
