import type { BackOffice } from '../../back-office/back-office.ts'
import type { Constants } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'

/** Whoever orders as a guest becomes a new contact each time; beyond these the look-up would cost more than it finds. */
const mostContacts = 5

/**
 * Open sales orders of the contact with this address. The first contact counts (docs/back-office.md 8.2). If none of its
 * orders carries the label, the other contacts of the same address are asked: the order that is meant may be theirs.
 */
export async function ordersOfEmail(
  backOffice: Pick<BackOffice, 'contacts' | 'orders'>,
  { email, label }: { email: string; label?: string | undefined },
  constants: Constants,
): Promise<Order[]> {
  const { entries: contacts } = await backOffice.contacts.findByEmail(email)
  const ofFirst: Order[] = []
  for (const [index, { id }] of contacts.slice(0, mostContacts).entries()) {
    const { entries: orders } = await backOffice.orders.ofContact(id)
    if (label === undefined || orders.some((order) => carriesLabel(order, label, constants))) return orders
    if (index === 0) ofFirst.push(...orders)
  }
  return ofFirst
}

/** Where the back office stores the shop's label as the external number. A label of nothing but `#` names no order. */
export const carriesLabel = (order: Order, label: string, { propertyTypes }: Constants): boolean => {
  const wanted = plain(label)
  const isIt = (number: string) => plain(number) === wanted
  const properties = order.properties ?? []
  return (
    wanted !== '' && properties.some(({ typeId, value }) => typeId === propertyTypes.externalOrderNumber && isIt(value))
  )
}

const plain = (label: string): string => label.trim().replace(/^#/, '').toLowerCase()
