import * as z from 'zod'
import { defineCommand } from './operator.ts'
import { withoutPurchasePrices } from './without-purchase-prices.ts'

/** One order of the back office, without addresses and without purchase prices. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId: z.int().positive() }),
  run: async ({ workflow, deadlineMs }, { orderId }) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(orderId, {
      with: ['addressRelations', 'orderItems.properties', 'properties', 'orderReferences'],
    })
    // Not asked for, but a server may send them all the same.
    return withoutPurchasePrices({ ...order, addresses: null })
  },
})
