import { showsEmail } from '../../back-office/resources/contacts.ts'
import { customersOf } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { TooManyFound } from '../../errors.ts'
import type { Looking } from '../workflow.ts'

/**
 * Whether an address of a sender belongs to the order: that of the order's contact, or the e-mail option of one of its addresses
 * (docs/back-office.md 4.6, 4.8). A contact counts only by the address that its own record shows.
 */
export async function emailFits(
  { backOffice, workflow }: Looking,
  order: Order,
  email: string | undefined,
): Promise<boolean> {
  if (email === undefined) return false
  if (isAddressedTo(order, email, workflow)) return true
  const [customer] = customersOf(order)
  if (customer === undefined) return false
  try {
    const { entries: contacts } = await backOffice.contacts.findByEmail(email)
    return contacts.some((contact) => contact.id === customer && showsEmail(contact, email, workflow.constants))
  } catch (error) {
    // More contacts than anybody has: a person decides.
    if (error instanceof TooManyFound) return false
    throw error
  }
}

/** Whether one of the order's own addresses shows the e-mail. */
export function isAddressedTo(order: Order, email: string, { constants }: Looking['workflow']): boolean {
  const wanted = email.trim().toLowerCase()
  const options = order.addresses?.flatMap((address) => address.options ?? []) ?? []
  const known = options.filter((option) => option.typeId === constants.emailOptionTypes.address)
  return known.some((option) => option.value.trim().toLowerCase() === wanted)
}
