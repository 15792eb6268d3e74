import type { BackOffice, Listed } from '../back-office/back-office.ts'
import type { Order } from '../back-office/resources/schemas.ts'

/** All returns of an order, by its own word as well as by the list. */
export async function returnsOf({ orders, returns }: BackOffice, orderId: number): Promise<Listed<Order>> {
  return await returns.ofOrder(await orders.read(orderId, { with: ['orderReferences'] }))
}
