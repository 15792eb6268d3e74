import { expect } from 'vitest'
import type { SenderKind } from '../../lib/sources/acceptors.ts'
import { unknownTopic, unmapped } from './problem-endings.ts'
import {
  aComment,
  aReturn,
  aWithdrawal,
  byForm,
  hashAfter,
  hasToken,
  newId,
  oneEffect,
  oneEvent,
  type SenderFacts,
  signsBody,
} from './sender-facts.ts'

const anna = 'anna.beispiel@example.com'
const ben = 'ben.muster@example.com'
const cleo = 'cleo.exempel@example.com'
const dana = 'dana.probe@example.com'
const spaced = (attempt: number, text: string) => ({ body: text + ' '.repeat(attempt) })

/** The facts of every sender, as its description has them: one entry each, in the order of the registry. */
export const shops = {
  shopify: {
    isGenuine: (proof) => signsBody(`${proof.header('shopify-hmac-sha256') ? '' : 'x-'}shopify-hmac-sha256`)(proof),
    stores: ['x-shopify-topic', 'x-shopify-test'],
    samples: {
      refund: aReturn('refund/929361462', '6203001001', [{ sku: 'MUG-BLUE', name: 'Mug, blue', quantity: 1 }], {
        text: [
          'Shopify refund 929361462 on order 6203001001.',
          '- 1 x Mug, blue (MUG-BLUE), return, 12.50 EUR',
          'Paid back: 12.50 EUR.',
          'Note:',
          '> Chipped rim',
        ].join('\n'),
      }),
      'refund-without-return': aComment('refund/929361463', '6203001001', {
        text: [
          'Shopify refund 929361463 on order 6203001001: no line was restocked as a return.',
          '- 1 x Teapot, white (TEAPOT-W), no_restock, 5.00 EUR',
          'Paid back: 5.00 EUR.',
          'Note:',
          '> Goodwill for the late delivery',
        ].join('\n'),
      }),
      cancelled: aComment('cancelled/6203001001', '6203001001', {
        text: 'Order #1001 was cancelled in the shop at 2026-10-01T12:00:00+02:00. Reason: the customer changed or cancelled the order.',
      }),
      created: unknownTopic('orders/create'),
      edited: aComment('edited/78912328', '6203001001', {
        on: 'orders/edited',
        text: 'The order was edited in the shop (Shopify edit 78912328): 1 piece added, 0 pieces removed. Note:',
        note: 'Second mug added by phone',
      }),
      'return-requested': aComment('return/945000001/request', '6203001001', {
        text: 'Shopify return #1001-R1 was requested by the customer.\nLines: 1.\n- 1 x size too small\n> Too small for tea',
      }),
      'return-approved': {
        commands: [
          {
            ...{ type: 'create-return', key: 'return/945000001/approve', order: { externalNumber: '6203001001' } },
            ...{ parcel: 'return/945000001', parcelName: '#1001-R1', tells: 'announcement' },
            lines: [{ shopLine: '466157001', quantity: 1, parcelLine: '987654321', reason: 'size_too_small' }],
            text: 'Shopify return #1001-R1 was approved.\nLines: 1.\n- 1 x size too small\n> Too small for tea',
          },
        ],
      },
      'return-cancelled': {
        commands: [
          {
            ...{ type: 'end-parcel', key: 'return/945000001/cancel', parcel: 'return/945000001' },
            ...{ order: { externalNumber: '6203001001' }, text: 'Shopify return 945000001 was cancelled.' },
          },
        ],
      },
      redact: {
        commands: [{ type: 'forget-person', key: 'customer/6203000191/redact', email: 'bert.muster@example.com' }],
      },
      'return-processed': unmapped({ problem: 'field_missing', field: 'processed_quantity' }),
      'return-closed': aComment(expect.stringMatching(/^return\/945000001\/close\/sha256:/), '6203001001', {
        on: 'returns/close',
        text: 'Shopify return 945000001 was closed.',
      }),
    },
    repeats: [
      oneEvent('same bytes, whatever the webhook id', newId),
      oneEffect('a second subscription of another API version: another body', (at, text) => ({
        ...newId(at, text, 0),
        ...spaced(at, text),
      })),
    ],
  },
  woocommerce: {
    isGenuine: signsBody('x-wc-webhook-signature'),
    stores: ['x-wc-webhook-topic'],
    samples: {
      refund: aComment('refund/726', '6203001012', {
        text: 'WooCommerce refund 726 on order 6203001012: 13.80 EUR. Reason:',
        note: 'Two bulbs too many',
      }),
      update: unmapped({ problem: 'not_reported', what: 'refund' }),
      created: aComment('created/6203001012', '6203001012', {
        on: 'order.created',
        text: 'WooCommerce order 6203001012 was placed in the shop. The customer wrote:',
        note: 'Please leave the parcel with the neighbours.',
      }),
      cancelled: aComment('cancelled/6203001012/2026-10-01T09:45:00', '6203001012', {
        on: 'order.cancelled',
        text: 'WooCommerce order 6203001012 was cancelled in the shop.',
      }),
      withdrawn: aWithdrawal('withdrawn/6203001012', '6203001012', { lines: 'all' }),
    },
    repeats: [
      oneEvent('a resend by hand: new delivery id, same body', (at) => ({
        headers: { 'x-wc-webhook-delivery-id': `hash-${at}` },
      })),
      oneEffect('a later update of the order, with the same refund', (at, text) => ({
        body: text.replace('{', `{ "date_modified_gmt": "2026-10-01T09:0${at}:00",`),
      })),
    ],
  },
  shopware: {
    isGenuine: ({ header, isRecent, sign, secret, from }) => {
      const { source, timestamp } = JSON.parse(from.body.toString()) as {
        source: { shopId: string }
        timestamp?: number
      }
      const own = sign(sign(secret, 'hex', 'secret of a shop, for backoffice-bridge'), 'hex', source.shopId)
      const inTime = timestamp === undefined || isRecent(timestamp * 1000)
      return inTime && header('shopware-shop-signature') === sign(own, 'hex', from.body)
    },
    samples: {
      returned: aReturn('returned/0195a000demo4000800000000000cafe', 'TWIN-77', 'all', { tells: 'receipt' }),
      'returned-partially': aComment('returned_partially/0195a000demo400080000000000000e2', 'TWIN-77', {
        text: 'Shopware reports that order TWIN-77 was returned in part. It does not say which lines: create the return by hand.',
      }),
      refunded: aComment('refunded/0195a000demo400080000000000000e4', 'TWIN-77', {
        on: 'state_enter.order_transaction.state.refunded',
        text: 'Shopware reports that a payment of order TWIN-77 was refunded.',
      }),
      cancelled: aComment('cancelled/0195a000demo400080000000000000e5', 'TWIN-77', {
        on: 'state_enter.order.state.cancelled',
        text: 'Shopware reports that order TWIN-77 was cancelled.',
      }),
      contact: aComment(
        'contact/0195a000demo400080000000000000e3',
        { email: cleo },
        {
          text: "The customer wrote in the shop's contact form:",
          note: 'Assembly\nWhich screws belong to the stools?',
        },
      ),
      withdrawal: aWithdrawal('revocation/0195a000demo400080000000000000e6', '302-1234567-1234567', {
        email: ben,
        requireEmail: true,
        declaredAt: '2026-10-01T09:35:41.000Z',
        text: '(Ben Muster)\nI withdraw from the contract.',
      }),
    },
    repeats: [
      oneEvent('same event id, and a body with a new time', (_at, text, nowMs) => ({
        body: text.replace(/\}\s*$/, `, "timestamp": ${nowMs / 1000}}`),
      })),
    ],
  },
  bigcommerce: {
    isGenuine: ({ threeHeaders, secret }) => threeHeaders('webhook', secret),
    samples: {
      refund: aComment('refund/3', '6203001013', {
        text: 'BigCommerce reports refund 3 on order 6203001013. Its lines and amount are in the shop.',
      }),
      status: aComment(hashAfter('status/'), '6203001013', {
        on: 'store/order/statusUpdated',
        text: 'BigCommerce set order 6203001013 from Awaiting Fulfillment (11) to Cancelled (5).',
      }),
      created: unknownTopic('store/order/created'),
    },
    repeats: [
      oneEvent('same id and new timestamp'),
      oneEvent('a hook that fires twice: new id, same hash', newId),
      oneEffect('a hook of each channel', (at, text) => ({
        ...newId(at, text, 0),
        body: text.replace('store/order/', `store/channel/${at + 1}/order/`),
      })),
    ],
  },
} satisfies Record<string, SenderFacts>

