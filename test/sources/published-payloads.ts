import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceSettings } from '../../lib/sources/source.ts'
import { samples } from '../../local/samples/index.ts'

/** Samples and vectors that the senders publish. They are not part of the project. The other tests prove the same without them. */
export const fixtures = join(import.meta.dirname, '../../../shared/fixtures')
export const areAbsent = !existsSync(fixtures)
export const readFixture = (file: string): Buffer =>
  areAbsent ? Buffer.from('{"vectors":[]}') : readFileSync(join(fixtures, file))

export type Vector = {
  id: string
  provider: string
  secret: string
  body: string
  clock?: number
  headers: Record<string, string>
}
export const vectorHeaders = ({ headers }: Vector) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
export const { vectors } = JSON.parse(readFixture('signatures.json').toString()) as { vectors: Vector[] }

type PublishedPayload = {
  kind: string
  file: string
  headers?: Record<string, string>
  settings?: Partial<SourceSettings>
  /** What must be added to the published body so that it becomes a command. */
  change?: (body: Buffer) => Buffer
  /** The command, or the reason code of the ending. */
  expected: { type: string; key: string | RegExp; [field: string]: unknown } | string
}

export const jotformType = {
  'content-type': 'multipart/form-data; boundary=------------------------rDBjFty9dvsCZSUvKYrKRh',
}
type More = Pick<PublishedPayload, 'headers' | 'change'> & SourceSettingsOf
type SourceSettingsOf = Pick<SourceSettings, 'on' | 'fields'>
/** The file of a sender, and what it becomes. */
const sent = (file: string, expected: PublishedPayload['expected'], { on, fields, ...more }: More = {}) => ({
  ...{ kind: file.split('/')[0] ?? '', file, expected, ...more },
  ...((on || fields) && { settings: { ...(on && { on }), ...(fields && { fields }) } }),
})
const shopify = (file: string, topic: string, expected: PublishedPayload['expected'], on?: string[]) =>
  sent(`shopify/${file}.json`, expected, { headers: { 'x-shopify-topic': topic }, ...(on && { on }) })
const woo = (file: string, topic: string, expected: PublishedPayload['expected'], on?: string[]) =>
  sent(`woocommerce/${file}.json`, expected, { headers: { 'x-wc-webhook-topic': topic }, ...(on && { on }) })
const comment = (key: string | RegExp, externalNumber: string) => ({
  ...{ type: 'add-comment', key, order: { externalNumber } },
})
const ofReturn = (step: string | RegExp) =>
  comment(typeof step === 'string' ? `return/123134564567890/${step}` : step, '4783296544821')
const byEmail = (key: string, email: string) => ({ type: 'add-comment', key, order: { email } })
const [refundId, orderId] = ['890088186047892319', '820982911946154508']
const statusUpdated = 'bigcommerce/store.order.statusUpdated.json'
const laura = byEmail('a3a12ec67a1365927098a606107fac15', 'laura@example.com')
const typeformFields = { SMEUb7VJz92Q: 'email', DlXFaesGBpoF: 'note' }
const jotform = (expected: PublishedPayload['expected'], more: More = {}) =>
  sent('jotform/submission.multipart.txt', expected, { headers: jotformType, ...more })

