import type * as z from 'zod'
import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import type { Ask, Query } from '../http/url-of.ts'
import { fullOrder, parameters } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { carriesNumber, customersOf, withQuery } from './order-filter.ts'
import { pageQuery } from './paging.ts'
import * as schemas from './schemas.ts'
import { skusQuery } from './variations.ts'

/** Enough that one of the orders shows its customer, and one page of any server. */
const few = pageQuery(50)
/** `.invalid` belongs to nobody (RFC 2606), so the answer has no customer in it. */
const nobodys = { email: 'nobody@backoffice-bridge.invalid', number: 'backoffice-bridge-doctor', id: 2_147_483_646 }

/** Filters under which no order can be listed: none is its own parent, and none was created so late. */
const excluding = { parentOrderId: (id: number) => id, createdFrom: () => '2200-01-01T00:00:00+00:00' } as const

/** Reads of a path (docs/back-office.md 12.1): whether it answers what the bridge needs, and the API user may read it. */
export function createPaths(client: Client, constants: Constants): BackOffice['paths'] {
  const { routes } = client
  const { salesOrder } = constants.orderTypes
  const tries = async (ask: Ask, schema: z.ZodType) => void (await client.tryPath(ask, schema))

  const salesOrders = async (...filters: Query) => {
    const query = [[parameters.orderType, salesOrder] as const, ...filters, ...few]
    return (await client.tryPath({ route: routes.orders, query }, schemas.orderPage)).entries
  }
  const ignoredIf = (isIgnored: boolean, parameter: string) => (isIgnored ? [parameter] : [])

  return {
    async orders() {
      const entries = await salesOrders()
      const isIgnored = entries.some(({ typeId }) => typeId !== salesOrder)
      const contactId = entries.flatMap(customersOf).find((customer) => customer > 0)
      return { orderId: entries[0]?.id, contactId, ignored: ignoredIf(isIgnored, parameters.orderType) }
    },
    async ordersExcluding(orderId, filter) {
      const entries = await salesOrders([parameters[filter], excluding[filter](orderId)])
      const isIgnored = entries.some(({ id }) => id === orderId)
      return { ignored: ignoredIf(isIgnored, parameters[filter]) }
    },
    async ordersByNumber() {
      const query = [[parameters.externalNumber, nobodys.number], ...few, ...withQuery(['properties'])] as const
      const { entries } = await client.tryPath({ route: routes.ordersByNumber, query }, schemas.orderLookupPage)
      const isIgnored = entries.some((one) => !carriesNumber(one, nobodys.number, constants))
      return { ignored: ignoredIf(isIgnored, parameters.externalNumber) }
    },
    ordersOfContact: (contactId) =>
      tries({ route: routes.ordersOfContact, path: { contactId }, query: few }, schemas.orderLookupPage),
    async contacts() {
      const query = [[parameters.contactEmail, nobodys.email], ...few] as const
      const { entries } = await client.tryPath({ route: routes.contacts, query }, schemas.contactLookupPage)
      return { ignored: ignoredIf(entries.length > 0, parameters.contactEmail) }
    },
    variations: () =>
      tries({ route: routes.variations, query: [...skusQuery([nobodys.id]), ...few] }, schemas.variationPage),
    user: () => tries({ route: routes.user }, schemas.user),
    statuses: async () =>
      (await client.tryPath({ route: routes.statuses, query: pageQuery() }, schemas.statusPage)).entries,
    order: (orderId) => tries({ route: routes.order, path: { orderId }, query: withQuery(fullOrder) }, schemas.order),
    commentsOfOrder: (orderId) => tries({ route: routes.commentsOfOrder, path: { orderId } }, schemas.commentList),
    imagesOfItem: (itemId) => tries({ route: routes.imagesOfItem, path: { itemId }, query: few }, schemas.imagePage),
    imagesOfVariation: (itemId, variationId) =>
      tries({ route: routes.imagesOfVariation, path: { itemId, variationId }, query: few }, schemas.imagePage),
  }
}
