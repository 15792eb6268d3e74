import { describe, expect, it } from 'vitest'
import { createReader, PutOff, Unreadable } from '../../lib/audit/reader.ts'
import type { Run } from '../../lib/back-office/back-office.ts'
import { LoginClosed, Rejected, RetryLater } from '../../lib/errors.ts'

const stopAt = 100_000

/** A back office that answers nothing: each read brings its own outcome, and counts as `calls`. */
function aReader({ calls = 1, shareUntil = stopAt } = {}) {
  let clock = 0
  let run: Run | undefined
  const workflow = {
    openBackOffice: (opened: Run) => {
      run = opened
      return {}
    },
    now: () => clock,
    sleep: async (ms: number) => {
      clock += ms
    },
    log: { warn: () => {} },
  }
  const reader = createReader({ workflow } as never, { stopAt, shareUntil, deadlineMs: stopAt + 10_000 })
  const outcome = (how: () => unknown) =>
    reader.read(async () => {
      for (let count = 0; count < calls; count += 1)
        run?.onCall?.({ method: 'GET', route: '/', status: 200, durationMs: 1 })
      return how()
    })
  const fails = (error: Error) =>
    outcome(() => {
      throw error
    })
  return { reader, outcome, fails, now: () => clock, pace: () => run?.pace }
}

const busy = (atMs?: number) => new RetryLater('429', { code: 'not_ready', ...(atMs !== undefined && { atMs }) })

describe('a read of the audit', () => {
  it('takes its turn as a replay does, and waits for it', () => {
    expect(aReader().pace()).toEqual({ class: 'replay', queued: true, reads: 1, writes: 0 })
  })

  it('gives what was read, and nothing for a 404', async () => {
    const { outcome, fails } = aReader()
    expect(await outcome(() => 'found')).toBe('found')
    expect(await fails(new Rejected('gone', { status: 404 }))).toBeUndefined()
  })

  it('is tried again at the time that the back office names, as long as the run lasts', async () => {
    const { outcome, now } = aReader()
    let tries = 0
    const late = () => {
      tries += 1
      if (tries < 3) throw busy(now() + 20_000)
      return 'found'
    }
    expect(await outcome(late)).toBe('found')
    expect(now()).toBe(40_000)
  })

  it('waits thirty times in a run and no more, however short', async () => {
    const { reader, fails, now } = aReader()
    await expect(fails(busy(0))).rejects.toThrow(PutOff)
    expect([reader.reads(), now()]).toEqual([31, 0])
  })

  it.each<[string, Error, number | undefined]>([
    ['a time after the run', busy(stopAt), stopAt],
    ['no time', busy(), undefined],
    ['a closed login', new LoginClosed('closed'), undefined],
  ])('ends the run without a failure at %s', async (_title, error, until) => {
    const why = { code: 'cause', cause: error.message }
    await expect(aReader().fails(error)).rejects.toMatchObject({ name: 'PutOff', why, until })
  })

  it.each([new Rejected('403', { status: 403 }), new RetryLater('no usable answer')])(
    'that alone fails with %s is unreadable; three in a row end the run',
    async (error) => {
      const { outcome, fails } = aReader()
      await expect(fails(error)).rejects.toThrow(Unreadable)
      await expect(fails(error)).rejects.toThrow(Unreadable)
      await outcome(() => 'found')
      await expect(fails(error)).rejects.toThrow(Unreadable)
      await expect(fails(error)).rejects.toThrow(Unreadable)
      await expect(fails(error)).rejects.toThrow(PutOff)
    },
  )

  it('ends with the time of its run, and with a thousand calls', async () => {
    const { reader, outcome } = aReader({ calls: 400 })
    for (let count = 0; count < 3; count += 1) await outcome(() => 'found')
    expect(reader.reads()).toBe(1_200)
    await expect(outcome(() => 'found')).rejects.toMatchObject({ why: { code: 'calls_used_up', calls: 1_000 } })
    const late = aReader()
    await late.outcome(() => 'found')
    await expect(late.fails(busy(stopAt - 1))).rejects.toThrow(PutOff)
  })

  it('ends with its share of the run as soon as the place has moved, and not before', async () => {
    const { reader, outcome, fails } = aReader({ shareUntil: 40_000 })
    let tries = 0
    const late = () => {
      tries += 1
      if (tries === 1) throw busy(41_000)
      return 'found'
    }
    expect(await outcome(late)).toBe('found')
    expect(() => reader.mustGoOn()).not.toThrow()
    reader.moved()
    expect(() => reader.mustGoOn()).toThrow('time_over')
    await expect(fails(busy())).rejects.toThrow(PutOff)
    const early = aReader({ shareUntil: 40_000 })
    early.reader.moved()
    expect(await early.outcome(() => 'found')).toBe('found')
    await expect(early.fails(busy(41_000))).rejects.toMatchObject({ name: 'PutOff', until: 41_000 })
  })

  it('lets a bug fly', async () => {
    await expect(aReader().fails(new TypeError('a bug'))).rejects.toThrow(TypeError)
  })
})
