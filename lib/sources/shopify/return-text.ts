import * as z from 'zod'
import { brief, clip } from '../../plain-text.ts'
import { quoted, withQuote } from '../../quoted.ts'
import { optional, partsOf, quantity } from '../shared/payload-parts.ts'
import { identified, listLines, moneySet, sentence, showMoney } from './values.ts'

/** The webhooks call the amount of a fee `price`, the API `amount_set`. */
const fee = z.object({ price: optional(moneySet), amount_set: optional(moneySet), percentage: optional(z.number()) })
type Fee = z.infer<typeof fee>

const returnLine = identified.extend({
  /** Absent of a line that was never fulfilled. */
  fulfillment_line_item: optional(z.object({ line_item: optional(identified) })),
  quantity: optional(quantity),
  processed_quantity: optional(quantity),
  return_reason: optional(z.string()),
  return_reason_definition: optional(z.object({ name: optional(z.string()), handle: optional(z.string()) })),
  return_reason_note: optional(z.string()),
  customer_note: optional(z.string()),
  restocking_fee: optional(fee),
})
export type ReturnLine = z.infer<typeof returnLine> | null | undefined

const exchangeLine = z.object({
  quantity: optional(quantity),
  line_item: optional(
    z.object({ name: optional(z.string()), sku: optional(z.string()), quantity: optional(quantity) }),
  ),
})
type ExchangeLine = z.infer<typeof exchangeLine> | null | undefined

export const shopReturn = identified.extend({
  status: optional(z.string().trim().toLowerCase()),
  /** For cancel, close and reopen; the others have `order`. */
  order_id: z.unknown().optional(),
  order: z.unknown().optional(),
  name: optional(z.string()),
  total_return_line_items: optional(z.number()),
  /** May be empty although `total_return_line_items` is not 0. */
  return_line_items: partsOf(returnLine),
  return_shipping_fees: partsOf(fee),
  /** May be empty too, or hold lines without an article. */
  exchange_line_items: partsOf(exchangeLine),
  total_exchange_line_items: optional(z.number()),
  decline: optional(z.object({ reason: optional(z.string()), note: optional(z.string()) })),
})
export type ShopReturn = z.infer<typeof shopReturn>

/** Fees that cannot be read count as one that cannot. */
export function describeReturn(shopReturn: ShopReturn): string[] {
  const { total_return_line_items: total, total_exchange_line_items: exchanged, decline } = shopReturn
  const {
    return_line_items: lines,
    return_shipping_fees: fees = [undefined],
    exchange_line_items: exchangeLines,
  } = shopReturn
  const reason = brief(decline?.reason, 100)
  const note = clip(decline?.note, 2_000)
  const exchangeCount = exchanged || exchangeLines?.length
  return [
    ...(total ? [`Lines: ${total}.`] : []),
    ...(lines === undefined ? ['Its lines cannot be read: see the shop.'] : listLines(lines.map(describeLine))),
    ...sentence('Return shipping fee', fees.map(showFee)),
    ...(exchangeCount ? [`Exchange lines: ${exchangeCount}.`] : []),
    ...(exchangeLines === undefined
      ? ['Its exchange lines cannot be read: see the shop.']
      : listLines(exchangeLines.flatMap(describeExchange))),
    ...(reason ? [`Reason: ${inWords(reason)}.`] : []),
    ...(note ? [withQuote('Note:', note)] : []),
  ]
}

function describeLine(line: ReturnLine): string {
  if (!line) return '- a line that cannot be read'
  const { quantity, return_reason_note, customer_note, restocking_fee } = line
  const words = [return_reason_note, customer_note].flatMap((word) => clip(word, 150) ?? [])
  const charged = restocking_fee ? `; restocking fee ${showFee(restocking_fee)}` : ''
  const reason = inWords(reasonOf(line)) ?? (words.length > 0 ? 'for this reason' : 'no reason given')
  return [`- ${quantity ?? 'an unknown quantity'} x ${reason}${charged}`, ...words.map(quoted)].join('\n')
}

/** A code where it says something, else the name of the shop's own definition, which replaces the codes. */
export function reasonOf(line: ReturnLine): string | undefined {
  const { return_reason, return_reason_definition: own } = line ?? {}
  const code = brief(return_reason, 150)
  const isVague = code === undefined || ['other', 'unknown'].includes(code.toLowerCase())
  return (isVague ? brief(own?.name ?? own?.handle, 150) : undefined) ?? code
}

function showFee(charged: Fee | null | undefined): string {
  const { price, amount_set, percentage } = charged ?? {}
  const share = percentage === null || percentage === undefined ? undefined : `${percentage}%`
  return showMoney(price) ?? showMoney(amount_set) ?? share ?? 'an unknown amount'
}

/** Nothing for a line without an article: the total counts it. */
function describeExchange(line: ExchangeLine): string[] {
  const name = brief(line?.line_item?.name, 100)
  const sku = brief(line?.line_item?.sku, 60)
  if (!name && !sku) return []
  const quantity = line?.quantity ?? line?.line_item?.quantity ?? 'an unknown quantity'
  return [`- ${quantity} x ${name ?? sku}${name && sku ? ` (${sku})` : ''}, sent in exchange`]
}

/** From `size_too_small` (webhooks) or `SIZE_TOO_SMALL` (GraphQL) to plain words. */
const inWords = (code: string | null | undefined) => code?.toLowerCase().replaceAll('_', ' ')
