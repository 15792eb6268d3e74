import type * as z from 'zod'
import { RetryLater, TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Ask } from '../http/url-of.ts'
import { maxItemsPerPage, parameters } from '../routes.ts'

export type Page<Entry> = { entries: Entry[]; isLastPage: boolean; totalsCount?: number | undefined }
/** A look-up is short, unless its filter was ignored. One with more pages than `atMost` means nobody: it throws `TooManyFound`. */
type Paging<Entry> = { page: z.ZodType<Page<Entry>>; lookup?: boolean; atMost?: number }

const mostPages = { list: 20_000, lookup: 20 }
/** Of a person: the contacts of an address, or the orders of a contact. */
export const mostPagesOfPerson = 2

/** A limit that was just waited out can be met again: others use it too. */
const mostWaits = 3

type PageRequest<T> = { schema: z.ZodType<T>; page: number; itemsPerPage?: number | undefined }

/** One page, counted from 1. */
export async function readPage<T>(client: Client, ask: Ask, asked: PageRequest<T>): Promise<T> {
  const { schema, page, itemsPerPage = maxItemsPerPage } = asked
  const query = [...(ask.query ?? []), [parameters.page, page], [parameters.itemsPerPage, itemsPerPage]] as const
  return await client.read({ ...ask, query }, schema)
}

/** Without waiting for the limit in the middle, a list with more pages than calls a minute would begin anew for ever. */
async function readNext<T>(client: Client, ask: Ask, { schema, page }: PageRequest<T>): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await readPage(client, ask, { schema, page })
    } catch (error) {
      if (page === 1 || waits === mostWaits || !(await client.waitOut(error))) throw error
    }
  }
}

/**
 * Every entry of a list once, page by page until `isLastPage`. Nothing is counted with the page size asked for (some routes
 * clamp it), and entries that move to a later page while paging are left out the second time. A list that brings nothing new
 * twice and still has no last page throws `RetryLater`: what was seen of it proves nothing. So does one whose `totalsCount` fell
 * between two pages, because later entries moved to a page already read; where the server shows no total, or as many entries
 * came as went, that cannot be seen. A 429 in the middle is waited out where the run has the time, and the page asked for again.
 */
export async function* entriesOf<Entry extends { id: number }>(
  client: Client,
  ask: Ask,
  { page: schema, lookup = false, atMost }: Paging<Entry>,
): AsyncGenerator<Entry, void, undefined> {
  const pages = atMost ?? (lookup ? mostPages.lookup : mostPages.list)
  const seen = new Set<number>()
  let pagesWithoutNews = 0
  let total: number | undefined
  for (let page = 1; page <= pages && pagesWithoutNews < 2; page += 1) {
    const { entries, isLastPage, totalsCount } = await readNext(client, ask, { schema, page })
    if (totalsCount !== undefined && total !== undefined && totalsCount < total) {
      throw new RetryLater(`[GET] ${ask.route} became shorter while it was read: the list may not be complete`)
    }
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
