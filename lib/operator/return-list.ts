import * as z from 'zod'
import type { BackOffice, ReturnFilter } from '../back-office/back-office.ts'
import { askedStatuses } from '../back-office/resources/asked-statuses.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { returnsOf } from '../workflow/returns-of.ts'
import { defineCommand } from './operator.ts'
import { orderId } from './order-get.ts'
import { idsOf, orderLinks } from './order-links.ts'
import { returnView, returnViewWith } from './return-view.ts'
import { isInOrder, notInOrder, statusRange } from './status-range.ts'

const { cancelled } = statusRange
const ofOrder = z.strictObject({ orderId, cancelled })
const byStatus = z
  .strictObject({ ...statusRange, limit: z.int().min(1).max(250).default(50) })
  .refine(isInOrder, notInOrder)

/**
 * Returns with their lines, reasons and country: those of one order; or by status (without one: the active ones), in the back office's own
 * order. Cancelled ones only where asked for.
 */
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
      return { returns: shown.map(view), more: false, ...orderLinks([input.orderId, ...idsOf(shown)], workflow.config) }
    }
    const { limit, ...range } = input
    const found = await take(listed(backOffice, range), limit + 1)
    const shown = found.slice(0, limit)
    return { returns: shown.map(view), more: found.length > limit, ...orderLinks(idsOf(shown), workflow.config) }
  },
})

function listed({ returns }: BackOffice, range: ReturnFilter): AsyncIterable<Order> {
  const hasNoStatus = range.statusFrom === undefined && range.statusTo === undefined
  return hasNoStatus
    ? returns.listActive({ cancelled: range.cancelled, with: returnViewWith })
    : returns.list({ ...range, with: returnViewWith })
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
