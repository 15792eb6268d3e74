import type { BackOffice, Listed } from '../back-office/back-office.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { OrderWith } from '../back-office/routes.ts'

/** All returns of an order, by its own word as well as by the list. What `with` names is loaded too, as far as the list shows it. */
export async function returnsOf(
  { orders, returns }: BackOffice,
  orderId: number,
  options: { with?: readonly OrderWith[] } = {},
): Promise<Listed<Order>> {
  return await returns.ofOrder(await orders.read(orderId, { with: ['orderReferences'] }), options)
}
