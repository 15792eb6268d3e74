import * as z from 'zod'
import { defineCommand } from './operator.ts'

/** One order of the back office, without addresses and without purchase prices. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId: z.int().positive() }),
  run: async ({ workflow, deadlineMs }, { orderId }) => {
    const backOffice = workflow.openBackOffice({ deadlineMs })
    const order = await backOffice.orders.read(orderId, {
      with: ['addressRelations', 'orderItems.properties', 'properties', 'orderReferences'],
    })
    return withoutPurchasePrices(order)
  },
})

/** The copy of a record without its confidential prices, at any depth. */
export function withoutPurchasePrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPurchasePrices)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !/^purchase_?price/i.test(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPurchasePrices(inner)]))
}
