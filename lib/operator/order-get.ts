import * as z from 'zod'
import { defineCommand } from './operator.ts'
import { orderView } from './order-view.ts'

export const orderId = z.int().positive()

/** One order of the back office, without addresses and without purchase prices. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId }),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(input.orderId, {
      with: ['addressRelations', 'orderItems.properties', 'properties', 'orderReferences'],
    })
    return orderView(order)
  },
})
