import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Client } from '../../../lib/back-office/client.ts'
import { entriesOf, mostPagesOfPerson } from '../../../lib/back-office/resources/paging.ts'
import * as schemas from '../../../lib/back-office/resources/schemas.ts'
import { routesWith } from '../../../lib/back-office/routes.ts'
import { RetryLater, TooManyFound } from '../../../lib/errors.ts'
import { errorOf } from '../one-worker.ts'

type Page = { entries: { id: number }[]; isLastPage?: boolean; totalsCount?: number }

/** A client whose list is computed: pages are asked for with the numbers that go over the wire. */
function listOf(answer: (page: number, asked: number) => unknown): { client: Client; pages: number[] } {
  const pages: number[] = []
  const client: Client = {
    routes: routesWith(),
    read: async ({ query = [] }, schema) => {
      const of = (name: string) => Number(query.find(([key]) => key === name)?.[1])
      pages.push(of('page'))
      const parsed = schema.safeParse(answer(of('page'), of('itemsPerPage')))
      if (!parsed.success) throw new RetryLater('no page')
      return parsed.data
    },
    tryPath: () => Promise.reject(new Error('not here')),
    write: () => Promise.reject(new Error('not here')),
    waitOut: async () => false,
    isWriteReady: () => true,
    reserveWrites: async () => {},
    skus: async () => undefined,
    rememberSkus: async () => {},
    listed: (_, list) => list,
  }
  return { client, pages }
}

const entry = z.looseObject({ id: z.int() })
const list = { page: schemas.pageOf(entry) }
const lookup = { page: schemas.lookupPageOf(entry), lookup: true }
const all = (client: Client, isLookup = false) =>
  Array.fromAsync(entriesOf(client, { route: '/rest/orders' }, isLookup ? lookup : list))
const idsOf = (entries: readonly { id: number }[]) => entries.map(({ id }) => id)

/** An honest server that clamps the page size. */
const pageOf = (ids: readonly number[], page: number, size: number): Page => ({
  entries: ids.slice((page - 1) * size, page * size).map((id) => ({ id })),
  isLastPage: page * size >= ids.length,
})

