import { expect, it } from 'vitest'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import { createSpending } from '../../../lib/back-office/pace/spending.ts'
import type { PaceStore } from '../../../lib/back-office/pace/state.ts'
import { RetryLater } from '../../../lib/errors.ts'
import { createMemoryPace } from '../../memory/memory-pace.ts'

const now = 1_000_000
const aRead = { class: 'live', reads: 1, writes: 0 } as const
const run = { deadlineMs: Number.POSITIVE_INFINITY }

it('keeps a refusal that was heard while an earlier read of the table was still on its way', async () => {
  const stored = createMemoryPace()
  const late = Promise.withResolvers<void>()
  let reads = 0
  const store: PaceStore = {
    ...stored,
    async read() {
      reads += 1
      const isLate = reads === 2
      const item = await stored.read()
      if (isLate) await late.promise
      return item
    },
  }
  let id = 0
  const pace = createPace({ store, now: () => now, sleep: async () => {}, newId: () => `write-${++id}` })
  const first = pace.isPaced(aRead, 'reads', run)
  const second = pace.isPaced(aRead, 'reads', run)
  await first
  await pace.observe('GET', { status: 429, headers: new Headers({ 'retry-after': '40' }), body: '' })
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
  late.resolve()
  await second
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})

it('knows a refusal that a later read has brought, though an earlier one was answered just before it', async () => {
  const stored = createMemoryPace()
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const store: PaceStore = {
    ...stored,
    async read() {
      const answer = answers[reads]
      reads += 1
      const item = await stored.read()
      await answer?.promise
      return item
    },
  }
  let id = 0
  const newId = () => `write-${++id}`
  const process = { now: () => now, sleep: async () => {}, newId }
  const other = createPace({ ...process, store: stored })
  await other.observe('GET', { status: 200, headers: new Headers(), body: '' })
  const pace = createPace({ ...process, store })
  const first = pace.isPaced(aRead, 'reads', run)
  await other.observe('GET', { status: 429, headers: new Headers({ 'retry-after': '40' }), body: '' })
  const second = pace.isPaced(aRead, 'reads', run)
  for (const { resolve } of answers) resolve()
  await Promise.all([first, second])
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})

const refusal = { status: 429, headers: new Headers({ 'retry-after': '40' }), body: '' }
let writes = 0
const worker = (store: PaceStore) =>
  createPace({
    ...{ store, limits: { readsPerMinute: 60 }, now: () => now, sleep: async () => {} },
    newId: () => `shared-${++writes}`,
  })

it('voids what a worker has reserved, once it reads that another one was refused', async () => {
  const store = createMemoryPace()
  const [pace, other] = [worker(store), worker(store)]
  const spending = createSpending({
    pace,
    run: { ...run, pace: { class: 'live', reads: 2, writes: 0 } },
    now: () => now,
  })
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
  const pace = worker(createMemoryPace())
  const spending = createSpending({ pace, run: { ...run, pace: need }, now: () => now, hasNoSkus: () => hasNoSkus })
  await spending.spend('reads')
  await spending.spend('reads')
  expect(spending.isReady('reads')).toBe(hasNoSkus)
})

it('knows a refusal that an earlier read has brought, though a later one had seen the table before', async () => {
  const stored = createMemoryPace()
  const began = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const store: PaceStore = {
    ...stored,
    async read() {
      const turn = reads
      reads += 1
      await began[turn]?.promise
      return await stored.read()
    },
  }
  let id = 0
  const process = { now: () => now, sleep: async () => {}, newId: () => `write-${++id}` }
  const other = createPace({ ...process, store: stored })
  await other.observe('GET', { status: 200, headers: new Headers(), body: '' })
  const pace = createPace({ ...process, store })
  const first = pace.isPaced(aRead, 'reads', run)
  const second = pace.isPaced(aRead, 'reads', run)
  began[1]?.resolve()
  await second
  await other.observe('GET', refusal)
  began[0]?.resolve()
  await first
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})
