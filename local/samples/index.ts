/**
 * A sample delivery. `file` is relative to this folder; `path` follows the source's name in the address. `onlyLabel`: by default it only
 * tells the label of an order, and makes no event.
 */
export type Sample = { file: string; contentType: string; topic?: string; path?: string; onlyLabel?: true }

const json = (file: string, topic?: string): Sample => ({
  file,
  contentType: 'application/json',
  ...(topic === undefined ? {} : { topic }),
})

const jotform = (file: string): Sample => ({
  file,
  contentType: 'multipart/form-data; boundary=------------------------demoJotformBoundary01',
})

const onlyLabel = (file: string, topic: string): Sample => ({ ...json(file, topic), onlyLabel: true })

/** Hand-written deliveries about the orders of the sandbox's demo seed, by source and name. Each can be sent with `npm run send`. */
export const samples: Record<string, Record<string, Sample>> = {
  standard: {
    return: json('standard/return.json'),
    cancelled: json('standard/cancelled.json'),
    comment: json('standard/comment.json'),
    withdrawal: json('standard/withdrawal.json'),
  },
  sendcloud: { return: json('sendcloud/return.json') },
  typeform: { return: json('typeform/return.json'), comment: json('typeform/comment.json') },
  tally: { return: json('tally/return.json'), comment: json('tally/comment.json') },
  jotform: { return: jotform('jotform/return.txt'), comment: jotform('jotform/comment.txt') },
  fillout: { return: json('fillout/return.json'), comment: json('fillout/comment.json') },
  'gravity-forms': {
    return: json('gravity-forms/return.json'),
    comment: { file: 'gravity-forms/comment.txt', contentType: 'application/x-www-form-urlencoded' },
  },
  formspree: { return: json('formspree/return.json'), comment: json('formspree/comment.json') },
  'google-forms': { return: json('google-forms/return.json'), comment: json('google-forms/comment.json') },
  hubspot: { return: json('hubspot/return.json'), comment: json('hubspot/comment.json') },
  shopify: {
    refund: json('shopify/refund.json', 'refunds/create'),
    'refund-without-return': json('shopify/refund-without-return.json', 'refunds/create'),
    created: onlyLabel('shopify/created.json', 'orders/create'),
    cancelled: json('shopify/cancelled.json', 'orders/cancelled'),
    edited: json('shopify/edited.json', 'orders/edited'),
    redact: json('shopify/redact.json', 'customers/redact'),
    'return-requested': json('shopify/return-requested.json', 'returns/request'),
    'return-approved': json('shopify/return-approved.json', 'returns/approve'),
    'return-cancelled': json('shopify/return-cancelled.json', 'returns/cancel'),
    'return-processed': json('shopify/return-processed.json', 'returns/process'),
    'return-closed': json('shopify/return-closed.json', 'returns/close'),
  },
  woocommerce: {
    refund: json('woocommerce/refund.json', 'order.updated'),
    update: onlyLabel('woocommerce/update.json', 'order.updated'),
    created: onlyLabel('woocommerce/created.json', 'order.created'),
    cancelled: onlyLabel('woocommerce/cancelled.json', 'order.updated'),
    withdrawn: json('woocommerce/withdrawn.json', 'order.updated'),
  },
  shopware: {
    returned: json('shopware/returned.json'),
    'returned-partially': json('shopware/returned-partially.json'),
    refunded: json('shopware/refunded.json'),
    cancelled: json('shopware/cancelled.json'),
    contact: json('shopware/contact.json'),
    withdrawal: json('shopware/withdrawal.json'),
  },
  bigcommerce: {
    refund: json('bigcommerce/refund.json'),
    status: json('bigcommerce/status.json'),
    created: json('bigcommerce/created.json'),
  },
}
