import { Rejected, RetryLater, recovered, TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import { type Constants, isCancelled } from '../constants.ts'
import type { Ask } from '../http/url-of.ts'
import { fullOrder, type OrderWith, withVariation } from '../routes.ts'
import type { BackOffice, Listed, OrderFilter } from '../types.ts'
import { newOrder } from './new-records.ts'
import { carriesNumber, filterQuery, fits, isOfContact, newestFirst, withQuery } from './order-filter.ts'
import { entriesOf, mostPagesOfPerson, type Paging, readPage, split } from './paging.ts'
import { created, type Order, order, orderLookupPage, orderPage } from './schemas.ts'

/** Orders that may be read one by one where their list did not bring what was asked for. */
export const mostSingleReads = 50

/** `isListed`: whether an entry of the list was asked for. `isIt`: whether the loaded order was. */
type LookUp = Omit<Paging<Order>, 'page'> & {
  isListed: (entry: Order) => boolean
  isIt: (loaded: Order) => boolean
  TooMany: new (message: string) => Error
  /** Cancelled ones are meant as well. */
  cancelled?: boolean | undefined
}

export function createOrders(client: Client, constants: Constants): BackOffice['orders'] {
  const { orderTypes, statuses } = constants
  const { routes } = client

  /** Where lines are known to carry no SKU, their variations come in the same read. */
  const eager = async (names: readonly OrderWith[] = []): Promise<readonly OrderWith[]> => {
    const isOpen = names.includes('orderItems.properties') && !names.includes(withVariation)
    return isOpen && (await client.skus()) === 'number' ? [...names, withVariation] : names
  }

  /** Orders of this run that were read with their variations: where one shows none, it has none. */
  const hasVariations = new WeakSet<Order>()
  const noted = (names: readonly OrderWith[], found: Order[]): Order[] => {
    if (names.includes(withVariation)) for (const one of found) hasVariations.add(one)
    return found
  }

  const read: BackOffice['orders']['read'] = async (orderId, options = {}) => {
    const names = await eager(options.with)
    const query = withQuery(names)
    const found = await client.read({ route: routes.order, path: { orderId }, query }, order)
    noted(names, [found])
    if (found.id === orderId) return found
    throw new RetryLater(`[GET] ${routes.order} answered order ${found.id} where ${orderId} was asked for`)
  }

  /** Open sales orders, newest first, loaded. */
  async function lookUp(ask: Ask, { isListed, isIt, TooMany, cancelled, ...paging }: LookUp): Promise<Listed<Order>> {
    const isMeant = ({ typeId, statusId }: Order) =>
      typeId === orderTypes.salesOrder && (cancelled || !isCancelled(statusId, statuses))
    const names = await eager(fullOrder)
    const query = [...(ask.query ?? []), ...withQuery(names)]
    const pages = entriesOf(client, { ...ask, query }, { page: orderLookupPage, ...paging })
    const asked = split(noted(names, await Array.fromAsync(pages)), isListed)
    const meant = asked.entries.filter(isMeant).sort(newestFirst)
    const bare = meant.filter((one) => !isLoaded(one)).length
    if (bare > mostSingleReads)
      throw new TooMany(`The back office answered ${bare} orders without nested data: too many to read one by one`)
    const loaded: Order[] = []
    for (const one of meant) {
      // An order can vanish between the list and its own read.
      const again = isLoaded(one) ? one : await ifReadable(read(one.id, { with: fullOrder }), [404])
      if (again) loaded.push(again)
    }
    const found = split(loaded, isIt)
    const entries = found.entries.filter(isMeant).sort(newestFirst)
    return client.listed(ask.route, { entries, unrelated: asked.unrelated + found.unrelated })
  }

  return {
    read,
    async list(filter) {
      const found = await Array.fromAsync(eachOrder(client, filter, constants))
      const entries = found.filter((one) => one !== 'unrelated')
      return client.listed(routes.orders, { entries, unrelated: found.length - entries.length })
    },
    async page(filter, page, itemsPerPage) {
      const ask = { route: routes.orders, query: filterQuery(filter) }
      const found = await readPage(client, ask, { schema: orderPage, page, itemsPerPage })
      const fitting = split(found.entries, (one) => fits(one, filter, constants))
      const { entries } = client.listed(routes.orders, fitting)
      const { isLastPage, totalsCount } = found
      return { entries, ids: found.entries.map(({ id }) => id), isLastPage, totalsCount }
    },
    async findByExternalNumber(externalNumber) {
      if (externalNumber.trim() === '') return { entries: [], unrelated: 0 }
      return await lookUp(
        { route: routes.ordersByNumber, query: filterQuery({ externalNumber }) },
        {
          lookup: true,
          isListed: (one) => fits(one, { externalNumber }, constants),
          isIt: (one) => carriesNumber(one, externalNumber, constants),
          TooMany: RetryLater,
        },
      )
    },
    async ofContact(contactId, { cancelled } = {}) {
      const isIt = (one: Order) => isOfContact(one, contactId)
      const ask = { route: routes.ordersOfContact, path: { contactId } }
      // They are the contact's own, so the next look-up will find no fewer.
      const how = { atMost: mostPagesOfPerson, isListed: isIt, isIt, TooMany: TooManyFound, cancelled }
      return await lookUp(ask, how)
    },
    async withVariations(known) {
      if (hasVariations.has(known) || (await client.skus()) === 'market') return known
      const { orderItems: shown } = await read(known.id, { with: [...fullOrder, withVariation] })
      if (shown?.some(({ variation }) => variation)) await client.rememberSkus('number')
      // A server that ignores the name does not show the field at all; a line can lack its variation.
      else if (!shown?.some(({ variation }) => variation !== undefined)) await client.rememberSkus('market')
      const variations = new Map(shown?.map(({ id, variation }) => [id, variation]))
      const items = known.orderItems?.map((line) => ({ ...line, variation: variations.get(line.id) ?? null }))
      return { ...known, orderItems: items ?? null }
    },
    async create(body, { sendBefore }) {
      const { id } = await client.write({ route: routes.newOrder, body, sendBefore, sends: newOrder }, created)
      return { id }
    },
  }
}

/** A list that goes on like this would read the whole back office. */
const mostUnrelated = 5_000

type Orders = AsyncGenerator<Order | 'unrelated', void, undefined>

/** Each entry of a list, or `unrelated` where it does not fit: a server ignores a filter that it does not know. */
export async function* eachOrder(client: Client, filter: OrderFilter, constants: Constants): Orders {
  const route = client.routes.orders
  let unrelated = 0
  for await (const found of entriesOf(client, { route, query: filterQuery(filter) }, { page: orderPage })) {
    const isAskedFor = fits(found, filter, constants)
    if (!isAskedFor) unrelated += 1
    if (unrelated > mostUnrelated) throw new RetryLater(`[GET] ${route} seems to ignore its filter`)
    yield isAskedFor ? found : 'unrelated'
  }
}

const areShown = (fields: readonly unknown[]) => fields.every((field) => field !== null)
const isLoaded = ({ plentyId, orderItems, properties, addressRelations, addresses, orderReferences }: Order) =>
  areShown([plentyId, orderItems, properties, addressRelations, addresses, orderReferences]) &&
  (orderItems ?? []).every((item) =>
    areShown([item.itemVariationId, item.orderItemName, item.amounts, item.properties]),
  )

/** Undefined where the back office refuses the read with one of these statuses. */
export const ifReadable = <T>(reading: Promise<T>, refusals: readonly number[]): Promise<T | undefined> =>
  recovered(reading, (error) => error instanceof Rejected && refusals.includes(error.status), undefined)
