import { commentOn, failed, ignored, json, type Reader, returnOf, type Step, sha256 } from './reading.ts'
import { family, message, order, returned, settings, state } from './reading-shopware-parts.ts'

const byHand = (what: string) =>
  `Shopware reports that ${what}. It does not say which lines: create the return by hand.`

/** A delivery of goods may be free of charge; a discount on the shipping costs is none. */
const costs = (totalPrice: number, technicalName: string | null = null) => ({
  shippingCosts: { totalPrice },
  stateMachineState: technicalName === null ? null : { technicalName },
})

export const shopwareReaders: Reader[] = [
  (chance) => {
    const goods = costs(chance.pick([0, 4.9]), chance.pick([null, 'returned']))
    const [deliveries, isAll] = chance.pick([
      [[goods], true],
      [[goods, costs(-4.9)], true],
      [[costs(-0.01), costs(-2), goods], true],
      [[{}], true],
      [[goods, costs(0)], false],
      [[costs(4.9, 'shipped')], false],
      [[costs(-4.9)], false],
      [[], false],
      [null, false],
      ['x', false],
      [[goods, 5], false],
      [[5], false],
      [[{ shippingCosts: { totalPrice: 'x' } }], false],
    ] as const)
    const text = message({ event: returned, payload: order(deliveries) })
    const becomes = isAll
      ? [returnOf('10077', 'returned/o77', 'all')]
      : [commentOn('10077', 'returned/e-1', byHand('a delivery of order 10077 came back'))]
    const steps: Step[] = [{ text, hears: 'accepted', key: 'e-1', becomes }]
    return { name: 'what came back of Shopware', family, settings, steps, labels: { '#10077': ['10077'] } }
  },
  /** The same event of another attempt has another time, and is no other event. */
  (chance) => {
    const event = state('order_delivery.state.returned_partially')
    const isNamed = chance.hits(0.6)
    const told = { event, payload: order([]), eventId: isNamed ? `ev${chance.between(1, 99)}` : '' }
    const becomes = [commentOn('10077', 'returned_partially/{delivery}', byHand('order 10077 was returned in part'))]
    const key = isNamed ? told.eventId : `sha256:${sha256(`${json({ event, payload: told.payload })}\n`)}`
    return {
      ...{ name: 'the retries of Shopware', family, settings },
      steps: [
        { text: message({ ...told, time: -300 }), hears: 'accepted', key, becomes },
        { text: message({ ...told, time: 300 }), hears: 'duplicate', key },
        { text: message({ ...told, time: -301 }), hears: 'refused' },
        { text: message({ ...told, time: 301 }), hears: 'refused' },
        { text: message(told), hears: 'duplicate' },
        { text: message({ ...told, eventId: 'another' }), hears: 'accepted', key: 'another' },
        { text: message(told), headers: { 'shopware-shop-signature': 'a'.repeat(64) }, hears: 'refused' },
      ],
    }
  },
  /** Beyond the defaults. */
  (chance) => {
    const [event, key, words] = chance.pick([
      [state('order_transaction.state.refunded'), 'refunded', 'a payment of order 10077 was refunded.'],
      [
        state('order_transaction.state.refunded_partially'),
        'refunded_partially',
        'a payment of order 10077 was refunded in part. The amount is in the shop.',
      ],
      [state('order.state.cancelled'), 'cancelled', 'order 10077 was cancelled.'],
    ])
    const isAsked = chance.hits(0.7)
    const becomes = isAsked
      ? [commentOn('10077', `${key}/e-1`, `Shopware reports that ${words}`)]
      : ignored('topic_not_mapped', { problem: 'topic_not_on', topic: event })
    const own = { ...settings, ...(isAsked && { on: [event] }) }
    const text = message({ event, payload: order([]) })
    return { name: `Shopware: ${key}`, family, settings: own, steps: [{ text, hears: 'accepted', becomes }] }
  },
  (chance) => {
    const subject = chance.pick([null, ' About it '])
    const comment = chance.pick([null, '', 'First\n\n\nthird'])
    const text = message({
      event: 'contact_form.send',
      payload: { contactFormData: { email: 'a@example.com', subject, comment } },
    })
    const note = [subject?.trim(), comment].filter((one) => one).join('\n')
    const fields = ['contactFormData.subject', 'contactFormData.comment']
    const about = { type: 'add-comment', key: 'contact/e-1', order: { email: 'a@example.com' } }
    const becomes =
      note === ''
        ? failed('mapping', { problem: 'none_of', fields })
        : [{ ...about, text: "The customer wrote in the shop's contact form:", note }]
    return { name: 'a contact form', family, settings, steps: [{ text, hears: 'accepted', becomes }] }
  },
]
