import type { Order } from '../../back-office/resources/schemas.ts'
import { bareNumber } from '../../order-label.ts'
import type { Work, Workflow } from '../workflow.ts'
import { type Asking, isOwnOrder } from './asking.ts'

/** What a look-up may use. */
export type LookingUp = Pick<Work, 'backOffice'> & { workflow: Pick<Workflow, 'constants' | 'inbox'> }

/** Orders with one label are not read beyond so many: none of them is the one for certain. */
const mostSharing = 5

/** Several orders can share a number: the newest one that is not cancelled counts (docs/back-office.md 7.4). */
export async function newestOf(
  { backOffice, workflow }: LookingUp,
  number: string,
  asking: Asking,
): Promise<Order | undefined> {
  const { entries } = await backOffice.orders.findByExternalNumber(number)
  return entries.find((order) => isOwnOrder(order, asking.own, workflow.constants))
}

/** The external numbers that the shops' labels lead to, but the label itself. `isShared`: the label has stood for several. */
export async function numbersOfLabel(
  { workflow: { inbox } }: Pick<LookingUp, 'workflow'>,
  label: string,
  { shops }: Pick<Asking, 'shops'>,
) {
  const learnt = await Promise.all(shops.map((shop) => inbox.numbersOfLabel(shop, label)))
  const all = [...new Set(learnt.flat())]
  const isShared = all.length > 1
  return { numbers: all.filter((number) => number !== bareNumber(label)).slice(0, mostSharing), isShared }
}

/** The orders of these numbers. */
export async function ordersOfLabel(looking: LookingUp, label: string, asking: Asking) {
  const { numbers, isShared } = await numbersOfLabel(looking, label, asking)
  const orders = new Map<number, Order>()
  for (const number of numbers) {
    const order = await newestOf(looking, number, asking)
    if (order) orders.set(order.id, order)
  }
  return { orders: [...orders.values()], numbers, isShared }
}
