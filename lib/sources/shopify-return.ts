import * as z from 'zod'
import { exactId, identified, optional, shopifyId } from './shopify-ids.ts'
import type { Translation } from './source.ts'
import { addComment, clip, unreadable } from './translation.ts'

/** What happened to a return in the shop, by topic. These bodies have no SKU, so they cannot become a return. */
const returnTopics: Readonly<Record<string, string>> = {
  'returns/request': 'was requested by the customer',
  'returns/approve': 'was approved',
  'returns/decline': 'was declined',
  'returns/cancel': 'was cancelled',
  'returns/close': 'was closed',
}

const returnLine = z.object({
  quantity: z.number(),
  return_reason: optional(z.string()),
  return_reason_note: optional(z.string()),
  customer_note: optional(z.string()),
})

const shopReturn = identified.extend({
  /** For cancel and close; the others have `order`. */
  order_id: optional(shopifyId),
  order: optional(identified),
  name: optional(z.string()),
  total_return_line_items: optional(z.number()),
  /** May be empty although `total_return_line_items` is not 0. */
  return_line_items: optional(z.array(returnLine)),
  decline: optional(z.object({ reason: optional(z.string()), note: optional(z.string()) })),
})
type ShopReturn = z.infer<typeof shopReturn>

/** A comment on the order. */
export function translateReturn(payload: unknown, topic: string): Translation {
  const parsed = shopReturn.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  const orderId = parsed.data && ((parsed.data.order && exactId(parsed.data.order)) ?? parsed.data.order_id)
  if (!parsed.success || !id || !orderId) return unreadable('id', 'order')
  return addComment(`return/${id}/${topic.split('/')[1]}`, {
    order: { externalNumber: orderId },
    text: [`Shopify return ${clip(parsed.data.name, 60) ?? id} ${returnTopics[topic]}.`, ...describe(parsed.data)].join(
      '\n',
    ),
  })
}

function describe({ total_return_line_items: total, return_line_items, decline }: ShopReturn): string[] {
  const lines = (return_line_items ?? []).slice(0, 40)
  const reason = clip(decline?.reason, 100)
  const note = clip(decline?.note, 2_000)
  return [
    ...(total ? [`Lines: ${total}.`] : []),
    ...lines.map(describeLine),
    ...(reason ? [`Reason: ${inWords(reason)}.`] : []),
    ...(note ? [`Note: ${note}`] : []),
  ]
}

function describeLine({
  quantity,
  return_reason,
  return_reason_note,
  customer_note,
}: z.infer<typeof returnLine>): string {
  const words = [inWords(return_reason), return_reason_note, customer_note].flatMap((word) => clip(word, 150) ?? [])
  return `- ${quantity} x ${words.join('; ') || 'no reason given'}`
}

/** From `size_too_small` (webhooks) or `SIZE_TOO_SMALL` (GraphQL) to plain words. */
const inWords = (code: string | null | undefined) => code?.toLowerCase().replaceAll('_', ' ')
