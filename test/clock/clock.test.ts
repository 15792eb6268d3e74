import { describe, expect, it } from 'vitest'
import { createClock, maxSkewMs } from '../../lib/clock.ts'
import { ClockInDoubt } from '../../lib/errors.ts'

const second = 1_000
const noon = Date.parse('2026-03-02T12:00:00Z')

/** A clock that is `aheadMs` off, and servers that answer at true time within `answerMs`. */
function createScene({ aheadMs = 0, answerMs = 100, isAlone = false } = {}) {
  let time = noon + 300
  let offset = aheadMs
  let frozenMs = 0
  const logged: [level: string, message: string, fields: Record<string, unknown>][] = []
  const wall = () => time + offset
  const clock = createClock({
    wall,
    isAlone,
    monotonic: () => time - noon - frozenMs,
    log: {
      warn: (message, fields) => void logged.push(['warn', message, fields]),
      error: (message, fields) => void logged.push(['error', message, fields]),
    },
  })
  const answer = (witness: 'table' | 'back_office', serverAheadMs = 0) => {
    const sentAt = wall()
    time += answerMs / 2
    const date = new Date(time + serverAheadMs).toUTCString()
    time += answerMs / 2
    clock.heard(witness, date, { sentAt, answeredAt: wall() })
  }
  return {
    clock,
    logged,
    answer,
    now: () => time,
    pass: (ms: number) => {
      time += ms
    },
    jump: (ms: number) => {
      offset += ms
    },
    freeze: (ms: number) => {
      time += ms
      frozenMs += ms
    },
  }
}

