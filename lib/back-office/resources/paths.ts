import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import { fullOrder, maxItemsPerPage, parameters } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { withQuery } from './order-filter.ts'
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

/** One read of a path (docs/back-office.md 12.1): whether it answers what the bridge needs, and the API user may read it. */
export function createPaths(client: Client, { orderTypes }: Constants): BackOffice['paths'] {
  const { routes } = client
  const few = [
    [parameters.page, 1],
    [parameters.itemsPerPage, fewOrders],
  ] as const

  return {
    async orders() {
      const query = [[parameters.orderType, orderTypes.salesOrder], ...few] as const
      const { entries } = await client.tryPath({ route: routes.orders, query }, orderPage)
      const customers = entries
        .flatMap(({ relations }) => relations ?? [])
        .filter(({ referenceType, relation }) => referenceType === 'contact' && relation === 'receiver')
      return { orderId: entries[0]?.id, contactId: customers.find(({ referenceId }) => referenceId > 0)?.referenceId }
    },
    async ordersByNumber() {
      const query = [[parameters.externalNumber, nobodysNumber], ...few] as const
      await client.tryPath({ route: routes.ordersByNumber, query }, orderLookupPage)
    },
    async ordersOfContact(contactId) {
      await client.tryPath({ route: routes.ordersOfContact, path: { contactId }, query: few }, orderLookupPage)
    },
    async contacts() {
      const query = [[parameters.contactEmail, nobodysEmail], ...few] as const
      await client.tryPath({ route: routes.contacts, query }, contactLookupPage)
    },
    async variations() {
      const query = [[parameters.ids, nobodysId], [parameters.variationWith, 'variationSkus'], ...few] as const
      await client.tryPath({ route: routes.variations, query }, variationPage)
    },
    async user() {
      await client.tryPath({ route: routes.user }, user)
    },
    async statuses() {
      const query = [
        [parameters.page, 1],
        [parameters.itemsPerPage, maxItemsPerPage],
      ] as const
      return (await client.tryPath({ route: routes.statuses, query }, statusPage)).entries
    },
    async order(orderId) {
      await client.tryPath({ route: routes.order, path: { orderId }, query: withQuery(fullOrder) }, order)
    },
    async commentsOfOrder(orderId) {
      await client.tryPath({ route: routes.commentsOfOrder, path: { orderId } }, commentList)
    },
    async imagesOfItem(itemId) {
      await client.tryPath({ route: routes.imagesOfItem, path: { itemId }, query: few }, imagePage)
    },
    async imagesOfVariation(itemId, variationId) {
      const path = { itemId, variationId }
      await client.tryPath({ route: routes.imagesOfVariation, path, query: few }, imagePage)
    },
  }
}
