import { describe, expect, it, onTestFinished } from 'vitest'
import { scrambled } from '../inbox/scrambled.ts'
import type { Request } from './capacity-units.ts'
import { openCountedTables } from './counted-tables.ts'
import { kinds, playKind } from './play-kinds.ts'

const shown = ({ operation, id, bytes, write, index, read }: Request) =>
  `  ${operation} ${id.split('/')[0]} ${bytes} B: ${write} + ${index} of indexes, ${read} of reads`

describe('from its delivery to its end', () => {
  it.each(kinds)(
    '$name takes $takes.calls calls, $takes.requests table requests and $takes.writeUnits write units',
    async (kind) => {
      const { takes, requests } = await playKind(kind)
      expect(takes, [kind.name, ...requests.map(shown)].join('\n')).toEqual(kind.takes)
    },
  )
})

const now = Date.parse('2026-03-02T09:00:00Z')

/** Counted tables whose inbox holds one event of a body of that many bytes, which do not compress. */
async function withEvent(bytes: number) {
  const tables = await openCountedTables()
  onTestFinished(tables.close)
  const { inbox } = tables.tables
  const delivery = { body: scrambled(bytes), headers: {} }
  await inbox.accept({ id: 'form/1', source: 'form', delivery, now, hintMs: 1_000 })
  return { ...tables, get: () => inbox.get('form/1'), due: () => inbox.due({ now, limit: 5 }) }
}

describe('the counter', () => {
  it.each([
    ['one unit for each KB that is begun, and one for each index', 100, 3],
    ['more for a larger item', 2_500, 5],
  ])('counts for a write %s', async (_title, bytes, writeUnits) => {
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
  ])('counts for a consistent read of %i bytes %i units of 4 KB, and nothing for a look', async (bytes, readUnits) => {
    const { usage, reset, get, look } = await withEvent(bytes)
    reset()
    expect((await get())?.id).toBe('form/1')
    expect((await look(get))?.id).toBe('form/1')
    expect(usage()).toEqual({ requests: 1, readUnits, writeUnits: 0 })
  })

  it('counts half a unit for a query of an index, also where it finds nothing', async () => {
    const { usage, reset, due } = await withEvent(100)
    reset()
    expect(await due()).toEqual([])
    const { requests, readUnits } = usage()
    expect(requests).toBeGreaterThan(0)
    expect(readUnits).toBe(requests / 2)
  })
})