describe('a clock', () => {
  it.each([
    [0, true],
    [maxSkewMs / 2, true],
    [-maxSkewMs / 2, true],
    [maxSkewMs / 2 + 1_100, false],
    [-maxSkewMs / 2 - 1_100, false],
    [10 * second, false],
    [-10 * second, false],
    [86_400 * second, false],
  ])('that is %i ms ahead of the table is right: %s', (aheadMs, isRight) => {
    const { clock, answer, pass } = createScene({ aheadMs })
    // A Date has whole seconds: some moment of a second shows it.
    const judged = Array.from({ length: 20 }, () => {
      answer('table')
      pass(50)
      return clock.isRight()
    })
    expect(judged.every(Boolean)).toBe(isRight)
  })

  it.each([10 * second, -10 * second])('that is %i ms ahead says so once a minute, and how much', (aheadMs) => {
    const { clock, answer, logged, pass } = createScene({ aheadMs })
    answer('table')
    expect(() => clock.mustBeRight()).toThrow(ClockInDoubt)
    expect(logged).toEqual([
      ['error', 'clock in doubt', { code: 'clock_in_doubt', witness: 'table', aheadMs: expect.any(Number) }],
    ])
    const found = Number(logged[0]?.[2].aheadMs)
    expect(Math.abs(found - aheadMs)).toBeLessThan(1_500)
    pass(60 * second)
    expect(() => clock.mustBeRight()).toThrow(ClockInDoubt)
    expect(logged).toHaveLength(2)
  })

  it('does not count the time that an answer took', () => {
    const { clock, answer } = createScene({ answerMs: 30 * second })
    answer('table')
    expect(clock.isRight()).toBe(true)
  })

  it('is right again when the table agrees again', () => {
    const { clock, answer, jump } = createScene({ aheadMs: 60 * second })
    answer('table')
    expect(clock.isRight()).toBe(false)
    jump(-60 * second)
    answer('table')
    expect(() => clock.mustBeRight()).not.toThrow()
  })

  it('counts on without an answer that has no Date', () => {
    const { clock } = createScene({ aheadMs: 60 * second })
    for (const date of [undefined, null, '', 'soon']) clock.heard('table', date, { sentAt: 0, answeredAt: 0 })
    expect(clock.isRight()).toBe(true)
  })

  it('believes the table where the back office differs', () => {
    const { clock, answer, logged } = createScene()
    answer('table')
    answer('back_office', 60 * second)
    answer('back_office', 60 * second)
    expect(clock.isRight()).toBe(true)
    expect(logged).toEqual([['warn', "the back office's clock is wrong", expect.anything()]])
  })

  it('is in doubt by the word of the back office only until the table speaks', () => {
    const { clock, answer, logged } = createScene()
    answer('back_office', 60 * second)
    expect(() => clock.mustBeRight()).toThrow(ClockInDoubt)
    expect(logged).toMatchObject([['error', 'clock in doubt', { witness: 'back_office' }]])
    answer('table')
    expect(clock.isRight()).toBe(true)
    answer('back_office', 60 * second)
    expect(clock.isRight()).toBe(true)
  })

  it('is right again by the word of the back office where that had the doubt, and not where the table has it', () => {
    const { clock, answer } = createScene()
    answer('back_office', 60 * second)
    answer('back_office')
    expect(clock.isRight()).toBe(true)
    const fast = createScene({ aheadMs: 60 * second })
    fast.answer('table')
    fast.answer('back_office', 60 * second)
    expect(fast.clock.isRight()).toBe(false)
  })

  it('is in doubt while a time of another function lies ahead, unless the table agrees with it', () => {
    const alone = createScene({ aheadMs: -60 * second })
    alone.clock.readStored(alone.now())
    expect(alone.clock.isRight()).toBe(false)
    const { clock, answer, now, logged } = createScene()
    answer('table')
    clock.readStored(now() + maxSkewMs)
    expect(logged).toEqual([])
    clock.readStored(now() + 60 * second)
    expect(clock.isRight()).toBe(true)
    expect(logged).toEqual([
      ['error', 'clock in doubt', { code: 'clock_in_doubt', witness: 'stored_time', aheadMs: -60 * second }],
    ])
  })

  it.each([60 * second, -60 * second])('that jumps by %i ms is in doubt until the table agrees', (ms) => {
    const { clock, answer, jump, logged } = createScene()
    answer('table')
    jump(ms)
    expect(() => clock.mustBeRight()).toThrow(ClockInDoubt)
    expect(logged).toMatchObject([['error', 'clock in doubt', { witness: 'jump', aheadMs: ms }]])
    answer('table')
    expect(clock.isRight()).toBe(false)
    jump(-ms)
    answer('table')
    expect(clock.isRight()).toBe(true)
  })

  it('that jumps back is no less in doubt when the next run begins', () => {
    const { clock, answer, jump } = createScene()
    answer('table')
    jump(-60 * second)
    clock.begin()
    expect(clock.isRight()).toBe(false)
  })

  it('begins anew with each run where the table never says the time: nobody else could end its doubt', () => {
    const { clock, now, jump } = createScene()
    jump(-60 * second)
    expect(clock.isRight()).toBe(false)
    clock.begin()
    expect(clock.isRight()).toBe(true)
    clock.readStored(now())
    expect(() => clock.mustBeRight()).toThrow(ClockInDoubt)
    clock.begin()
    clock.readStored(now() - 60 * second)
    expect(clock.isRight()).toBe(true)
  })

  it('is not in doubt because the function was frozen between two runs', () => {
    const { clock, answer, freeze } = createScene()
    answer('table')
    freeze(600 * second)
    clock.begin()
    expect(clock.isRight()).toBe(true)
  })

  type Happens = (scene: ReturnType<typeof createScene>) => void
  it.each<[string, Happens]>([
    ['a jump', ({ jump }) => jump(3_600 * second)],
    [
      'a jump that the next run has forgotten',
      ({ jump, clock }) => {
        jump(-30 * second)
        clock.begin()
      },
    ],
    ['a sleep of the machine', ({ freeze }) => freeze(3_600 * second)],
  ])('that is alone lets nobody judge what was sent for a while after its start and %s', (_, happens) => {
    const scene = createScene({ isAlone: true })
    const left = () => Math.max(0, scene.clock.unsteadyUntil(70 * second) - scene.clock.now())
    scene.pass(30 * second)
    expect(left()).toBe(40 * second)
    scene.pass(600 * second)
    happens(scene)
    expect(left()).toBe(70 * second)
    scene.pass(69 * second)
    expect(left()).toBe(second)
    scene.pass(second)
    expect(left()).toBe(0)
  })

  it('that a table corrects makes nobody wait', () => {
    expect(createScene().clock.unsteadyUntil(70 * second)).toBe(0)
  })
})
