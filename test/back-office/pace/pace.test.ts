import { expect, it } from 'vitest'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import type { PaceStore } from '../../../lib/back-office/pace/store.ts'
import { createMemoryPace } from '../../memory/memory-pace.ts'

const now = 1_000_000
const aRead = { class: 'live', reads: 1, writes: 0 } as const

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
  const run = {}
  const first = pace.isPaced(aRead, 'reads', run)
  const second = pace.isPaced(aRead, 'reads', run)
  await first
  await pace.observe('GET', { status: 429, headers: new Headers({ 'retry-after': '40' }), body: '' })
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
  late.resolve()
  await second
  expect(await pace.isPaced(aRead, 'reads', run)).toBe(true)
})
