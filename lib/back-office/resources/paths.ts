import type * as z from 'zod'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import type { Ask, Query } from '../http/url-of.ts'
import { fullOrder, maxItemsPerPage, parameters } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { carriesNumber, customersOf, withQuery } from './order-filter.ts'
import {
  commentList,
  contactLookupPage,
  imagePage,
  order,
  orderLookupPage,
  orderPage,
  statusPage,
  user,
  variationPage,
} from './schemas.ts'

/** Enough that one of them shows its customer, and one page of any server. */
const fewOrders = 50
/** `.invalid` belongs to nobody (RFC 2606), so the answer has no customer in it. */
const nobodysEmail = 'nobody@backoffice-bridge.invalid'

const nobodysNumber = 'backoffice-bridge-doctor'
const nobodysId = 2_147_483_646

/** Under these filters no order can be listed: none is its own parent, and none was created so late. */
const excluding = {
  parentOrderId: (id: number) => id,
  createdFrom: () => '2200-01-01T00:00:00+00:00',
} as const

/** Reads of a path (docs/back-office.md 12.1): whether it answers what the bridge needs, and the API user may read it. */
export function createPaths(client: Client, constants: Constants): BackOffice['paths'] {
  const { orderTypes } = constants
  const { routes } = client
  const pageOf = (most: number) => [[parameters.page, 1] as const, [parameters.itemsPerPage, most] as const] as const
  const few = pageOf(fewOrders)
  const tries = async (ask: Ask, schema: z.ZodType) => void (await client.tryPath(ask, schema))

  const salesOrders = async (...filters: Query) => {
    const query = [[parameters.orderType, orderTypes.salesOrder] as const, ...filters, ...few]
    return (await client.tryPath({ route: routes.orders, query }, orderPage)).entries
  }

  return {
    async orders() {
      const entries = await salesOrders()
      const ignored = entries.some(({ typeId }) => typeId !== orderTypes.salesOrder) ? [parameters.orderType] : []
      const contactId = entries.flatMap(customersOf).find((customer) => customer > 0)
      return { orderId: entries[0]?.id, contactId, ignored }
    },
    async ordersExcluding(orderId, filter) {
      const entries = await salesOrders([parameters[filter], excluding[filter](orderId)])
      return { ignored: entries.some(({ id }) => id === orderId) ? [parameters[filter]] : [] }
    },
    async ordersByNumber() {
      const query = [[parameters.externalNumber, nobodysNumber], ...few, ...withQuery(['properties'])] as const
      const { entries } = await client.tryPath({ route: routes.ordersByNumber, query }, orderLookupPage)
      const isIgnored = entries.some((one) => !carriesNumber(one, nobodysNumber, constants))
      return { ignored: isIgnored ? [parameters.externalNumber] : [] }
    },
    ordersOfContact: (contactId) =>
      tries({ route: routes.ordersOfContact, path: { contactId }, query: few }, orderLookupPage),
    async contacts() {
      const query = [[parameters.contactEmail, nobodysEmail], ...few] as const
      const { entries } = await client.tryPath({ route: routes.contacts, query }, contactLookupPage)
      return { ignored: entries.length > 0 ? [parameters.contactEmail] : [] }
    },
    async variations() {
      const query = [[parameters.ids, nobodysId], [parameters.variationWith, 'variationSkus'], ...few] as const
      await tries({ route: routes.variations, query }, variationPage)
    },
    user: () => tries({ route: routes.user }, user),
    statuses: async () =>
      (await client.tryPath({ route: routes.statuses, query: pageOf(maxItemsPerPage) }, statusPage)).entries,
    order: (orderId) => tries({ route: routes.order, path: { orderId }, query: withQuery(fullOrder) }, order),
    commentsOfOrder: (orderId) => tries({ route: routes.commentsOfOrder, path: { orderId } }, commentList),
    imagesOfItem: (itemId) => tries({ route: routes.imagesOfItem, path: { itemId }, query: few }, imagePage),
    imagesOfVariation: (itemId, variationId) =>
      tries({ route: routes.imagesOfVariation, path: { itemId, variationId }, query: few }, imagePage),
  }
}