export const forms = {
  standard: {
    isGenuine: ({ threeHeaders, decoded }) => threeHeaders('webhook', decoded) || threeHeaders('svix', decoded),
    samples: {
      return: aReturn('msg_1', '302-1234567-1234567', [{ sku: 'LAMP-7', quantity: 1, reason: 'defective' }], {
        email: ben,
        note: 'The lamp flickers.',
      }),
      cancelled: {
        commands: [
          { type: 'end-parcel', key: 'msg_1', parcel: 'R-1001', order: { externalNumber: '302-1234567-1234567' } },
        ],
      },
      comment: aComment('msg_1', '302-1234567-1234567', {
        text: 'Reported by standard:',
        note: 'The customer asks for a call before the parcel is collected.',
      }),
      withdrawal: aWithdrawal('msg_1', '302-1234567-1234567', {
        lines: 'all',
        declaredAt: '2026-10-01T09:35:41Z',
        text: 'I withdraw from the contract.',
      }),
    },
    repeats: [oneEvent('same id and new timestamp')],
  },
  sendcloud: {
    isGenuine: ({ header, sign, secret, from }) => header('sendcloud-signature') === sign(secret, 'hex', from.body),
    samples: {
      return: aReturn(
        'return/88001',
        'D-177-0011',
        [{ sku: 'BULB-W', name: 'Bulb, warm', quantity: 1, reason: 'Sendcloud 7' }],
        {
          parcel: 'return/88001',
          reason: 'Sendcloud 2',
          text: 'Sendcloud return 88001 on order D-177-0011.\nThe customer asks for: money.',
        },
      ),
    },
    repeats: [
      oneEvent('same bytes'),
      oneEvent('a retry with a new time', (at, text) => ({ body: text.replace('1790847000', `179084700${at}`) })),
    ],
  },
  typeform: {
    isGenuine: signsBody('typeform-signature', 'sha256='),
    samples: {
      return: aReturn('typeform-demo-return-1', '302-1234567-1234567', [{ sku: 'BULB-W', quantity: 1 }], {
        email: ben,
        reason: 'damaged',
        note: 'One of the bulbs arrived broken.',
      }),
      comment: byForm('typeform', ben, 'Please send the invoice again.', 'typeform-demo-comment-1'),
    },
    repeats: [
      oneEvent('same bytes'),
      oneEffect('a response that is sent again as another event', (at, text) => ({
        body: text.replace(/"event_id": "[^"]*"/, `"event_id": "event-${at}"`),
      })),
    ],
  },
  tally: {
    isGenuine: signsBody('tally-signature'),
    samples: {
      return: aReturn('demoR1', '6203001001', [{ sku: 'TEAPOT-W', quantity: 1 }], {
        email: anna,
        reason: 'wrong item',
      }),
      comment: byForm('tally', cleo, 'When will the set arrive?', 'demoR2'),
    },
    repeats: [
      oneEvent('same bytes'),
      oneEffect('a submission that is sent again as another event', (at, text) => ({
        body: text.replace(/"eventId": "[^"]*"/, `"eventId": "event-${at}"`),
      })),
    ],
  },
  jotform: {
    isGenuine: hasToken,
    stores: ['content-type'],
    samples: {
      return: aReturn('6295760960429640001', 'B-143-0003', [{ sku: 'GLOVES-M', quantity: 2 }], {
        email: cleo,
        reason: 'wrong item',
        note: 'They said "size L" on the page.\r\nThese are M.',
      }),
      comment: byForm('jotform', ben, 'Does the lamp take LED bulbs?', '6295760960429640002'),
    },
    repeats: [
      oneEvent('same submission under another multipart boundary', (at, text) => ({
        body: text.replaceAll('demoJotformBoundary01', `demoJotformBoundary0${at}`),
        headers: { 'content-type': `multipart/form-data; boundary=------------------------demoJotformBoundary0${at}` },
      })),
    ],
  },
  fillout: {
    isGenuine: hasToken,
    samples: {
      return: aReturn('fillout-demo-return-1', 'F-14-0008', [{ sku: 'CHAIR-F', quantity: 1 }], { email: dana }),
      comment: byForm('fillout', ben, 'Is there a spare bulb for the lamp?', 'fillout-demo-comment-1'),
    },
    repeats: [oneEvent('same submission, written differently', spaced)],
  },
  'gravity-forms': {
    isGenuine: hasToken,
    stores: ['content-type'],
    samples: {
      return: aReturn('4711', 'B-160-0009', [{ sku: 'GLOVES-M', quantity: 3 }], {
        email: dana,
        reason: 'defective',
        note: 'The seams come apart.',
      }),
      comment: byForm('gravity-forms', cleo, 'Please call me back.', '4712'),
    },
    repeats: [oneEvent('same entry, written differently', spaced)],
  },
  formspree: {
    isGenuine: ({ header, isRecent, sign, secret, from }) => {
      const time = /(?:^|,)\s*t=(\d+)/.exec(header('formspree-signature'))?.[1] ?? ''
      const expected = `v1=${sign(secret, 'hex', `${time}.`, from.body)}`
      return isRecent(Number(time) * 1000) && header('formspree-signature').includes(expected)
    },
    samples: {
      return: aReturn(hashAfter(), 'NL-152-0010', [{ sku: 'LAMP-7', quantity: 1 }], {
        email: dana,
        reason: 'damaged',
        note: 'The shade has a crack.',
      }),
      comment: byForm('formspree', ben, 'Can the parcel go to my neighbour?', hashAfter()),
    },
    repeats: [oneEvent('same bytes and new timestamp')],
  },
  hubspot: {
    isGenuine: ({ header, isRecent, sign, secret, uri, from }) => {
      const time = header('x-hubspot-request-timestamp')
      const expected = sign(secret, 'base64', from.method, uri, from.body, time)
      return isRecent(Number(time)) && header('x-hubspot-signature-v3') === expected
    },
    samples: {
      return: aReturn(hashAfter(), 'D-177-0011', [{ sku: 'GLOVES-M', quantity: 1 }], {
        email: dana,
        reason: 'wrong item',
      }),
      comment: byForm('hubspot', cleo, 'The gloves are a size too small.', hashAfter()),
    },
    repeats: [oneEvent('same bytes and new timestamp')],
  },
  'google-forms': {
    isGenuine: ({ threeHeaders, decoded }) => threeHeaders('webhook', decoded),
    samples: {
      return: aReturn('google-demo-return-1', 'B-143-0014', [{ sku: 'TEAPOT-W', quantity: 1 }], {
        email: 'gast.einmal@example.com',
        reason: 'defective',
        note: 'The lid does not fit.',
      }),
      comment: byForm('google-forms', cleo, 'Is the set sold without the stools?', 'google-demo-comment-1'),
    },
    repeats: [
      oneEvent("same id and new timestamp (the script's retries)"),
      oneEffect('a response that was edited without changing what it asks for', (at, text) => ({
        ...newId(at, text, 0),
        body: text.replace('09:30:00.000Z', `09:30:0${at}.000Z`),
      })),
    ],
  },
} satisfies Record<string, SenderFacts>

const senders: Readonly<Record<SenderKind, SenderFacts>> = { ...shops, ...forms }

export function factsOf(kind: string): SenderFacts {
  const facts: SenderFacts | undefined = senders[kind as SenderKind]
  if (!facts) throw new Error(`Add the facts of ${kind} to test/sources/senders.ts.`)
  return facts
}
