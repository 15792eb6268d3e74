import type { World } from './world.ts'

const defaultItemsPerPage = 50

const wholeNumber = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise

type Paging = { page: number; itemsPerPage: number }

export const readPaging = (query: URLSearchParams, world: World): Paging => ({
  page: wholeNumber(query.get('page'), 1),
  itemsPerPage: Math.min(wholeNumber(query.get('itemsPerPage'), defaultItemsPerPage), world.options.itemsPerPageMax),
})

/** One page of a list (docs/back-office.md 7.1). `view` runs for its entries only. */
export const toPage = <T>(all: readonly T[], { page, itemsPerPage }: Paging, view: (entry: T) => unknown) => {
  const start = (page - 1) * itemsPerPage
  const shown = all.slice(start, start + itemsPerPage)
  const lastPageNumber = Math.max(1, Math.ceil(all.length / itemsPerPage))
  return {
    page,
    totalsCount: all.length,
    isLastPage: page >= lastPageNumber,
    lastPageNumber,
    firstOnPage: shown.length === 0 ? 0 : start + 1,
    lastOnPage: shown.length === 0 ? 0 : start + shown.length,
    itemsPerPage,
    entries: shown.map(view),
  }
}

/** The page that a query asks for. The option `numbersAs` decides whether the page number is a decimal string. */
export const listReply = <T>(
  all: readonly T[],
  call: { query: URLSearchParams; world: World },
  view: (entry: T) => unknown,
) => {
  const envelope = toPage(all, readPaging(call.query, call.world), view)
  const page = call.world.options.numbersAs === 'string' ? String(envelope.page) : envelope.page
  return { status: 200, json: { ...envelope, page } }
}
