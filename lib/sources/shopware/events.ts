import * as z from 'zod'
import {
  addComment,
  clip,
  createReturn,
  deliveryKeyOf,
  mappingFailed,
  numberInWords,
  type Topics,
  unreadable,
} from '../shared/translation.ts'
import type { SourceEvent, Translation } from '../source.ts'
import { revocationEvent, toWithdrawal } from './revocation.ts'

export const contactEvent = 'contact_form.send'

/** Neither part is there in every version: the state of a delivery is null since Shopware 6.6. */
const orderDelivery = z.object({
  stateMachineState: z.object({ technicalName: z.string() }).nullish(),
  shippingCosts: z.object({ totalPrice: z.number() }).nullish(),
})
const orderPayload = z.object({
  order: z.object({
    id: z.string().min(1),
    orderNumber: z.string().trim().min(1),
    deliveries: z.array(z.unknown()).nullish().catch(undefined),
  }),
})
const contactPayload = z.object({
  contactFormData: z.object({
    email: z.string().min(1),
    subject: z.string().nullish().catch(undefined),
    comment: z.string().nullish().catch(undefined),
  }),
})

/** The message does not say which delivery came back: of several the lines are unknown, and a person must look. */
function toReturn(event: SourceEvent, payload: unknown): Translation {
  const parsed = orderPayload.safeParse(payload)
  if (!parsed.success) return unreadable('order.id', 'order.orderNumber')
  const { id, orderNumber, deliveries } = parsed.data.order
  const order = { externalNumber: orderNumber }
  if (isOnlyDelivery(deliveries ?? [])) return createReturn(`returned/${id}`, { order, lines: 'all' })
  const text = `Shopware reports that a delivery of order ${numberInWords(orderNumber)} came back. It does not say which lines: create the return by hand.`
  return addComment(`returned/${deliveryKeyOf(event)}`, { order, text })
}

/** Whether the order has exactly one delivery of goods, and nothing says that it is in another state. */
function isOnlyDelivery(deliveries: readonly unknown[]): boolean {
  const ofGoods = deliveries.map((each) => orderDelivery.safeParse(each)).filter(({ data }) => !isDiscount(data))
  const [only] = ofGoods
  const state = only?.data?.stateMachineState?.technicalName
  return ofGoods.length === 1 && only?.success === true && (state === undefined || state === 'returned')
}

/** A discount on the shipping costs is kept as a delivery of its own, with negative costs (PromotionDeliveryCalculator.php). */
const isDiscount = (delivery: z.infer<typeof orderDelivery> | undefined): boolean =>
  (delivery?.shippingCosts?.totalPrice ?? 0) < 0

function toPartialComment(event: SourceEvent, payload: unknown): Translation {
  const parsed = orderPayload.safeParse(payload)
  if (!parsed.success) return unreadable('order.id', 'order.orderNumber')
  const { orderNumber } = parsed.data.order
  const text = `Shopware reports that order ${numberInWords(orderNumber)} was returned in part. It does not say which lines: create the return by hand.`
  return addComment(`returned_partially/${deliveryKeyOf(event)}`, { order: { externalNumber: orderNumber }, text })
}

function toContactComment(event: SourceEvent, payload: unknown): Translation {
  const parsed = contactPayload.safeParse(payload)
  if (!parsed.success) return unreadable('contactFormData.email')
  const { email, subject, comment } = parsed.data.contactFormData
  const words = [clip(subject, 300), clip(comment, 9_000)].filter((part) => part !== undefined)
  if (words.length === 0)
    return mappingFailed({ problem: 'none_of', fields: ['contactFormData.subject', 'contactFormData.comment'] })
  return addComment(`contact/${deliveryKeyOf(event)}`, {
    order: { email },
    text: "The customer wrote in the shop's contact form:",
    note: words.join('\n'),
  })
}

/** A comment on what happened to the whole order. The message does not always hold amounts. */
const toOrderComment =
  (key: string, sentence: (orderNumber: string) => string) =>
  (event: SourceEvent, payload: unknown): Translation => {
    const parsed = orderPayload.safeParse(payload)
    if (!parsed.success) return unreadable('order.id', 'order.orderNumber')
    const { orderNumber } = parsed.data.order
    return addComment(`${key}/${deliveryKeyOf(event)}`, {
      order: { externalNumber: orderNumber },
      text: `Shopware reports that ${sentence(numberInWords(orderNumber))}.`,
    })
  }

/** The mappings of Shopware's events, by name. */
export const shopwareEvents: Topics<(event: SourceEvent, payload: unknown) => Translation> = {
  byDefault: {
    'state_enter.order_delivery.state.returned': toReturn,
    'state_enter.order_delivery.state.returned_partially': toPartialComment,
    [contactEvent]: toContactComment,
    [revocationEvent]: toWithdrawal,
  },
  onRequest: {
    'state_enter.order_transaction.state.refunded': toOrderComment(
      'refunded',
      (order) => `a payment of order ${order} was refunded`,
    ),
    'state_enter.order_transaction.state.refunded_partially': toOrderComment(
      'refunded_partially',
      (order) => `a payment of order ${order} was refunded in part. The amount is in the shop`,
    ),
    'state_enter.order.state.cancelled': toOrderComment('cancelled', (order) => `order ${order} was cancelled`),
  },
}