/** Payloads that the senders publish, and what each becomes. docs/senders.md repeats this table. */
export const publishedPayloads: readonly PublishedPayload[] = [
  // The sample's order number is damaged (…508 became …500). The refund's exact id is in its global id.
  shopify('refunds.create', 'refunds/create', comment(`refund/${refundId}`, '820982911946154500')),
  shopify('orders.cancelled', 'orders/cancelled', comment(`cancelled/${orderId}`, orderId)),
  shopify('orders.create', 'orders/create', 'topic_not_mapped'),
  shopify('orders.edited', 'orders/edited', comment('edited/78912328793123780', '820982911946154500'), [
    'orders/edited',
  ]),
  ...['request', 'approve'].map((step) => shopify(`returns.${step}`, `returns/${step}`, ofReturn(step))),
  ...['decline', 'cancel'].map((step) => {
    return shopify(`returns.${step}`, `returns/${step}`, { ...ofReturn(step), type: 'end-parcel' })
  }),
  shopify('returns.close', 'returns/close', ofReturn(/^return\/123134564567890\/close\/sha256:/), ['returns/close']),
  shopify('orders.edited', 'orders/edited', 'topic_not_mapped'),
  shopify('returns.close', 'returns/close', 'topic_not_mapped'),
  shopify('returns.update', 'returns/update', {
    ...{ type: 'end-parcel', parcel: 'return/123134564567890', removed: [{ parcelLine: '987654321', quantity: 2 }] },
    key: /^return\/123134564567890\/update\/sha256:/,
  }),
  sent('shopify/returns.request.json', 'test_delivery', {
    headers: { 'x-shopify-topic': 'returns/request', 'x-shopify-test': 'true' },
  }),
  woo('order.created', 'order.created', 'topic_not_mapped'),
  woo('order.created', 'order.created', comment('created/727', '727'), ['order.created']),
  woo('order.updated', 'order.updated', 'topic_not_mapped'),
  woo('order.updated.refunded', 'order.updated', comment('refund/726', '723')),
  sent('shopware/product.written.json', 'topic_not_mapped'),
  sent('bigcommerce/store.order.created.json', 'topic_not_mapped'),
  sent(statusUpdated, 'topic_not_mapped'),
  sent(statusUpdated, comment(/^status\/sha256:[0-9a-f]{64}$/, '250'), { on: ['store/order/statusUpdated'] }),
  sent('bigcommerce/store.order.refund.created.json', comment('refund/3', '250')),
  sent('typeform/form_response.json', 'mapping'),
  sent('typeform/form_response.json', laura, { fields: typeformFields }),
  sent('typeform/form_response.raw-body.json', laura, { fields: typeformFields }),
  sent('tally/FORM_RESPONSE.json', 'mapping'),
  sent('tally/FORM_RESPONSE.json', byEmail('2wgx4n', 'alice@example.com'), {
    fields: { question_w4Q4Xn: 'email', 'Long text': 'note' },
  }),
  sent('fillout/submission.json', 'mapping'),
  sent('fillout/submission.json', 'mapping', { fields: { '5AtgG35AAZVcrSVfRubvp1': 'order_number' } }),
  sent('fillout/submission.json', byEmail('abc123', 'john@example.com'), {
    // It asks only for a name, which finds no order. Its one question becomes the note, and an e-mail question is added.
    change: (body) => {
      const message = JSON.parse(body.toString())
      message.submission.questions.push({ id: 'q2', name: 'E-mail', type: 'EmailInput', value: 'john@example.com' })
      return Buffer.from(JSON.stringify(message))
    },
    fields: { '5AtgG35AAZVcrSVfRubvp1': 'note', 'E-mail': 'email' },
  }),
  jotform('mapping'),
  jotform(
    { type: 'create-return', key: '6295760960429644172', order: { externalNumber: 'newschool' } },
    { fields: { schooltext: 'order_number', q4_password: 'sku' } },
  ),
]

export type Message = {
  name: string
  body: Buffer
  contentType: string
  topic?: string
  fields?: Record<string, string>
}

/** The samples of a sender, and what it publishes. */
export function messagesOf(kind: string): Message[] {
  const own = Object.entries(samples[kind] ?? {}).map(([name, { file, ...sample }]) => ({
    name,
    ...sample,
    body: readFileSync(join(import.meta.dirname, '../../local/samples', file)),
  }))
  const published = publishedPayloads.filter((each) => each.kind === kind && existsSync(join(fixtures, each.file)))
  return [
    ...own,
    ...published.map(({ file, headers = {}, settings = {} }) => ({
      name: file,
      body: readFixture(file),
      contentType: headers['content-type'] ?? 'application/json',
      topic: headers['x-shopify-topic'] ?? headers['x-wc-webhook-topic'] ?? '',
      ...(settings.fields && { fields: { ...settings.fields } }),
    })),
  ]
}
