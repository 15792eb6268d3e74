import { Rejected, RetryLater, TooManyFound } from '../../errors.ts'
import type { Client } from '../client.ts'
import { type Constants, isCancelled } from '../constants.ts'
import { fullOrder, type OrderWith, withVariation } from '../routes.ts'
import type { BackOffice, Listed, OrderFilter } from '../types.ts'
import { assertSendable, newOrder } from './new-records.ts'
import { carriesNumber, filterQuery, fits, isOfContact, newestFirst, withQuery } from './order-filter.ts'
import { entriesOf, mostPagesOfPerson, readPage } from './paging.ts'
import { created, type Order, order, orderLookupPage, orderPage } from './schemas.ts'

/** Orders that a look-up may read one by one where its list did not bring what was asked for. */
const mostSingleReads = 50

export function createOrders(client: Client, constants: Constants): BackOffice['orders'] {
  const { orderTypes, statuses } = constants
  const { routes } = client

  /** Where lines are known to carry no SKU, their variations come in the same read. */
  const eager = async (names: readonly OrderWith[] = []): Promise<readonly OrderWith[]> => {
    const isOpen = names.includes('orderItems.properties') && !names.includes(withVariation)
    return isOpen && (await client.skus()) === 'number' ? [...names, withVariation] : names
  }

  /** Of this run, read with their variations: where such an order shows none, it has none. */
  const hasVariations = new WeakSet<Order>()
  const noted = (names: readonly OrderWith[], found: Order[]): Order[] => {
    if (names.includes(withVariation)) for (const one of found) hasVariations.add(one)
    return found
  }

  const read = async (orderId: number, options: { with?: readonly OrderWith[] } = {}): Promise<Order> => {
    const names = await eager(options.with)
    const query = withQuery(names)
    const found = await client.read({ route: routes.order, path: { orderId }, query }, order)
    noted(names, [found])
    if (found.id === orderId) return found
    throw new RetryLater(`[GET] ${routes.order} answered order ${found.id} where ${orderId} was asked for`)
  }

  const list: BackOffice['orders']['list'] = async (filter) => {
    const found = await Array.fromAsync(eachOrder(client, filter, constants))
    const entries = found.filter((one) => one !== 'unrelated')
    return client.listed(routes.orders, { entries, unrelated: found.length - entries.length })
  }

  const page: BackOffice['orders']['page'] = async (filter, number, itemsPerPage) => {
    const ask = { route: routes.orders, query: filterQuery(filter) }
    const asked = { schema: orderPage, page: number, itemsPerPage }
    const { entries, isLastPage, totalsCount } = await readPage(client, ask, asked)
    const fitting = entries.filter((one) => fits(one, filter, constants))
    client.listed(routes.orders, { entries: fitting, unrelated: entries.length - fitting.length })
    return { entries: fitting, ids: entries.map(({ id }) => id), isLastPage, totalsCount }
  }

  const isOpenSale = ({ typeId, statusId }: Order) =>
    typeId === orderTypes.salesOrder && !isCancelled(statusId, statuses)

  async function findByExternalNumber(number: string): Promise<Listed<Order>> {
    if (number.trim() === '') return { entries: [], unrelated: 0 }
    const names = await eager(fullOrder)
    const ask = { route: routes.ordersByNumber, query: filterQuery({ externalNumber: number, with: names }) }
    const found = noted(names, await Array.fromAsync(entriesOf(client, ask, { page: orderLookupPage, lookup: true })))
    const asked = found.filter((one) => fits(one, { externalNumber: number }, constants))
    const loaded = await loadAll(asked.filter(isOpenSale), read)
    const carrying = loaded.filter((one) => carriesNumber(one, number, constants))
    const unrelated = found.length - asked.length + loaded.length - carrying.length
    return client.listed(routes.ordersByNumber, { entries: carrying.filter(isOpenSale).sort(newestFirst), unrelated })
  }

  async function ofContact(contactId: number): Promise<Listed<Order>> {
    const names = await eager(fullOrder)
    const ask = { route: routes.ordersOfContact, path: { contactId }, query: withQuery(names) }
    const page = { page: orderLookupPage, atMost: mostPagesOfPerson }
    const found = noted(names, await Array.fromAsync(entriesOf(client, ask, page)))
    const asked = found.filter((one) => isOfContact(one, contactId))
    const open = asked.filter(isOpenSale)
    // They are the contact's own, so there will be no fewer of them the next time.
    if (isTooMuch(open)) throw new TooManyFound(tooMuch(open))
    const loaded = await loadAll(open.sort(newestFirst), read)
    const own = loaded.filter((one) => isOfContact(one, contactId))
    const unrelated = found.length - asked.length + loaded.length - own.length
    return client.listed(routes.ordersOfContact, { entries: own.filter(isOpenSale), unrelated })
  }

  async function withVariations(known: Order): Promise<Order> {
    if (hasVariations.has(known) || (await client.skus()) === 'market') return known
    const { orderItems: shown } = await read(known.id, { with: [...fullOrder, withVariation] })
    if (shown?.some(({ variation }) => variation)) await client.rememberSkus('number')
    // A server that ignores the name does not show the field at all; a line can lack its variation.
    else if (!shown?.some(({ variation }) => variation !== undefined)) await client.rememberSkus('market')
    const variations = new Map(shown?.map(({ id, variation }) => [id, variation]))
    return {
      ...known,
      orderItems: known.orderItems?.map((line) => ({ ...line, variation: variations.get(line.id) ?? null })) ?? null,
    }
  }

  const create: BackOffice['orders']['create'] = async (body, { sendBefore }) => {
    assertSendable(newOrder, body, routes.newOrder)
    const { id } = await client.write({ route: routes.newOrder, body, sendBefore }, created)
    return { id }
  }

  return { read, list, page, findByExternalNumber, ofContact, withVariations, create }
}

/** A list that goes on like this would read the whole back office. */
const mostUnrelated = 5_000

/** Each entry of a list as it comes. A server that does not know a filter ignores it and answers everything: such entries are `unrelated`. */
export async function* eachOrder(
  client: Client,
  filter: OrderFilter,
  constants: Constants,
): AsyncGenerator<Order | 'unrelated', void, undefined> {
  const route = client.routes.orders
  const ask = { route, query: filterQuery(filter) }
  let unrelated = 0
  for await (const found of entriesOf(client, ask, { page: orderPage })) {
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

const notLoaded = (orders: readonly Order[]) => orders.filter((one) => !isLoaded(one))
const isTooMuch = (orders: readonly Order[]) => notLoaded(orders).length > mostSingleReads
const tooMuch = (orders: readonly Order[]) =>
  `The back office answered ${notLoaded(orders).length} orders without nested data: too many to read one by one`

async function loadAll(orders: readonly Order[], read: BackOffice['orders']['read']): Promise<Order[]> {
  if (isTooMuch(orders)) throw new RetryLater(tooMuch(orders))
  const loaded: Order[] = []
  for (const one of orders) {
    const again = isLoaded(one) ? one : await readIfThere(one.id, read)
    if (again) loaded.push(again)
  }
  return loaded
}

/** An order can vanish between the list and its own read. */
async function readIfThere(orderId: number, read: BackOffice['orders']['read']): Promise<Order | undefined> {
  try {
    return await read(orderId, { with: fullOrder })
  } catch (error) {
    if (error instanceof Rejected && error.status === 404) return undefined
    throw error
  }
}
