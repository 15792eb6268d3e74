import * as z from 'zod'
import type { BackOffice, Listed } from '../back-office/back-office.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { defineCommand } from './operator.ts'
import { orderView } from './order-view.ts'

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
    const { entries: found } = await find(workflow.openBackOffice({ deadlineMs }), input)
    return {
      orders: found.slice(0, most).map((order) => orderView(order, workflow.constants)),
      more: found.length > most,
    }
  },
})

async function find(backOffice: BackOffice, input: z.output<typeof by>): Promise<Listed<Order>> {
  if ('externalNumber' in input) return await backOffice.orders.findByExternalNumber(input.externalNumber)
  if ('contactId' in input) return await backOffice.orders.ofContact(input.contactId)
  // As the workflow does: the first contact that shows the address.
  const { entries, unrelated } = await backOffice.contacts.findByEmail(input.email)
  return entries[0] ? await backOffice.orders.ofContact(entries[0].id) : { entries: [], unrelated }
}
