import * as z from 'zod'
import type { BackOffice, Listed, ReturnFilter } from '../../back-office/back-office.ts'
import type { Constants } from '../../back-office/constants.ts'
import { askedStatuses } from '../../back-office/resources/returns.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { OrderWith } from '../../back-office/routes.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defineCommand, id } from '../operator.ts'
import { linksTo, orderView } from '../views/order-view.ts'

const status = z.number().min(0).max(1_000)

/** Orders by status, both ends included, without cancelled ones unless `cancelled` asks for them too. */
export const statusRange = {
  statusFrom: status.optional(),
  statusTo: status.optional(),
  cancelled: z.boolean().optional(),
}

/** A range that ends before it begins holds nothing, which would look like an empty list. */
export const isInOrder = ({ statusFrom, statusTo }: Pick<ReturnFilter, 'statusFrom' | 'statusTo'>) =>
  statusFrom === undefined || statusTo === undefined || statusFrom <= statusTo

export const notInOrder = { path: ['statusTo'], error: 'must not be below statusFrom' }
const { cancelled } = statusRange
const ofOrder = z.strictObject({ orderId: id, cancelled })
const byStatus = z
  .strictObject({ ...statusRange, limit: z.int().min(1).max(250).default(50) })
  .refine(isInOrder, notInOrder)

/** Those of one order; or by status (without one: the active ones). Cancelled ones only where asked for. */
export const returnList = defineCommand({
  name: 'return.list',
  input: z.union([ofOrder, byStatus]),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const view = (order: Order) => returnView(order, workflow)
    if ('orderId' in input) {
      const { has } = askedStatuses(input, workflow.constants.statuses)
      const { entries } = await returnsOf(backOffice, input.orderId, { with: returnViewWith })
      const shown = entries.filter(({ statusId }) => has(statusId))
      return { returns: shown.map(view), more: false, ...linksTo([{ id: input.orderId }, ...shown], workflow.config) }
    }
    const { limit, ...range } = input
    const found = await take(listed(backOffice, range), limit + 1)
    const shown = found.slice(0, limit)
    return { returns: shown.map(view), more: found.length > limit, ...linksTo(shown, workflow.config) }
  },
})

function listed({ returns }: BackOffice, range: ReturnFilter): AsyncIterable<Order> {
  const hasNoStatus = range.statusFrom === undefined && range.statusTo === undefined
  if (hasNoStatus) return returns.listActive({ cancelled: range.cancelled, with: returnViewWith })
  return returns.list({ ...range, with: returnViewWith })
}

/** No page is asked for beyond the last entry that is wanted. */
async function take(orders: AsyncIterable<Order>, count: number): Promise<Order[]> {
  const taken: Order[] = []
  for await (const one of orders) if (taken.push(one) === count) break
  return taken
}

/** All returns of an order, by its own word as well as by the list. What `with` names is loaded too, as far as the list shows it. */
export const returnsOf = async (
  { orders, returns }: BackOffice,
  orderId: number,
  options: { with?: readonly OrderWith[] } = {},
): Promise<Listed<Order>> => await returns.ofOrder(await orders.read(orderId, { with: ['orderReferences'] }), options)

const returnViewWith = [
  'orderItems',
  'orderItems.properties',
  'orderReferences',
  'addresses',
  'addressRelations',
] as const

/** `reasons`: each reason of its lines once, with the names that the deployment gives to its id. Null: they are not shown. */
const returnView = (order: Order, { constants, reasons }: Pick<Workflow, 'constants' | 'reasons'>) => ({
  ...orderView(order, constants),
  reasons: reasonsOf(order, constants)?.map((id) => ({ id, names: namesOf(id, reasons) })) ?? null,
})

function reasonsOf({ orderItems }: Order, { propertyTypes }: Pick<Constants, 'propertyTypes'>): string[] | undefined {
  const properties = orderItems?.flatMap((line) => line.properties ?? [])
  if (!properties || orderItems?.some((line) => line.properties === null)) return undefined
  const reasons = properties.filter(({ typeId }) => typeId === propertyTypes.returnReason)
  return [...new Set(reasons.map(({ value }) => value.trim()).filter((id) => id !== ''))]
}

const namesOf = (id: string, reasons: Workflow['reasons']): string[] =>
  Object.entries(reasons).flatMap(([name, named]) => (named === id ? [name] : []))
