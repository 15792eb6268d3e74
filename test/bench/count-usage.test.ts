import { expect, it, onTestFinished } from 'vitest'
import { openCountedTables } from '../../scripts/bench/count-usage.ts'
import { scrambled } from '../inbox/scrambled.ts'

const now = Date.parse('2026-03-02T09:00:00Z')

/** Counted tables whose inbox holds one event of a body of that many bytes, which do not compress. */
async function withEvent(bytes: number) {
  const tables = await openCountedTables()
  onTestFinished(tables.close)
  const { inbox } = tables.tables
  const delivery = { body: scrambled(bytes), headers: {} }
  await inbox?.accept({ id: 'form/1', source: 'form', delivery, now, hintMs: 1_000 })
  return {
    ...tables,
    get: async () => await inbox?.get('form/1'),
    due: async () => await inbox?.due({ now, limit: 5 }),
  }
}

it.each([
  ['one unit for each KB that is begun, and one for each index', 100, 3],
  ['more for a larger item', 2_500, 5],
])('a write costs %s', async (_title, bytes, writeUnits) => {
  const { usage, bytes: stored } = await withEvent(bytes)
  expect(usage()).toEqual({ requests: 1, readUnits: 0, writeUnits })
  // The item, and what DynamoDB adds to each.
  const { events } = await stored()
  expect(events).toBeGreaterThan(bytes + 100)
  expect(events).toBeLessThan(bytes + 1_500)
})

it.each([
  [100, 1],
  [6_000, 2],
])('a consistent read of %i bytes costs %i units of 4 KB', async (bytes, readUnits) => {
  const { usage, reset, get } = await withEvent(bytes)
  reset()
  expect((await get())?.id).toBe('form/1')
  expect(usage()).toEqual({ requests: 1, readUnits, writeUnits: 0 })
})

it('a query of an index costs half a unit, also where it finds nothing', async () => {
  const { usage, reset, due } = await withEvent(100)
  reset()
  expect(await due()).toEqual([])
  const { requests, readUnits } = usage()
  expect(requests).toBeGreaterThan(0)
  expect(readUnits).toBe(requests / 2)
})

it('what the benchmark itself looks at is not counted', async () => {
  const { usage, reset, look, get } = await withEvent(100)
  reset()
  await get()
  expect((await look(get))?.id).toBe('form/1')
  expect(usage()).toEqual({ requests: 1, readUnits: 1, writeUnits: 0 })
})
