import { expect, it } from 'vitest'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import { createSpending } from '../../../lib/back-office/pace/spending.ts'
import type { PaceStore } from '../../../lib/back-office/pace/state.ts'
import { RetryLater } from '../../../lib/errors.ts'
import { createMemoryPace } from '../../memory/memory-stores.ts'

const now = 1_000_000
const aRead = { class: 'live', reads: 1, writes: 0 } as const
const run = { deadlineMs: Number.POSITIVE_INFINITY }

const refusal = { status: 429, headers: new Headers({ 'retry-after': '40' }), body: '' }
const calm = { status: 200, headers: new Headers(), body: '' }
let writes = 0
const worker = (store: PaceStore, limits = {}) =>
  createPace({ store, limits, now: () => now, sleep: async () => {}, newId: () => `write-${++writes}` })
const limited = (store: PaceStore) => worker(store, { readsPerMinute: 60 })

/** A table whose reads wait, each by its turn: before it looks, or with what it has seen. */
function slowTable(...turns: { before?: Promise<void>; after?: Promise<void> }[]) {
  const stored = createMemoryPace()
  const store: PaceStore = {
    ...stored,
    async read() {
      const { before, after } = turns.shift() ?? {}
      await before
      const item = await stored.read()
      await after
      return item
    },
  }
  return { pace: worker(store), other: worker(stored) }
}

it('keeps a refusal that was heard while an earlier read of the table was still on its way', async () => {
  const late = Promise.withResolvers<void>()
  const { pace } = slowTable({}, { after: late.promise })
  const first = pace.isPaced(aRead, 'reads', run)
  const second = pace.isPaced(aRead, 'reads', run)
  await first
  await pace.observe('GET', refusal)
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
  late.resolve()
  await second
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})

it('knows a refusal that a later read has brought, though an earlier one was answered just before it', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { pace, other } = slowTable(...answers.map(({ promise }) => ({ after: promise })))
  await other.observe('GET', calm)
  const first = pace.isPaced(aRead, 'reads', run)
  await other.observe('GET', refusal)
  const second = pace.isPaced(aRead, 'reads', run)
  for (const { resolve } of answers) resolve()
  await Promise.all([first, second])
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})

it('knows a refusal that an earlier read has brought, though a later one had seen the table before', async () => {
  const began = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { pace, other } = slowTable(...began.map(({ promise }) => ({ before: promise })))
  await other.observe('GET', calm)
  const first = pace.isPaced(aRead, 'reads', run)
  const second = pace.isPaced(aRead, 'reads', run)
  began[1]?.resolve()
  await second
  await other.observe('GET', refusal)
  began[0]?.resolve()
  await first
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})

it('voids what a worker has reserved, once it reads that another one was refused', async () => {
  const store = createMemoryPace()
  const [pace, other] = [limited(store), limited(store)]
  const need = { class: 'live', reads: 2, writes: 0 } as const
  const spending = createSpending({ pace, run: { ...run, pace: need }, now: () => now })
  await spending.spend('reads')
  expect(spending.isReady('reads')).toBe(true)
  await other.observe('GET', refusal)
  await expect(pace.reserve(aRead, { deadlineMs: now + 20_000 })).rejects.toThrow(RetryLater)
  expect(spending.isReady('reads')).toBe(false)
  expect(pace.closedUntil('reads')).toBe(now + 40_000)
  expect(pace.closedUntil('writes')).toBe(0)
})

it.each([true, false])('reserves the reads of SKUs only where lines carry none: %s', async (hasNoSkus) => {
  const need = { class: 'live', reads: 2, writes: 0, skuReads: 1 } as const
  const pace = limited(createMemoryPace())
  const spending = createSpending({ pace, run: { ...run, pace: need }, now: () => now, hasNoSkus: () => hasNoSkus })
  await spending.spend('reads')
  await spending.spend('reads')
  expect(spending.isReady('reads')).toBe(hasNoSkus)
})
