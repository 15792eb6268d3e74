import type { OrdersPage } from '../back-office/back-office.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { ReturnsPlace } from '../state/audit-progress.ts'
import { PutOff } from './reader.ts'

/** One page of the list: `entries` are those that were not looked at before. */
export type PageBehind = {
  page: number
  /** The highest id up to here. */
  id: number
  entries: Order[]
  /** Everything on the page, whether it was looked at before or not. */
  all: Order[]
  /** False: the list does not come by id, and what is behind a place of another run is not known. */
  inOrder: boolean
  /** Nothing on it is new, and the list goes on with the next page. */
  found?: ReturnsPlace['found']
}

const mostWithoutNews = 1

/** A list behind a place. Throws `PutOff` where it has no end, or is out of order and became shorter: what was seen of it proves nothing. */
export async function* pagesBehind(
  place: Omit<ReturnsPlace, 'time'>,
  read: (page: number) => Promise<OrdersPage>,
): AsyncGenerator<PageBehind, void, undefined> {
  let { id } = place
  let page = place.found ? place.page + 1 : place.page
  let isSure = place.found !== undefined
  let inOrder = true
  let total = place.found?.total
  let withoutNews = 0
  const seen = new Set<number>()
  for (;;) {
    const found = await read(page)
    if (total !== undefined && found.totalsCount !== undefined && found.totalsCount < total) {
      if (!inOrder) throw new PutOff({ code: 'list_shorter' })
      isSure = false
    }
    total = found.totalsCount ?? total
    if (!isSure && page > 1 && (found.ids[0] ?? Number.POSITIVE_INFINITY) > id) {
      page -= 1
      yield { page, id, entries: [], all: found.entries, inOrder }
      continue
    }
    inOrder &&= isAscending(found.ids) && (!isSure || found.ids.every((one) => one > id || seen.has(one)))
    const behind = id
    const isNew = (one: number) => (inOrder ? one > behind : !seen.has(one))
    const isNews = found.ids.some(isNew)
    withoutNews = !isSure || isNews ? 0 : withoutNews + 1
    const entries = found.entries.filter((one) => isNew(one.id))
    isSure = true
    id = Math.max(id, ...found.ids)
    for (const one of found.ids) seen.add(one)
    yield { page, id, entries, all: found.entries, inOrder, ...(!isNews && !found.isLastPage && { found: { total } }) }
    if (found.isLastPage) return
    if (withoutNews > mostWithoutNews) throw new PutOff({ code: 'list_endless' })
    page += 1
  }
}

const isAscending = (ids: readonly number[]) => ids.every((id, index) => id > (ids[index - 1] ?? 0))
