import * as z from 'zod'
import { addComment, deliveryKeyOf, numberInWords, unreadable } from '../shared/translation.ts'
import type { SourceEvent, Translation } from '../source.ts'

export const orderPayload = z.object({
  order: z.object({
    id: z.string().min(1),
    orderNumber: z.string().trim().min(1),
    deliveries: z.array(z.unknown()).nullish().catch(undefined),
  }),
})

/** A comment on what happened to an order, whose number stands for `#`. The message does not always hold amounts. */
export const toOrderComment =
  (key: string, sentence: string) =>
  (event: SourceEvent, payload: unknown): Translation => {
    const order = orderPayload.safeParse(payload).data?.order
    if (!order) return unreadable('order.id', 'order.orderNumber')
    return addComment(`${key}/${deliveryKeyOf(event)}`, {
      order: { externalNumber: order.orderNumber },
      text: `Shopware reports that ${sentence.replace('#', () => numberInWords(order.orderNumber))}.`,
    })
  }

export const byHand = 'It does not say which lines: create the return by hand'
const inShop = 'What it is about is in the shop'
const [ofReturn, ofLine] = ['state_enter.order_return.state', 'state_enter.order_line_item.state']
const inProgress = `a return of order # is in progress. ${inShop}: create the return by hand`
const done = `a return of order # is done. ${inShop}: create the return by hand, unless it is there`
const cancelled = `a return of order # was cancelled. ${inShop}: cancel the return by hand, if it is there`
const inPart = `a line of order # came back in part. ${byHand}`

/** Of Shopware's own returns, in its commercial plans. The message holds the order and not the return (docs/senders.md). */
export const returnEvents = {
  [`${ofReturn}.in_progress`]: toOrderComment('return_in_progress', inProgress),
  [`${ofReturn}.done`]: toOrderComment('return_done', done),
  [`${ofReturn}.cancelled`]: toOrderComment('return_cancelled', cancelled),
  [`${ofLine}.returned`]: toOrderComment('line_returned', `a line of order # came back. ${byHand}`),
  [`${ofLine}.returned_partially`]: toOrderComment('line_returned_partially', inPart),
}

const ofPayment = 'state_enter.order_transaction.state'
const partly = 'a payment of order # was refunded in part. The amount is in the shop'
/** Not of goods. */
export const otherEvents = {
  [`${ofPayment}.refunded`]: toOrderComment('refunded', 'a payment of order # was refunded'),
  [`${ofPayment}.refunded_partially`]: toOrderComment('refunded_partially', partly),
  'state_enter.order.state.cancelled': toOrderComment('cancelled', 'order # was cancelled'),
}
