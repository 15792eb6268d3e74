import type * as z from 'zod'
import { RetryLater, TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Ask, Query } from '../http/url-of.ts'
import { maxItemsPerPage, parameters } from '../routes.ts'
import type { Listed } from '../types.ts'

export type Page<Entry> = { entries: Entry[]; isLastPage: boolean; totalsCount?: number | undefined }
/** `lookup`: few pages, unless the filter was ignored. `atMost`: more pages mean nobody, and throw `TooManyFound`. */
export type Paging<Entry> = { page: z.ZodType<Page<Entry>>; lookup?: boolean; atMost?: number }
const mostPages = { list: 20_000, lookup: 20 }
export const mostPagesOfPerson = 2
/** Waits for one page: other clients can use up a limit that was just waited out. */
const mostWaits = 3
type PageRequest<T> = { schema: z.ZodType<T>; page: number; itemsPerPage?: number | undefined }

export const pageQuery = (itemsPerPage = maxItemsPerPage, page = 1): Query => [
  [parameters.page, page],
  [parameters.itemsPerPage, itemsPerPage],
]

/** One page, counted from 1. */
export const readPage = <T>(client: Client, ask: Ask, { schema, page, itemsPerPage }: PageRequest<T>): Promise<T> =>
  client.read({ ...ask, query: [...(ask.query ?? []), ...pageQuery(itemsPerPage, page)] }, schema)

/** Waits out the limit behind the first page: a list with more pages than calls a minute would begin anew for ever. */
async function readNext<T>(client: Client, ask: Ask, { schema, page }: PageRequest<T>): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await readPage(client, ask, { schema, page })
    } catch (error) {
      if (page === 1 || waits === mostWaits || !(await client.waitOut(error))) throw error
    }
  }
}

type Found = { id: number }
type Each<Entry> = AsyncGenerator<Entry, void, undefined>

/** Every entry once, page by page. Throws `RetryLater` where two pages bring nothing new, or `totalsCount` falls. */
export async function* entriesOf<Entry extends Found>(client: Client, ask: Ask, paging: Paging<Entry>): Each<Entry> {
  const { page: schema, lookup = false, atMost } = paging
  const pages = atMost ?? (lookup ? mostPages.lookup : mostPages.list)
  const seen = new Set<number>()
  let pagesWithoutNews = 0
  let total: number | undefined
  for (let page = 1; page <= pages && pagesWithoutNews < 2; page += 1) {
    const { entries, isLastPage, totalsCount } = await readNext(client, ask, { schema, page })
    if (totalsCount !== undefined && total !== undefined && totalsCount < total)
      throw new RetryLater(`[GET] ${ask.route} became shorter while it was read: the list may not be complete`)
    total = totalsCount ?? total
    let news = 0
    for (const found of entries) {
      if (seen.has(found.id)) continue
      seen.add(found.id)
      news += 1
      yield found
    }
    if (isLastPage) return
    pagesWithoutNews = news > 0 ? 0 : pagesWithoutNews + 1
  }
  if (atMost) throw new TooManyFound(`[GET] ${ask.route} found more than ${atMost} pages: name the order by its id`)
  throw new RetryLater(`[GET] ${ask.route} does not come to a last page: the list is not complete`)
}

/** The entries that were asked for, and how many others there are. */
export function split<Entry>(found: readonly Entry[], isAskedFor: (entry: Entry) => boolean): Listed<Entry> {
  const entries = found.filter(isAskedFor)
  return { entries, unrelated: found.length - entries.length }
}
