import type { Constants } from '../back-office/constants.ts'
import { channelOf } from '../back-office/resources/channel.ts'
import { deliveryCountry } from '../back-office/resources/delivery-address.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { orderParts } from './order-parts.ts'
import { withoutPurchasePrices } from './without-purchase-prices.ts'

/**
 * An order or return as an operator sees it: with the name of its channel and the country that it goes to, and of its addresses only ids
 * and countries. Null: not shown by the back office, or in no table.
 */
export const orderView = (order: Order, constants: Constants) =>
  withoutPurchasePrices({
    ...orderParts(order, constants),
    channel: channelOf(order.referrerId, constants) ?? null,
    deliveryCountry: deliveryCountry(order, constants) ?? null,
  })
