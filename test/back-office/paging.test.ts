import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Client } from '../../lib/back-office/client.ts'
import { entriesOf } from '../../lib/back-office/paging.ts'
import { RetryLater } from '../../lib/errors.ts'
import { errorOf } from './one-worker.ts'

type Page = { entries: { id: number }[]; isLastPage?: boolean; totalsCount?: number }

/** A client whose list is computed: pages are asked for with the numbers that go over the wire. */
function listOf(answer: (page: number, asked: number) => unknown): { client: Client; pages: number[] } {
  const pages: number[] = []
  const client: Client = {
    read: async ({ query = [] }, schema) => {
      const of = (name: string) => Number(query.find(([key]) => key === name)?.[1])
      pages.push(of('page'))
      const parsed = schema.safeParse(answer(of('page'), of('itemsPerPage')))
      if (!parsed.success) throw new RetryLater('no page')
      return parsed.data
    },
    write: () => Promise.reject(new Error('not here')),
    holdWrites: async () => {},
    note: () => undefined,
  }
  return { client, pages }
}

const entry = z.looseObject({ id: z.int() })
const all = (client: Client, lookup = false) =>
  Array.fromAsync(entriesOf(client, { route: '/rest/orders' }, { entry, lookup }))
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

  it('brings an entry once that moves to a later page while paging', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1000, max: 9999 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 30 }),
        async (ids, size, arrivals) => {
          const moving = [...ids]
          const newcomers = Array.from({ length: 999 }, (_, at) => at + 1)
          const { client } = listOf((page) => {
            // Newcomers push everything behind them to later pages.
            const places = page > 1 ? (arrivals[page - 1] ?? []).slice(0, size - 1) : []
            for (const place of places) moving.splice(place % (moving.length + 1), 0, ...newcomers.splice(0, 1))
            return pageOf(moving, page, size)
          })
          const found = await all(client).catch((error: unknown) => {
            expect(error).toBeInstanceOf(RetryLater)
            return undefined
          })
          if (!found) return
          expect(new Set(idsOf(found)).size).toBe(found.length)
          for (const id of ids) expect(idsOf(found)).toContain(id)
        },
      ),
    )
  })

  it('loses no entry that stays while others leave the list, or is tried again', async () => {
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

  it('does not trust a list whose total fell, also where a page between does not show it', async () => {
    const totals: unknown[] = [5, undefined, 4]
    const { client, pages } = listOf((page) => ({ ...pageOf([1, 2, 3, 4, 5], page, 1), totalsCount: totals[page - 1] }))
    expect(await errorOf(all(client))).toBeInstanceOf(RetryLater)
    expect(pages).toEqual([1, 2, 3])
  })

  it('takes a total that grows, comes as text or is none for no reason to stop', async () => {
    const totals: unknown[] = [3, '4', 'many', null, 5]
    const { client } = listOf((page) => ({ ...pageOf([1, 2, 3, 4, 5], page, 1), totalsCount: totals[page - 1] }))
    expect(idsOf(await all(client))).toEqual([1, 2, 3, 4, 5])
  })

  it.each([[[]], [{}], [{ entries: null }], [{ hello: 'world' }], ['']])(
    'takes %j for no page of a look-up',
    async (body) => {
      expect(await errorOf(all(listOf(() => body).client, true))).toBeInstanceOf(RetryLater)
    },
  )

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

  it('takes a list without isLastPage for no answer, and a look-up without it for all there is', async () => {
    const { client } = listOf(() => ({ entries: [{ id: 1 }] }))
    expect(await errorOf(all(client))).toBeInstanceOf(RetryLater)
    expect(idsOf(await all(client, true))).toEqual([1])
  })

  it('ends a look-up that finds everything, because its filter was ignored', async () => {
    const { client, pages } = listOf((page) => ({ entries: [{ id: page }], isLastPage: false }))
    expect(await errorOf(all(client, true))).toBeInstanceOf(RetryLater)
    expect(pages).toHaveLength(20)
  })

  it('asks for no page before it is wanted', async () => {
    const { client, pages } = listOf((page) => pageOf([1, 2, 3, 4], page, 2))
    for await (const { id } of entriesOf(client, { route: '/rest/orders' }, { entry })) if (id === 2) break
    expect(pages).toEqual([1])
  })
})
