import * as z from 'zod'
import { orderWith } from '../../back-office/routes.ts'
import { defineCommand } from '../operator.ts'
import { orderLinks, orderView } from '../views/order-view.ts'

export const orderId = z.int().positive()

/** One order of the back office with everything nested in it, without purchase prices; of its addresses only ids and countries. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId }),
  run: async ({ workflow, deadlineMs }, input) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(input.orderId, { with: orderWith })
    return { ...orderView(order, workflow.constants), ...orderLinks([order.id], workflow.config) }
  },
})
