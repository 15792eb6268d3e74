import { expect, it } from 'vitest'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import type { PaceStore } from '../../../lib/back-office/pace/store.ts'
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
