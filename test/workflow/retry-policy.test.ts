import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LoginClosed, OutcomeUnknown, Rejected, type RetryCode, RetryLater } from '../../lib/errors.ts'
import { NewerFormat } from '../../lib/inbox/format.ts'
import type { Progress } from '../../lib/inbox/progress.ts'
import {
  afterBreak,
  afterSilence,
  nextDeferral,
  type RetryFacts,
  runEndOf,
  waiting,
} from '../../lib/workflow/retry-policy.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { anEvent } from './an-event.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const timing = timingAt(1, hour)
const now = 1_000_000_000
const cause = (words: string) => ({ code: 'cause', cause: words }) as const
const down = cause('down')
const facts = (fields: Partial<RetryFacts> & { attempts?: number; deferredSince?: number } = {}): RetryFacts => {
  const { attempts = 1, deferredSince, ...rest } = fields
  return {
    event: anEvent({ attempts, ...(deferredSince === undefined ? {} : { deferredSince }) }),
    now,
    random: 0.5,
    timing,
    ...rest,
  }
}

describe('a failed attempt', () => {
  it.each([
    [1, 10 * second],
    [2, minute],
    [3, 5 * minute],
    [4, 15 * minute],
    [5, hour],
    [6, 3 * hour],
    [7, 6 * hour],
    [8, 12 * hour],
    [9, 24 * hour],
  ])('number %i is followed by another after %i ms', (attempts, delay) => {
    expect(runEndOf(new RetryLater('down'), facts({ attempts }))).toEqual({
      kind: 'wait',
      until: now + delay,
      why: down,
    })
  })

  it('number 10 is the last: the next claim, at once, ends the event', () => {
    const last = runEndOf(new RetryLater('down'), facts({ attempts: 10 }))
    expect(last).toEqual({ kind: 'wait', until: now, why: down })
  })

  it('is spread by a tenth to either side, and never earlier than the server asks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 30 * hour }), { nil: undefined }),
        (attempts, random, asked) => {
          const error = new RetryLater('down', asked === undefined ? {} : { atMs: now + asked })
          const runEnd = runEndOf(error, facts({ attempts, random }))
          const delay = timing.retryScheduleMs[attempts - 1] ?? 0
          if (runEnd?.kind !== 'wait') throw new Error('a retry waits')
          const waits = runEnd.until - now
          expect(waits).toBeGreaterThanOrEqual(Math.max(0.9 * delay, asked ?? 0) - 1e-3)
          expect(waits).toBeLessThanOrEqual(Math.max(1.1 * delay, asked ?? 0) + 1e-3)
        },
      ),
    )
  })
})

describe('what an error means for the event', () => {
  const refused = (words: string) => ({
    kind: 'end',
    ending: { status: 'failed', reason: { code: 'rejected', words } },
  })
  const no = (...details: string[]) => new Rejected('no', { status: 422, details })
  const invalid = ['Invalid.', '422', 'userId: is required']
  const waits = (later: number, more: object = {}) => ({ kind: 'wait', until: now + later, ...more })
  const asked = (atMs?: number, code: RetryCode = 'not_ready') =>
    new RetryLater('429', { code, ...(atMs !== undefined && { atMs }) })
  const queued = { why: { code: 'pace', cause: '429' } } as const
  it.each([
    ['a refusal ends it', no(), refused('no')],
    ['a refusal gives the words of the back office', no('a', 'b'), refused('no The back office said: a; b')],
    [
      'a refusal says nothing twice, and no number alone',
      new Rejected('refused with 422: Invalid.', { status: 422, details: invalid }),
      refused('refused with 422: Invalid. The back office said: userId: is required'),
    ],
    ['a closed login defers it', new LoginClosed('closed'), waits(5 * minute, { why: { code: 'login_closed' } })],
    ['a newer version defers it', new NewerFormat('9'), waits(10 * second, { why: { code: 'newer_version' } })],
    ['a rate limit defers it to its own time', asked(now + 7), waits(7)],
    ['a rate limit without a time defers it a little', asked(), waits(10 * second)],
    ['its slot is waited for, however long it was deferred', asked(now + 7, 'pace'), waits(7, queued)],
    ['a slot whose time has come is now', asked(now - 7, 'pace'), waits(0, queued)],
    ['a slot without a time is now', asked(undefined, 'pace'), waits(0, queued)],
    ['a time that has passed is now', asked(now - 7), waits(0)],
  ])('%s', (_title, error, expected) => {
    expect(runEndOf(error, facts())).toMatchObject(expected)
    const days = facts({ deferredSince: now - 3 * 24 * hour })
    if (error instanceof RetryLater && error.code === 'pace') expect(runEndOf(error, days)).toMatchObject(expected)
  })

  it.each([new TypeError('bug'), new OutcomeUnknown('a step must have caught this'), 'a text', undefined])(
    'a bug flies (%s)',
    (error) => {
      expect(runEndOf(error, facts())).toBeUndefined()
    },
  )
})

