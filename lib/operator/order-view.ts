import type { Order } from '../back-office/schemas.ts'
import { withoutPurchasePrices } from './without-purchase-prices.ts'

/** An order or return as an operator sees it. Addresses are not asked for, but a server may send them all the same. */
export const orderView = (order: Order) => withoutPurchasePrices({ ...order, addresses: null })
