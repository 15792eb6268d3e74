import * as z from 'zod'
import type { Order } from '../../back-office/resources/schemas.ts'
import { bareNumber } from '../../order-label.ts'
import { askingOf } from '../../workflow/find-order/asking.ts'
import type { LookingUp } from '../../workflow/find-order/order-with-lines.ts'
import { ordersOfEmail } from '../../workflow/find-order/orders-of-email.ts'
import { ordersOfLabel } from '../../workflow/find-order/orders-of-label.ts'
import { defineCommand, type Operator } from '../operator.ts'
import { idsOf, orderLinks, orderView } from '../views/order-view.ts'

/** A customer with more orders than this is a dealer: the newest ones are shown. */
const most = 50

const by = z.union([
  z.strictObject({ externalNumber: z.string().trim().min(1).max(200) }),
  z.strictObject({ email: z.string().trim().min(1).max(320) }),
  z.strictObject({ contactId: z.int().positive() }),
])

/** Sales orders that are not cancelled, newest first, as `order.get` shows them. */
export const orderFind = defineCommand({
  name: 'order.find',
  input: by,
  run: async ({ workflow, deadlineMs }, input) => {
    const found = await find({ workflow, backOffice: workflow.openBackOffice({ deadlineMs }) }, input)
    const shown = found.slice(0, most)
    return {
      orders: shown.map((order) => orderView(order, workflow.constants)),
      more: found.length > most,
      ...orderLinks(idsOf(shown), workflow.config),
    }
  },
})

/** As the workflow finds them: a number that is none can be a shop's label, and the first contact that shows the address counts. */
async function find(looking: Pick<Operator, 'workflow'> & LookingUp, input: z.output<typeof by>): Promise<Order[]> {
  const { backOffice, workflow } = looking
  if ('contactId' in input) return (await backOffice.orders.ofContact(input.contactId)).entries
  if ('email' in input) return await ordersOfEmail(backOffice, input, workflow.constants)
  const { entries } = await backOffice.orders.findByExternalNumber(bareNumber(input.externalNumber))
  if (entries.length > 0) return entries
  return (await ordersOfLabel(looking, input.externalNumber, askingOf(workflow.config, undefined))).orders
}