describe('deferrals', () => {
  const busy = { code: 'busy', item: 'order#1' } as const

  it.each([
    [0, 10 * second],
    [10 * second, 10 * second],
    [minute, 30 * second],
    [10 * minute, 5 * minute],
    [30 * minute, 15 * minute],
    [20 * hour, 15 * minute],
  ])('after %i ms of them wait %i ms more', (waited, delay) => {
    expect(nextDeferral(facts({ deferredSince: now - waited })) - now).toBe(delay)
  })

  it.each([
    [0, 0.9],
    [0.999999, 1.1],
  ])('are spread (chance %f)', (random, share) => {
    expect((nextDeferral(facts({ random })) - now) / (10 * second)).toBeCloseTo(share, 4)
  })

  it('go on for exactly a day, then a person must look', () => {
    const afterWaiting = (waited: number) => waiting(facts({ deferredSince: now - waited }), busy, now + 1)
    expect(afterWaiting(24 * hour)).toEqual({ kind: 'wait', until: now + 1, why: busy })
    expect(afterWaiting(24 * hour + 1)).toMatchObject({
      kind: 'end',
      ending: { status: 'held', reason: { code: 'deferred_too_long' } },
    })
  })

  it('never wait into the past', () => {
    expect(waiting(facts(), busy, now - 5)).toMatchObject({ until: now })
  })
})

describe('a refusal that may pass', () => {
  const settled = (status: number, ...made: Progress[]) => {
    const progress = Object.fromEntries(made.map((one, index) => [`standard/${index}`, one]))
    return runEndOf(
      new Rejected('no', { status, details: ['why'] }),
      facts({ event: anEvent({ attempts: 1, progress }) }),
    )
  }

  it.each<[string, Progress]>([
    ['a return', { state: 'made', returnId: 5 }],
    ['an order', { state: 'made', createdOrderId: 5 }],
    ['a comment', { state: 'made', comment: { orderId: 1 } }],
    ['an image', { state: 'made', publishedImageId: 5 }],
  ])('is an attempt like others where %s was made, and its words are kept', (_what, made) => {
    for (const status of [403, 404])
      expect(settled(status, made, { state: 'found' })).toEqual({
        kind: 'wait',
        until: now + 10 * second,
        why: cause('no The back office said: why'),
      })
    expect(settled(422, made)).toMatchObject({ kind: 'end' })
  })

  it.each<[string, Progress[]]>([
    ['nothing was begun', []],
    ['only the order is known', [{ state: 'found', orderId: 1 }]],
    ['a write of unknown outcome is all there is', [{ orderId: 1, state: 'open', item: 'order#1' }]],
    ['another event did it', [{ by: 'standard/0', state: 'done' }]],
  ])('ends the event where %s', (_what, made) => {
    expect(settled(403, ...made)).toMatchObject({ kind: 'end', ending: { reason: { code: 'rejected' } } })
  })
})

describe('claims without a result', () => {
  const silent = (attempts: number, unsaved: number) =>
    afterSilence({ event: anEvent({ attempts, unsaved }), now, timing })

  it.each([
    [1, 1],
    [4, 1],
    [2, 2],
    [3, 3],
    [11, 2],
  ])('that are %i attempts, %i of them unsaved, leave nothing to wait for', (attempts, unsaved) => {
    expect(silent(attempts, unsaved)).toBeUndefined()
  })

  it.each([
    [4, 2, 3, 5 * minute],
    [4, 4, 3, 5 * minute],
    [9, 9, 3, 5 * minute],
    [6, 3, 4, 15 * minute],
    [10, 2, 9, 24 * hour],
    [14, 6, 9, 24 * hour],
  ])(
    'that are %i attempts, %i of them unsaved, are %i, and the last of these is waited for',
    (...[attempts, unsaved, worked, delay]) => {
      const until = now + delay - timing.leaseMs
      expect(silent(attempts, unsaved)).toMatchObject({
        kind: 'wait',
        until,
        why: { code: 'ended_silently', attempts: worked },
      })
    },
  )
})

describe('a run that broke off', () => {
  const error = Object.assign(new Error('anna@example.com'), { name: 'TimeoutError' })
  const why = { code: 'broken_off', error: 'TimeoutError' }

  it('is an attempt if it had begun, else a deferral', () => {
    expect(afterBreak(facts({ attempts: 3 }), { error, hasBegun: true })).toEqual({
      kind: 'wait',
      until: now + 5 * minute,
      why,
    })
    expect(afterBreak(facts(), { error, hasBegun: false })).toMatchObject({
      kind: 'wait',
      why: { code: 'not_saved', error: 'TimeoutError' },
    })
  })

  it('by a bug is an attempt in any case, up to the last', () => {
    const bug = { error: new RangeError('out of range'), hasBegun: false }
    expect(afterBreak(facts({ attempts: 10 }), bug)).toMatchObject({ until: now, why: { code: 'broken_off' } })
    expect(afterBreak(facts({ attempts: 11 }), bug)).toMatchObject({ why: { code: 'not_saved' } })
  })
})
