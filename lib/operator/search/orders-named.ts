import type { BackOffice } from '../../back-office/back-office.ts'
import { isCancelled } from '../../back-office/constants.ts'
import { showsEmail } from '../../back-office/resources/contacts.ts'
import { carriesNumber, newestFirst } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater, TooManyFound } from '../../errors.ts'
import { bareNumber } from '../../order-label.ts'
import type { NotAsked } from '../../sentences/why-facts.ts'
import { askingOf } from '../../workflow/find-order/asking.ts'
import { isAddressedTo } from '../../workflow/find-order/orders-of-email.ts'
import { numbersOfLabel } from '../../workflow/find-order/orders-of-number.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import type { Operator } from '../operator.ts'
import type { Named } from './event-filter.ts'

/** A customer with more orders is a dealer: the newest ones are looked at. */
const mostOrders = 10
/** Whoever orders as a guest becomes a new contact each time. */
const mostContacts = 5
/** `ids`: the orders that were named, newest first. `notAsked`: why the back office did not answer. */
export type OrdersNamed = { ids: number[]; more?: boolean; notAsked?: NotAsked }

/** For each number or label that was named, all that it may be written as: also the external numbers that the shops have taught for it. */
export async function numbersNamed(workflow: Workflow, { externalNumber, label }: Named): Promise<string[][]> {
  const typed = [externalNumber, label].filter((one) => one !== undefined)
  return await Array.fromAsync(typed, async (one) => {
    const { numbers } = await numbersOfLabel({ workflow }, one, askingOf(workflow.config, undefined))
    return [bareNumber(one), ...numbers]
  })
}

type Looking = { backOffice: Pick<BackOffice, 'orders' | 'contacts'>; workflow: Workflow }

/** What was named: an order, or an event, must name all of it. `numbers`: for each number, all that it may be written as. */
export type Names = { email?: string | undefined; numbers: readonly (readonly string[])[] }

/** The orders that fit all that a customer has named, of any status. Never throws for what the back office does not answer. */
export async function ordersNamed({ workflow, deadlineMs }: Operator, { email, numbers }: Names): Promise<OrdersNamed> {
  const looking = { workflow, backOffice: workflow.openBackOffice({ deadlineMs }) }
  try {
    const found: Order[][] = []
    for (const written of numbers)
      found.push((await Array.fromAsync(written, (number) => ordersOfNumber(looking, number))).flat())
    if (email !== undefined) found.push(await ordersOfCustomer(looking, email))
    const [first = [], ...others] = found
    const fitting = first.filter(({ id }) => others.every((orders) => orders.some((order) => order.id === id)))
    const ids = [...new Set(fitting.toSorted(newestFirst).map(({ id }) => id))]
    return { ids: ids.slice(0, mostOrders), more: ids.length > mostOrders }
  } catch (error) {
    const notAsked = whyNot(error)
    if (!notAsked) throw error
    return { ids: [], notAsked }
  }
}

/** The open ones first, then the cancelled ones: one of these may be what the customer asks about. */
export async function ordersOfNumber({ backOffice, workflow }: Looking, number: string): Promise<Order[]> {
  const { constants } = workflow
  const { entries: open } = await backOffice.orders.findByExternalNumber(number)
  if (number === '') return open
  const filter = { externalNumber: number, typeId: constants.orderTypes.salesOrder, with: fullOrder }
  const { entries: all } = await backOffice.orders.list(filter)
  const isGone = (order: Order) => isCancelled(order.statusId, constants.statuses)
  return [...open, ...all.filter((one) => isGone(one) && carriesNumber(one, number, constants)).sort(newestFirst)]
}

/** Of every contact with this address. An order counts by what it or its contact shows: nothing is shown as somebody's by chance. */
async function ordersOfCustomer({ backOffice, workflow }: Looking, email: string): Promise<Order[]> {
  const { constants } = workflow
  const { entries: contacts } = await backOffice.contacts.findByEmail(email)
  const orders: Order[] = []
  for (const contact of contacts.slice(0, mostContacts)) {
    const isShown = showsEmail(contact, email, constants)
    const { entries } = await backOffice.orders.ofContact(contact.id)
    orders.push(...entries.filter((order) => isShown || isAddressedTo(order, email, { constants })))
    if (orders.length > mostOrders) break
  }
  return orders
}

function whyNot(error: unknown): NotAsked | undefined {
  if (error instanceof LoginClosed) return { code: 'login_closed' }
  if (error instanceof RetryLater) return { code: 'no_answer' }
  if (error instanceof TooManyFound) return { code: 'too_many' }
  return error instanceof Rejected ? { code: 'refused', status: error.status } : undefined
}
