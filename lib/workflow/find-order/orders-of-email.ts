import type { BackOffice } from '../../back-office/back-office.ts'
import type { Constants } from '../../back-office/constants.ts'
import { showsEmail } from '../../back-office/resources/contacts.ts'
import { customersOf, externalNumbersOf, newestFirst } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { TooManyFound } from '../../errors.ts'
import { plainLabel } from '../../order-label.ts'
import type { Looking } from '../workflow.ts'

/** Contacts that are looked at: each order of a guest makes a new one, and more would cost more than they find. */
const mostContacts = 10

type Wanted = {
  email: string
  /** The orders of every contact are wanted, not only of the first. Throws `TooManyFound` for more than ten of them. */
  ofEach?: boolean
  label?: string | undefined
  /** Whether an order is the one with the label. Absent: it carries the label as its external number. */
  isLabelled?: (order: Order) => boolean
  /** Whether the source may know an order. Absent: it may know each. */
  isOwn?: (order: Order) => boolean
  /** Receives orders that may be meant: neither they nor their contact show the address. */
  onUnproven?: (orders: readonly Order[]) => void
}

type Lists = Pick<BackOffice, 'contacts' | 'orders'>

/** Open sales orders of the first contact (docs/back-office.md 8.2), else of the first that has the label. */
export async function ordersOfEmail(backOffice: Lists, wanted: Wanted, constants: Constants): Promise<Order[]> {
  const { email, label, ofEach = false } = wanted
  const { isLabelled = (order) => label !== undefined && carriesLabel(order, label, constants) } = wanted
  const { isOwn = () => true, onUnproven = () => {} } = wanted
  const { entries: contacts } = await backOffice.contacts.findByEmail(email)
  if (ofEach && contacts.length > mostContacts)
    throw new TooManyFound(`an address has more than ${mostContacts} contacts`)
  const found: Order[] = []
  for (const [index, contact] of contacts.slice(0, mostContacts).entries()) {
    const isShown = showsEmail(contact, email, constants)
    const isProven = (order: Order) => isShown || isAddressedTo(order, email, { constants })
    const own = (await backOffice.orders.ofContact(contact.id)).entries.filter(isOwn)
    const orders = own.filter(isProven)
    onUnproven(own.filter((order) => !isProven(order)))
    if (!ofEach && (label === undefined || orders.some(isLabelled))) return orders
    if (ofEach || index === 0) found.push(...orders)
  }
  return found.sort(newestFirst)
}

/** Whether the order's external number is this label. A label of nothing but `#` names no order. */
export const carriesLabel = (order: Order, label: string, constants: Constants): boolean => {
  const wanted = plainLabel(label)
  return wanted !== '' && externalNumbersOf(order, constants).some((number) => plainLabel(number) === wanted)
}

/** Whether the e-mail is of the order's contact or of one of its addresses (docs/back-office.md 4.6, 4.8). */
export async function emailFits({ backOffice, workflow }: Looking, order: Order, email?: string): Promise<boolean> {
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

export function isAddressedTo(order: Order, email: string, { constants }: Looking['workflow']): boolean {
  const wanted = email.trim().toLowerCase()
  const options = order.addresses?.flatMap((address) => address.options ?? []) ?? []
  const known = options.filter((option) => option.typeId === constants.emailOptionTypes.address)
  return known.some((option) => option.value.trim().toLowerCase() === wanted)
}
