import * as z from 'zod'
import { brief, clip } from '../../plain-text.ts'
import { withQuote } from '../../quoted.ts'
import { optional, partsOf, quantity } from '../shared/payload-parts.ts'
import { exactId } from './accept.ts'
import {
  amount,
  identified,
  listLines,
  moneySet,
  sentence,
  shopifyId,
  showAmount,
  showMoney,
  showUnlessZero,
} from './values.ts'

type Described = {
  id: string
  returnId: string | undefined
  /** Without those of no pieces. */
  lines: readonly RefundLine[]
  /** How many lines came back, and how many of them a return cannot name. */
  returned: number
  unreadable: number
}

export function describeRefund(refund: Refund, { id, returnId, lines, returned, unreadable }: Described): string {
  const isPlain = refund.refund_line_items !== undefined && returned === 0 && lines.every(Boolean)
  const note = clip(refund.note, 2_000)
  return [
    `Shopify refund ${id}${returnId === undefined ? '' : ` of return ${returnId}`} on order ${refund.order_id}${isPlain ? ': no line was restocked as a return.' : '.'}`,
    ...(refund.refund_line_items === undefined ? ['Its lines cannot be read: see the shop.'] : []),
    ...listLines(lines.map(describeLine)),
    ...(unreadable > 0 ? [`Lines that came back but cannot be read: ${unreadable}. Return them by hand.`] : []),
    ...describeRest(refund),
    ...describeTransactions(refund.transactions),
    ...(note ? [withQuote('Note:', note)] : []),
  ].join('\n')
}

function describeLine(line: RefundLine): string {
  if (!line) return '- a line that cannot be read'
  const { quantity, restock_type, subtotal_set, line_item } = line
  const name = brief(line_item?.name, 100) ?? 'a line without a name'
  const sku = brief(line_item?.sku, 60)
  const restocked = brief(restock_type, 40) ?? 'not restocked'
  return [
    `- ${quantity ?? 'an unknown quantity'} x ${name}${sku ? ` (${sku})` : ''}`,
    restocked,
    ...listed(showMoney(subtotal_set)),
  ].join(', ')
}

/** What was refunded beside lines. A list that cannot be read counts as one part that cannot. */
function describeRest(refund: Refund): string[] {
  const { refund_shipping_lines: shipping = [undefined], order_adjustments: adjustments = [undefined] } = refund
  // Newer versions send refunded shipping costs as lines, and the same once more as an adjustment.
  const isTold = shipping.length > 0 && shipping.every((line) => line?.subtotal_amount_set)
  const others = adjustments.filter((each) => !isTold || each?.kind !== 'shipping_refund')
  return [
    sentence('Shipping', shipping.map(describeShipping)),
    sentence('Adjustments', others.map(describeAdjustment)),
    sentence('Duties', listed(showUnlessZero(refund.total_duties_set))),
    sentence('Additional fees', listed(showUnlessZero(refund.total_additional_fees_set))),
  ].flat()
}

function describeShipping(line: RefundShipping): string {
  const title = brief(line?.shipping_line?.title, 100)
  return `${showMoney(line?.subtotal_amount_set) ?? 'an unknown amount'}${title ? ` (${title})` : ''}`
}

function describeAdjustment(adjustment: RefundAdjustment): string {
  const { amount, amount_set, kind, reason } = adjustment ?? {}
  const what = brief(reason ?? kind?.replaceAll('_', ' '), 100)
  return `${showMoney(amount_set) ?? amount ?? 'an unknown amount'}${what ? ` (${what})` : ''}`
}

/** Only a refund that has succeeded is paid back. */
function describeTransactions(transactions: readonly RefundTransaction[] | undefined): string[] {
  if (transactions === undefined) return ['Its transactions cannot be read: see the shop.']
  const ofKind = (isRefund: boolean) => transactions.filter((each) => (each?.kind === 'refund') === isRefund)
  const paid = ofKind(true).filter((each) => each?.status === 'success')
  const open = ofKind(true).filter((each) => !paid.includes(each))
  return [
    ...ways.map(([title]) => sentence(title, paid.filter((each) => wayOf(each) === title).map(amountOf))),
    sentence('Not confirmed as paid back', open.map(withStatus)),
    sentence('Other transactions', ofKind(false).map(withKind)),
  ].flat()
}

const statusOf = (each: RefundTransaction) => brief(each?.status, 40) ?? 'status unknown'
const withStatus = (each: RefundTransaction) => `${amountOf(each)} (${statusOf(each)})`
const withKind = (each: RefundTransaction) =>
  `${amountOf(each)} (${brief(each?.kind, 40) ?? 'kind unknown'}, ${statusOf(each)})`

/** Where the money went, by the gateway: not each is a bank. */
const paidBack = 'Paid back'
const ways: readonly (readonly [title: string, isIt: (one: NonNullable<RefundTransaction>) => boolean])[] = [
  ['Only tested, no money moved', ({ test, gateway }) => test === true || gateway === 'bogus'],
  ['Given as store credit', ({ gateway }) => gateway === 'shopify_store_credit' || gateway === 'store_credit'],
  ['Put back on a gift card', ({ gateway }) => gateway === 'gift_card'],
  [paidBack, () => true],
]
const wayOf = (each: RefundTransaction): string => ways.find(([, isIt]) => each && isIt(each))?.[0] ?? paidBack

export function describePaidNow(each: NonNullable<RefundTransaction>): string {
  const [id, way] = [exactId(each), wayOf(each)]
  const now = way === paidBack ? 'Paid back now' : way
  return `${now}: ${amountOf(each)} (Shopify transaction ${id}). The refund was reported as pending before.`
}

const amountOf = (each: RefundTransaction): string => showAmount(each?.amount ?? 'an unknown amount', each?.currency)
const listed = (text: string | undefined): string[] => (text === undefined ? [] : [text])

/** Of a refund only the ids are required. Every part is read for itself: an odd one never hides the others. */

const refundLine = z.object({
  quantity: optional(quantity),
  restock_type: optional(z.string().trim().toLowerCase()),
  subtotal_set: optional(moneySet),
  line_item: optional(
    z.object({ sku: optional(z.string()), name: optional(z.string()), gift_card: optional(z.boolean()) }),
  ),
})
export type RefundLine = z.infer<typeof refundLine> | null | undefined

export const transaction = identified.extend({
  kind: optional(z.string().trim().toLowerCase()),
  status: optional(z.string().trim().toLowerCase()),
  amount: optional(amount),
  currency: optional(z.string()),
  gateway: optional(z.string().trim().toLowerCase()),
  test: optional(z.boolean()),
})
type RefundTransaction = z.infer<typeof transaction> | null | undefined

const shippingLine = z.object({
  shipping_line: optional(z.object({ title: optional(z.string()) })),
  subtotal_amount_set: optional(moneySet),
})
type RefundShipping = z.infer<typeof shippingLine> | null | undefined

const adjustment = z.object({
  kind: optional(z.string().trim().toLowerCase()),
  reason: optional(z.string()),
  amount: optional(amount),
  amount_set: optional(moneySet),
})
type RefundAdjustment = z.infer<typeof adjustment> | null | undefined

/** The message of refunds/create. A list is undefined where it is none. */
export const refund = identified.extend({
  order_id: shopifyId,
  return: optional(identified),
  note: optional(z.string()),
  refund_line_items: partsOf(refundLine),
  refund_shipping_lines: partsOf(shippingLine),
  order_adjustments: partsOf(adjustment),
  total_duties_set: optional(moneySet),
  total_additional_fees_set: optional(moneySet),
  transactions: partsOf(transaction),
})
type Refund = z.infer<typeof refund>
