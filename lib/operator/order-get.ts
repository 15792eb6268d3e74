import * as z from 'zod'
import { defineCommand } from './operator.ts'
import { orderView } from './order-view.ts'

export const orderId = z.int().positive()

/** One order of the back office, without purchase prices; of its addresses only the country that it goes to. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId }),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(input.orderId, {
      with: ['addresses', 'addressRelations', 'orderItems.properties', 'properties', 'orderReferences'],
    })
    return orderView(order, workflow.constants)
  },
})
