import type { SourceSettings } from '../../lib/sources/source.ts'

type PublishedPayload = {
  kind: string
  file: string
  headers?: Record<string, string>
  settings?: Partial<SourceSettings>
  /** What must be added to the published body so that it becomes a command. */
  change?: (body: Buffer) => Buffer
  /** The command, or the reason code of the ending. */
  expected: { type: string; key: string | RegExp; order: object } | string
}

const shopifyTopic = (topic: string) => ({ 'x-shopify-topic': topic })
const wooTopic = { 'x-wc-webhook-topic': 'order.updated' }
export const jotformType = {
  'content-type': 'multipart/form-data; boundary=------------------------rDBjFty9dvsCZSUvKYrKRh',
}
const comment = (key: string | RegExp, externalNumber: string) => ({
  type: 'add-comment',
  key,
  order: { externalNumber },
})

/** Payloads that the senders publish, and what each becomes. docs/senders.md repeats this table. */
export const publishedPayloads: readonly PublishedPayload[] = [
  {
    kind: 'shopify',
    file: 'shopify/refunds.create.json',
    headers: shopifyTopic('refunds/create'),
    // The sample's order number is damaged (…508 became …500). The refund's exact id is in its global id.
    expected: comment('refund/890088186047892319', '820982911946154500'),
  },
  {
    kind: 'shopify',
    file: 'shopify/orders.cancelled.json',
    headers: shopifyTopic('orders/cancelled'),
    expected: comment('cancelled/820982911946154508', '820982911946154508'),
  },
  {
    kind: 'shopify',
    file: 'shopify/orders.create.json',
    headers: shopifyTopic('orders/create'),
    expected: 'topic_not_mapped',
  },
  {
    kind: 'shopify',
    file: 'shopify/orders.edited.json',
    headers: shopifyTopic('orders/edited'),
    settings: { on: ['orders/edited'] },
    expected: comment('edited/78912328793123780', '820982911946154500'),
  },
  ...(['request', 'approve', 'decline', 'cancel', 'close'] as const).map((step) => ({
    kind: 'shopify',
    file: `shopify/returns.${step}.json`,
    headers: shopifyTopic(`returns/${step}`),
    settings: { on: [`returns/${step}`] },
    expected: comment(`return/123134564567890/${step}`, '4783296544821'),
  })),
  ...(['edited', 'closed'] as const).map((step) => ({
    kind: 'shopify',
    file: step === 'edited' ? 'shopify/orders.edited.json' : 'shopify/returns.close.json',
    headers: shopifyTopic(step === 'edited' ? 'orders/edited' : 'returns/close'),
    expected: 'topic_not_mapped',
  })),
  {
    kind: 'shopify',
    file: 'shopify/returns.update.json',
    headers: shopifyTopic('returns/update'),
    expected: 'topic_not_mapped',
  },
  {
    kind: 'shopify',
    file: 'shopify/returns.request.json',
    headers: { ...shopifyTopic('returns/request'), 'x-shopify-test': 'true' },
    expected: 'test_delivery',
  },
  {
    kind: 'woocommerce',
    file: 'woocommerce/order.created.json',
    headers: { 'x-wc-webhook-topic': 'order.created' },
    expected: 'topic_not_mapped',
  },
  {
    kind: 'woocommerce',
    file: 'woocommerce/order.created.json',
    headers: { 'x-wc-webhook-topic': 'order.created' },
    settings: { on: ['order.created'] },
    expected: comment('created/727', '727'),
  },
  { kind: 'woocommerce', file: 'woocommerce/order.updated.json', headers: wooTopic, expected: 'topic_not_mapped' },
  {
    kind: 'woocommerce',
    file: 'woocommerce/order.updated.refunded.json',
    headers: wooTopic,
    expected: comment('refund/726', '723'),
  },
  { kind: 'shopware', file: 'shopware/product.written.json', expected: 'topic_not_mapped' },
  { kind: 'bigcommerce', file: 'bigcommerce/store.order.created.json', expected: 'topic_not_mapped' },
  { kind: 'bigcommerce', file: 'bigcommerce/store.order.statusUpdated.json', expected: 'topic_not_mapped' },
  {
    kind: 'bigcommerce',
    file: 'bigcommerce/store.order.statusUpdated.json',
    settings: { on: ['store/order/statusUpdated'] },
    expected: comment(/^status\/sha256:[0-9a-f]{64}$/, '250'),
  },
  { kind: 'bigcommerce', file: 'bigcommerce/store.order.refund.created.json', expected: comment('refund/3', '250') },
  { kind: 'typeform', file: 'typeform/form_response.json', expected: 'mapping' },
  {
    kind: 'typeform',
    file: 'typeform/form_response.json',
    settings: { fields: { SMEUb7VJz92Q: 'email', DlXFaesGBpoF: 'note' } },
    expected: { type: 'add-comment', key: 'a3a12ec67a1365927098a606107fac15', order: { email: 'laura@example.com' } },
  },
  {
    kind: 'typeform',
    file: 'typeform/form_response.raw-body.json',
    settings: { fields: { SMEUb7VJz92Q: 'email', DlXFaesGBpoF: 'note' } },
    expected: { type: 'add-comment', key: 'a3a12ec67a1365927098a606107fac15', order: { email: 'laura@example.com' } },
  },
  { kind: 'tally', file: 'tally/FORM_RESPONSE.json', expected: 'mapping' },
  {
    kind: 'tally',
    file: 'tally/FORM_RESPONSE.json',
    settings: { fields: { question_w4Q4Xn: 'email', 'Long text': 'note' } },
    expected: { type: 'add-comment', key: '2wgx4n', order: { email: 'alice@example.com' } },
  },
  { kind: 'fillout', file: 'fillout/submission.json', expected: 'mapping' },
  {
    kind: 'fillout',
    file: 'fillout/submission.json',
    settings: { fields: { '5AtgG35AAZVcrSVfRubvp1': 'order_number' } },
    expected: 'mapping',
  },
  {
    kind: 'fillout',
    file: 'fillout/submission.json',
    // It asks only for a name, which finds no order. Its one question becomes the note, and an e-mail question is added.
    change: (body) => {
      const message = JSON.parse(body.toString())
      message.submission.questions.push({ id: 'q2', name: 'E-mail', type: 'EmailInput', value: 'john@example.com' })
      return Buffer.from(JSON.stringify(message))
    },
    settings: { fields: { '5AtgG35AAZVcrSVfRubvp1': 'note', 'E-mail': 'email' } },
    expected: { type: 'add-comment', key: 'abc123', order: { email: 'john@example.com' } },
  },
  { kind: 'jotform', file: 'jotform/submission.multipart.txt', headers: jotformType, expected: 'mapping' },
  {
    kind: 'jotform',
    file: 'jotform/submission.multipart.txt',
    headers: jotformType,
    settings: { fields: { schooltext: 'order_number', q4_password: 'sku' } },
    expected: { type: 'create-return', key: '6295760960429644172', order: { externalNumber: 'newschool' } },
  },
]
