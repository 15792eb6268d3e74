import type { Delivery } from '../facts/fact.ts'
import { deliveryOf, soon, type WideDraw } from './draw.ts'
import type { WideOrder } from './fact.ts'

/** `next`: what comes once the label is known. */
type Labelled = { label: string; next: Delivery[]; source?: 'w-shopify' | 'w-market' }

/** As Shopify names the label of an order. */
export function labelOf(
  draw: WideDraw,
  { number }: WideOrder,
  { label, next, source = 'w-shopify' }: Labelled,
): Delivery {
  const id = Number(number)
  const body = {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${label}`,
    order_number: 1,
    line_items: [],
  }
  const text = JSON.stringify(body)
  const sentId = `label-${label}-${id}`
  return { ...deliveryOf(source, { text, topic: 'orders/create', sentId, atMs: soon(draw) }), next }
}