describe('paging', () => {
  it('asks for 250 and brings every entry once, whatever size the server clamps it to', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (ids, clamp) => {
          const { client } = listOf((page, asked) => {
            expect(asked).toBe(250)
            return pageOf(ids, page, clamp)
          })
          expect(idsOf(await all(client))).toEqual(ids)
        },
      ),
    )
  })

  /** Reads a list into which newcomers are put before each page, at any place; each pushes what is behind it to later pages. */
  async function readWhileGrowing(ids: readonly number[], size: number, arrivals: readonly (readonly number[])[]) {
    const moving = [...ids]
    let newcomer = 0
    const { client } = listOf((page) => {
      for (const place of arrivals[page - 1] ?? []) moving.splice(place % (moving.length + 1), 0, ++newcomer)
      return pageOf(moving, page, size)
    })
    return await all(client).then(idsOf, (error: unknown) => error)
  }
  const standing = fc.uniqueArray(fc.integer({ min: 1000, max: 9999 }), { minLength: 1, maxLength: 40 })
  const pageSize = fc.integer({ min: 1, max: 7 })

  /** What must hold of the numbers that were found, or of the error, while entries arrive between the pages. */
  const always = (atATime: number, holds: (ids: number[], size: number, arrivals: number[][]) => Promise<void>) => {
    const arrivals = fc.array(fc.array(fc.nat(), { maxLength: atATime }), { maxLength: 30 })
    return fc.assert(fc.asyncProperty(standing, pageSize, arrivals, holds), { numRuns: 300 })
  }

  it('brings each entry once under any interleaving of inserts', async () => {
    await always(9, async (ids, size, arrivals) => {
      const found = await readWhileGrowing(ids, size, arrivals)
      // More than a page of newcomers, twice in a row, looks like a list that repeats itself.
      if (!Array.isArray(found))
        expect([found, arrivals.some(({ length }) => length >= size)]).toEqual([expect.any(RetryLater), true])
      else {
        expect(new Set(found).size).toBe(found.length)
        expect(found).toEqual(expect.arrayContaining(ids))
      }
    })
  })

  it('is never stopped by inserts of less than a page at a time', async () => {
    await always(6, async (ids, size, arrivals) => {
      const fewer = arrivals.map((places) => places.slice(0, size - 1))
      const found = await readWhileGrowing(ids, size, fewer)
      expect(found).toEqual(expect.arrayContaining(ids))
      expect(new Set(found as number[]).size).toBe((found as number[]).length)
    })
  })

  describe('that meets a 429 in the middle', () => {
    const limit = new RetryLater('met the rate limit (429)', { code: 'not_ready', atMs: 5 })

    /** Refuses the reads of these numbers, counted from 1; `waits`: how often the run has the time to wait. */
    function limited(refused: readonly number[], waits: number) {
      const { client, pages } = listOf((page) => pageOf([1, 2, 3, 4, 5, 6], page, 2))
      const waited: unknown[] = []
      let reads = 0
      const read: Client['read'] = async (ask, schema) => {
        reads += 1
        if (refused.includes(reads)) throw limit
        return await client.read(ask, schema)
      }
      const waitOut = async (error: unknown) => waited.push(error) <= waits
      return { client: { ...client, read, waitOut }, pages, waited }
    }

    it('waits it out and asks for the same page again: each entry once', async () => {
      const { client, pages, waited } = limited([2, 3, 5], 9)
      expect(idsOf(await all(client))).toEqual([1, 2, 3, 4, 5, 6])
      expect(pages).toEqual([1, 2, 3])
      expect(waited).toEqual([limit, limit, limit])
    })

    it('ends where the run has no time to wait', async () => {
      expect(await errorOf(all(limited([2], 0).client))).toBe(limit)
    })

    it('ends where the same page is refused four times', async () => {
      const { client, waited } = limited([2, 3, 4, 5], 9)
      expect(await errorOf(all(client))).toBe(limit)
      expect(waited).toHaveLength(3)
    })

    it('does not wait for its first page: nothing is lost where the list is read again from the start', async () => {
      const { client, waited } = limited([1], 9)
      expect(await errorOf(all(client))).toBe(limit)
      expect(waited).toEqual([])
    })
  })

  it('loses no entry that stays while others leave the list, or is retried', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.array(fc.nat(), { maxLength: 2 }), { maxLength: 30 }),
        async (ids, size, leaving) => {
          const moving = [...ids]
          const { client } = listOf((page) => {
            for (const place of page > 1 ? (leaving[page] ?? []) : []) moving.splice(place % (moving.length || 1), 1)
            return { ...pageOf(moving, page, size), totalsCount: moving.length }
          })
          const found = await all(client).catch((error: unknown) => {
            expect(error).toBeInstanceOf(RetryLater)
            return undefined
          })
          if (found) expect(idsOf(found)).toEqual(ids)
          else expect(moving.length).toBeLessThan(ids.length)
        },
      ),
    )
  })

  it.each([
    ['also where a page between does not show it', [5, undefined, 4]],
    ['also where it had grown before', [5, 7, 6]],
  ])('does not trust a list whose total fell, %s', async (_title, totals) => {
    const { client, pages } = listOf((page) => ({ ...pageOf([1, 2, 3, 4, 5], page, 1), totalsCount: totals[page - 1] }))
    expect(await errorOf(all(client))).toBeInstanceOf(RetryLater)
    expect(pages).toEqual([1, 2, 3])
  })

  it('does not stop for a total that grows, comes as text or is missing', async () => {
    const totals: unknown[] = [3, '4', 'many', null, 5]
    const { client } = listOf((page) => ({ ...pageOf([1, 2, 3, 4, 5], page, 1), totalsCount: totals[page - 1] }))
    expect(idsOf(await all(client))).toEqual([1, 2, 3, 4, 5])
  })

  it.each([[[]], [{}], [{ entries: null }], [{ hello: 'world' }], ['']])('takes no %j for a page', async (body) => {
    expect(await errorOf(all(listOf(() => body).client, true))).toBeInstanceOf(RetryLater)
  })

  it('goes on over an empty page that is not the last', async () => {
    const pages: Page[] = [
      { entries: [{ id: 1 }], isLastPage: false },
      { entries: [], isLastPage: false },
      { entries: [{ id: 2 }], isLastPage: true },
    ]
    const { client } = listOf((page) => pages[page - 1])
    expect(idsOf(await all(client))).toEqual([1, 2])
  })

  it('gives up on a list that repeats itself and has no last page', async () => {
    const { client, pages } = listOf(() => ({ entries: [{ id: 1 }], isLastPage: false }))
    expect(await errorOf(all(client))).toBeInstanceOf(RetryLater)
    expect(pages).toEqual([1, 2, 3])
  })

  it('rejects a list without isLastPage, and reads a look-up without it as complete', async () => {
    const { client } = listOf(() => ({ entries: [{ id: 1 }] }))
    expect(await errorOf(all(client))).toBeInstanceOf(RetryLater)
    expect(idsOf(await all(client, true))).toEqual([1])
  })

  it('ends a look-up that finds everything, because its filter was ignored', async () => {
    const { client, pages } = listOf((page) => ({ entries: [{ id: page }], isLastPage: false }))
    expect(await errorOf(all(client, true))).toBeInstanceOf(RetryLater)
    expect(pages).toHaveLength(20)
  })

  describe('of a person', () => {
    const person = { page: lookup.page, atMost: mostPagesOfPerson }
    const found = (client: Client) => Array.fromAsync(entriesOf(client, { route: '/rest/orders' }, person))

    it('reads two pages', async () => {
      const { client } = listOf((page) => ({ entries: [{ id: page }], isLastPage: page === 2 }))
      expect(idsOf(await found(client))).toEqual([1, 2])
    })

    it('finds too many where there is a third', async () => {
      const { client, pages } = listOf((page) => ({ entries: [{ id: page }], isLastPage: page === 3 }))
      const error = await errorOf(found(client))
      expect(error).toBeInstanceOf(TooManyFound)
      expect((error as Error).message).toBe('[GET] /rest/orders found more than 2 pages: name the order by its id')
      expect(pages).toEqual([1, 2])
    })
  })

  it('asks for no page before it is wanted', async () => {
    const { client, pages } = listOf((page) => pageOf([1, 2, 3, 4], page, 2))
    for await (const { id } of entriesOf(client, { route: '/rest/orders' }, list)) if (id === 2) break
    expect(pages).toEqual([1])
  })
})
