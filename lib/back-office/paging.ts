import type * as z from 'zod'
import { RetryLater } from '../errors.ts'
import type { Ask, Client } from './client.ts'
import { maxItemsPerPage, parameters } from './routes.ts'
import { lookupPageOf, pageOf } from './schemas.ts'

/** A look-up is a list that may lack `isLastPage` or its envelope, and that is short unless its filter was ignored. */
type Paging<Entry> = { entry: z.ZodType<Entry>; lookup?: boolean }

const mostPages = { list: 20_000, lookup: 20 }

/**
 * Every entry of a list once, page by page until `isLastPage`. Nothing is counted with the page size asked for (some routes
 * clamp it), and entries that move to a later page while paging are left out the second time. A list that brings nothing new
 * twice and still has no last page throws `RetryLater`: what was seen of it proves nothing.
 */
export async function* entriesOf<Entry extends { id: number }>(
  client: Client,
  ask: Ask,
  { entry, lookup = false }: Paging<Entry>,
): AsyncGenerator<Entry, void, undefined> {
  const schema: z.ZodType<{ entries: Entry[]; isLastPage: boolean }> = lookup ? lookupPageOf(entry) : pageOf(entry)
  const pages = lookup ? mostPages.lookup : mostPages.list
  const seen = new Set<number>()
  let pagesWithoutNews = 0
  for (let page = 1; page <= pages && pagesWithoutNews < 2; page += 1) {
    const query = [...(ask.query ?? []), [parameters.page, page], [parameters.itemsPerPage, maxItemsPerPage]] as const
    const { entries, isLastPage } = await client.read({ ...ask, query }, schema)
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
  throw new RetryLater(`[GET] ${ask.route} does not come to a last page: the list is not complete`)
}
