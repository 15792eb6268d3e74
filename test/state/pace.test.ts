import { beforeEach, expect, it } from 'vitest'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { emptyState, type PaceItem, type PaceStore } from '../../lib/back-office/pace/state.ts'
import { ClockInDoubt } from '../../lib/errors.ts'
import { counter } from '../inbox/backends.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { stateBackends } from './backends.ts'

const item: PaceItem = { ...emptyState, writesPerMinute: 40, paidAt: { reads: 0, writes: 1_234 }, writeId: 'w1' }
const need = { class: 'live', reads: 2, writes: 2 } as const
const limits: Limits = { readsPerMinute: 80, writesPerMinute: 40 }

overEach(stateBackends, 'pace', ({ open }) => {
  const opened = openEach(open)
  let clock = 1_000_000
  const newId = counter()
  beforeEach(() => {
    clock = 1_000_000
  })

  const worker = (configured?: Limits, store = opened.pace, doubts?: { mustBeRight(): void }) =>
    createPace({
      store,
      clock: doubts,
      limits: configured,
      now: () => clock,
      sleep: async (ms) => {
        clock += ms
      },
      newId,
    })
  /** One that has found how long reads take, and reserves writes with them. */
  const knowing = (configured?: Limits) => {
    const pace = worker(configured)
    pace.measured('leadMs', 0)
    return pace
  }
  const run = () => ({ deadlineMs: clock + 120_000 })
  const answer = (headers: Headers | object, status = 200) => ({ status, headers: new Headers(headers), body: '' })
  const limitOf = (limit: number, left: number) =>
    answer({
      'x-plenty-global-short-period-limit': String(limit),
      'x-plenty-global-short-period-calls-left': String(left),
      'x-plenty-global-short-period-decay': '60',
    })

  it('has none at first, gives back what was written, and moves by compare-and-set', async () => {
    expect(await opened.pace.read()).toBeUndefined()
    expect(await opened.pace.replace(item, { previous: undefined })).toBe(true)
    expect(await opened.pace.read()).toEqual(item)
    expect(await opened.pace.replace({ ...item, writeId: 'w2' }, { previous: undefined })).toBe(false)
    expect(await opened.pace.replace({ ...item, writeId: 'w3' }, { previous: item })).toBe(true)
    expect(await opened.session.read()).toBeUndefined()
  })

  it('needs no reservation if the back office reports no limits, and every other worker knows after the first answer', async () => {
    const pace = worker()
    expect(await pace.isPaced(need, 'reads', run())).toBe(false)
    await pace.observe('GET', answer({}))
    const start = clock
    for (const other of [pace, worker(), worker()]) {
      for (let calls = 0; calls < 3; calls += 1) expect(await other.isPaced(need, 'reads', run())).toBe(false)
    }
    expect(clock).toBe(start)
  })

  it('remembers for a bounded time that there are no limits: from then on one call goes ahead again', async () => {
    await worker().observe('GET', answer({}))
    const stored = await opened.pace.read()
    clock += 20 * 60_000
    await worker().observe('GET', answer({}))
    expect(await opened.pace.read()).toEqual(stored)
    clock += 20 * 60_000
    const [first, second] = [worker(), worker()]
    await first.observe('GET', answer({}))
    clock += 30 * 60_000
    const start = clock
    expect(await second.isPaced(need, 'reads', run())).toBe(false)
    expect(clock).toBe(start)
    clock += 31 * 60_000
    expect(await worker().isPaced(need, 'reads', run())).toBe(false)
    const waiting = worker()
    const isWaiting = waiting.isPaced(need, 'reads', run())
    await first.observe('GET', limitOf(80, 79))
    expect(await isWaiting).toBe(true)
  })

  it.each([[500], [503], [401], [403], [429]])('knows nothing more after a %i without headers', async (status) => {
    const pace = worker()
    expect(await pace.isPaced(need, 'reads', run())).toBe(false)
    await pace.observe('GET', answer(status === 429 ? { 'retry-after': '1' } : {}, status))
    clock += 2_000
    const start = clock
    await worker().isPaced(need, 'reads', run())
    expect(clock - start).toBeGreaterThan(5_000)
  })

  it('gives each of many workers a turn of its own', async () => {
    const start = clock
    const grants = await Promise.all(Array.from({ length: 6 }, () => knowing(limits).reserve(need, run())))
    const turns = grants.map(({ reads }) => reads.from).sort((a, b) => a - b)
    expect(turns.map((from) => from - start)).toEqual([0, 1, 2, 3, 4, 5].map((place) => place * 2 * 1_538))
  })

  it('shares with a new worker how long reads take at the moment', async () => {
    const first = worker(limits)
    expect((await first.reserve(need, run())).writes.calls).toBe(0)
    first.measured('leadMs', 5_000)
    clock += 60_000
    expect((await first.reserve(need, run())).writes).toMatchObject({ calls: 2, from: clock, due: clock + 6_000 })
    clock += 60_000
    expect((await worker(limits).reserve(need, run())).writes).toMatchObject({ calls: 2, due: clock + 6_000 })
  })

  it('keeps configured limits out of what is learnt, and lets them win', async () => {
    const pace = knowing({ writesPerMinute: 10 })
    await pace.observe('POST', limitOf(40, 39))
    await pace.reserve(need, run())
    const stored = await opened.pace.read()
    expect(stored).not.toHaveProperty('writesPerMinute')
    expect((stored?.paidAt.writes ?? 0) - 1_000_000).toBeGreaterThanOrEqual(2 * 6_150)
  })

  const longOf = (limit: number, left: number) =>
    answer({
      'x-plenty-global-long-period-limit': String(limit),
      'x-plenty-global-long-period-calls-left': String(left),
      'x-plenty-global-long-period-decay': '36000',
    })

  it('goes on with the item of the version before, which took reads of a day for writes, and made events queue for hours', async () => {
    const endsAt = clock + 8 * 3_600_000
    const { days: _, ...before } = emptyState
    const old: PaceItem = {
      ...before,
      ...limits,
      writesPerDay: 48_000,
      day: { used: 100_006, endsAt, forms: { contact: 24_000 } },
      queueEnd: { live: endsAt, replay: endsAt },
      paidAt: { reads: 0, writes: clock + 1_000 },
      writeId: 'old',
    }
    await opened.pace.replace(old, { previous: undefined })
    const pace = worker()
    expect((await pace.reserve({ ...need, reads: 0 }, run())).writes.calls).toBe(2)
    const form = { class: 'form', form: 'contact', reads: 0, writes: 1 } as const
    await expect(pace.reserve(form, run())).rejects.toMatchObject({ why: { code: 'form_share_used_up' } })
    await pace.observe('GET', longOf(166_000, 66_000))
    await pace.observe('POST', longOf(48_000, 47_500))
    const stored = await opened.pace.read()
    expect(stored).toMatchObject({ readsPerDay: 166_000, writesPerDay: 48_000, days: { reads: { used: 100_000 } } })
    // What the version before reads, and goes on to write where it still runs, is as it left it.
    expect(stored).toMatchObject({ day: old.day, queueEnd: { live: expect.any(Number), replay: expect.any(Number) } })
    expect(stored?.days?.writes).toMatchObject({ forms: { contact: 24_000 } })
  })

  it('makes every worker pause at once after a 429', async () => {
    await worker(limits).observe('POST', answer({ 'retry-after': '100' }, 429))
    await expect(worker(limits).reserve(need, run())).rejects.toMatchObject({
      name: 'RetryLater',
      code: 'pace',
      atMs: 1_000_000 + 70_000,
    })
    const reads = await worker(limits).reserve({ ...need, writes: 0 }, run())
    expect(reads.reads.from).toBe(1_000_000)
  })

  it('lets every worker know at once of a 429 that it hears while it writes', async () => {
    let heard: Promise<void> | undefined
    const store: PaceStore = {
      ...opened.pace,
      replace: async (next, options) => {
        heard ??= pace.observe('POST', answer({ 'retry-after': '100' }, 429))
        return await opened.pace.replace(next, options)
      },
    }
    const pace = worker(limits, store)
    await pace.reserve({ ...need, writes: 0 }, run())
    await heard
    await expect(worker(limits).reserve(need, run())).rejects.toMatchObject({ name: 'RetryLater', code: 'pace' })
  })

  it('does not begin with another event that its calls would come too late for', async () => {
    const pace = worker(limits)
    expect(await pace.waitToStart(run())).toBe(true)
    await pace.observe('POST', answer({ 'retry-after': '200' }, 429))
    expect(await pace.waitToStart(run())).toBe(false)
    expect(clock).toBe(1_000_000)
  })

  it('lets one call of all workers go ahead, which counts: no more than the limit are due in any minute', async () => {
    const first = worker()
    expect(await first.isPaced(need, 'reads', run())).toBe(false)
    await first.observe('GET', limitOf(80, 79))
    const oneRead = { class: 'live', reads: 1, writes: 0 } as const
    const slots: number[] = []
    for (let index = 0; index < 6; index += 1) slots.push((await worker().reserve(oneRead, run())).reads.due)
    // A burst of five has room for four beside the call that went ahead.
    expect(slots.filter((due) => due === 1_000_000)).toHaveLength(4)
  })

  it('does not let the one that goes ahead wait for itself, and lets another one follow it once it must be dead', async () => {
    const pace = worker()
    const [ahead, other] = [run(), run()]
    expect(await pace.isPaced(need, 'writes', ahead)).toBe(false)
    expect(await pace.isPaced(need, 'writes', ahead)).toBe(false)
    expect(clock).toBe(1_000_000)
    expect(await worker().isPaced(need, 'writes', other)).toBe(false)
    expect(clock).toBe(1_012_000)
  })

  it.each([-60_000, -50, 60_000])('takes a clock that jumps by %i ms meanwhile for no broken rule', async (ms) => {
    const { read, replace } = opened.pace
    const asking = async () => {
      clock += ms
      const stored = await read()
      clock += 10
      return stored
    }
    const saving: typeof replace = async (next, options) => {
      clock += ms
      return await replace(next, options)
    }
    for (const store of [
      { read: asking, replace },
      { read, replace: saving },
    ]) {
      const { reads } = await worker(limits, store).reserve(need, { deadlineMs: clock + 600_000 })
      expect(reads.calls).toBe(2)
    }
  })

  it('puts off who has waited long for one after the other, which costs no attempt', async () => {
    const store: PaceStore = {
      read: async () => ({ ...emptyState, aheadUntil: { writes: clock + 1_000 }, writeId: 'w' }),
      replace: async () => false,
    }
    const late = worker(undefined, store).isPaced(need, 'writes', run())
    await expect(late).rejects.toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(clock - 1_000_000).toBeLessThan(20_000)
  })

  it('reserves nothing by a clock that came in doubt, and lets no call go ahead', async () => {
    const noon = { isRight: true }
    const mustBeRight = () => {
      if (!noon.isRight) throw new ClockInDoubt(3_600_000)
    }
    const doubtful = worker(limits, opened.pace, { mustBeRight })
    await doubtful.reserve(need, run())
    const stored = await opened.pace.read()
    noon.isRight = false
    clock += 3_600_000
    await expect(doubtful.reserve(need, run())).rejects.toThrow(ClockInDoubt)
    await expect(worker(undefined, opened.pace, { mustBeRight }).isPaced(need, 'reads', run())).rejects.toThrow(
      ClockInDoubt,
    )
    expect(await opened.pace.read()).toEqual(stored)
  })

  it('waits no longer for what another call learns than the run has time for', async () => {
    expect(await worker().isPaced(need, 'reads', run())).toBe(false)
    const late = worker().isPaced(need, 'reads', { deadlineMs: clock + 14_000 })
    await expect(late).rejects.toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(clock - 1_000_000).toBeLessThanOrEqual(2_200)
  })
})
