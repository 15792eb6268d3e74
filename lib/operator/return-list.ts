import * as z from 'zod'
import type { BackOffice, ReturnFilter } from '../back-office/back-office.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { returnsOf } from '../workflow/returns-of.ts'
import { defineCommand } from './operator.ts'
import { orderId } from './order-get.ts'
import { orderView } from './order-view.ts'

const status = z.number().min(0).max(1_000)
const ofOrder = z.strictObject({ orderId })
const byStatus = z.strictObject({
  statusFrom: status.optional(),
  statusTo: status.optional(),
  limit: z.int().min(1).max(250).default(50),
})

const nested = ['orderItems', 'orderReferences'] as const

/**
 * Returns with their lines: all of one order, cancelled ones too; or by status (without one: the active ones), without cancelled
 * ones, in the back office's own order.
 */
export const returnList = defineCommand({
  name: 'return.list',
  input: z.union([ofOrder, byStatus]),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const view = (order: Order) => orderView(order, workflow.constants)
    if ('orderId' in input) {
      return { returns: (await returnsOf(backOffice, input.orderId)).entries.map(view), more: false }
    }
    const { limit, ...range } = input
    const found = await take(listed(backOffice, range), limit + 1)
    return { returns: found.slice(0, limit).map(view), more: found.length > limit }
  },
})

function listed({ returns }: BackOffice, { statusFrom, statusTo }: ReturnFilter): AsyncIterable<Order> {
  if (statusFrom === undefined && statusTo === undefined) return returns.listActive({ with: nested })
  return returns.list({
    ...(statusFrom !== undefined && { statusFrom }),
    ...(statusTo !== undefined && { statusTo }),
    with: nested,
  })
}

/** No page is asked for beyond the last entry that is wanted. */
async function take(orders: AsyncIterable<Order>, count: number): Promise<Order[]> {
  const taken: Order[] = []
  for await (const one of orders) {
    taken.push(one)
    if (taken.length === count) break
  }
  return taken
}
