import * as z from 'zod'
import { clip } from '../../plain-text.ts'
import { type Report, withdrawalReport } from '../report.ts'
import { fieldsOf } from '../shared/json-fields.ts'
import { addComment, createReturn, numberInWords } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { byTopic, deliveryKeyOf, mappingFailed, type Naming, topicIn, unreadable } from '../shared/translation.ts'
import type { Source, SourceEvent, Translation } from '../source.ts'
import { acceptShopware, envelopeOf } from './accept.ts'
import { revocationEvent, toWithdrawal } from './revocation.ts'
import { shopSecret, shopwareScheme } from './secret.ts'

const orderPayload = z.object({
  order: z.object({
    id: z.string().min(1),
    orderNumber: z.string().trim().min(1),
    deliveries: z.array(z.unknown()).nullish().catch(undefined),
  }),
})

/** A comment on what happened to an order, whose number stands for `#`. The message does not always hold amounts. */
const toOrderComment =
  (key: string, sentence: string) =>
  (payload: unknown, event: SourceEvent): Translation => {
    const order = orderPayload.safeParse(payload).data?.order
    if (!order) return unreadable('order.id', 'order.orderNumber')
    return addComment(`${key}/${deliveryKeyOf(event)}`, {
      order: { externalNumber: order.orderNumber },
      text: `Shopware reports that ${sentence.replace('#', () => numberInWords(order.orderNumber))}.`,
    })
  }

const byHand = 'It does not say which lines: create the return by hand'
const inShop = 'What it is about is in the shop'
const [ofReturn, ofLine] = ['state_enter.order_return.state', 'state_enter.order_line_item.state']
const inProgress = `a return of order # is in progress. ${inShop}: create the return by hand`
const done = `a return of order # is done. ${inShop}: create the return by hand, unless it is there`
const cancelled = `a return of order # was cancelled. ${inShop}: cancel the return by hand, if it is there`
const inPart = `a line of order # came back in part. ${byHand}`

/** Of Shopware's own returns, in its commercial plans. The message holds the order and not the return (docs/senders.md). */
const returnEvents = {
  [`${ofReturn}.in_progress`]: toOrderComment('return_in_progress', inProgress),
  [`${ofReturn}.done`]: toOrderComment('return_done', done),
  [`${ofReturn}.cancelled`]: toOrderComment('return_cancelled', cancelled),
  [`${ofLine}.returned`]: toOrderComment('line_returned', `a line of order # came back. ${byHand}`),
  [`${ofLine}.returned_partially`]: toOrderComment('line_returned_partially', inPart),
}

const ofPayment = 'state_enter.order_transaction.state'
const partly = 'a payment of order # was refunded in part. The amount is in the shop'
/** Not of goods. */
const otherEvents = {
  [`${ofPayment}.refunded`]: toOrderComment('refunded', 'a payment of order # was refunded'),
  [`${ofPayment}.refunded_partially`]: toOrderComment('refunded_partially', partly),
  'state_enter.order.state.cancelled': toOrderComment('cancelled', 'order # was cancelled'),
}

const delivery = 'state_enter.order_delivery.state'
const contactEvent = 'contact_form.send'

/** Neither part is there in every version: the state of a delivery is null since Shopware 6.6. */
const orderDelivery = z.object({
  stateMachineState: z.object({ technicalName: z.string() }).nullish(),
  shippingCosts: z.object({ totalPrice: z.number() }).nullish(),
})
const contactPayload = z.object({
  contactFormData: z.object({
    email: z.string().min(1),
    subject: z.string().nullish().catch(undefined),
    comment: z.string().nullish().catch(undefined),
  }),
})

const toSomeReturned = toOrderComment('returned', `a delivery of order # came back. ${byHand}`)

/** The message does not say which delivery came back: of several the lines are unknown, and a person must look. */
function toReturn(payload: unknown, event: SourceEvent): Translation {
  const order = orderPayload.safeParse(payload).data?.order
  if (!order || !isOnlyDelivery(order.deliveries ?? [])) return toSomeReturned(payload, event)
  const about = { order: { externalNumber: order.orderNumber }, lines: 'all', tells: 'receipt' } as const
  return createReturn(`returned/${order.id}`, about)
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

function toContactComment(payload: unknown, event: SourceEvent): Translation {
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

const mappings = {
  [`${delivery}.returned`]: toReturn,
  [`${delivery}.returned_partially`]: toOrderComment('returned_partially', `order # was returned in part. ${byHand}`),
  ...returnEvents,
  [contactEvent]: toContactComment,
  [revocationEvent]: toWithdrawal,
  ...otherEvents,
}

const reports: readonly Report[] = [
  { topics: ['checkout.order.placed'], effect: 'learn', otherwise: 'learn' },
  { topics: [`${delivery}.returned`], what: 'one_delivery', kind: 'receipt', effect: 'return' },
  { topics: [`${delivery}.returned`], what: 'several_deliveries', kind: 'receipt', effect: 'comment' },
  { topics: [`${delivery}.returned_partially`], kind: 'receipt', effect: 'comment' },
  { topics: Object.keys(returnEvents), effect: 'comment' },
  { topics: [revocationEvent], ...withdrawalReport },
  { topics: [contactEvent], effect: 'comment' },
  { topics: Object.keys(otherEvents), effect: 'comment', onRequest: true },
]

/** Shopware 6 app webhooks: `{data: {event, payload}, source: {shopId, eventId}, timestamp}`, signed with the secret of the shop. */
const named: Naming = {
  name: 'data.event',
  read: ({ data }) => {
    const { event, payload } = fieldsOf(data) ?? {}
    return { topic: event, payload }
  },
}

/** Forms that Shopware shows to everybody. */
const publicForms: readonly unknown[] = [contactEvent, revocationEvent]

export const shopware: Source = {
  ...acceptShopware,
  ownNumbers: true,
  ...byTopic(named, { mappings, reports }, revocationEvent),
  takes: ['appName'],
  needsPublicUrl: true,
  isWithdrawal: (event) => topicIn(event, named) === revocationEvent,
  isByVisitor: (event) => publicForms.includes(topicIn(event, named)),
  sign: (input, secret) => signBy(shopwareScheme)(input, shopSecret(secret, envelopeOf(input.body)?.shopId ?? '')),
}
