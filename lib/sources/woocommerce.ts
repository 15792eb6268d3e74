import * as z from 'zod'
import type { Command } from '../commands.ts'
import { hashKey } from './hash-key.ts'
import { pickHeaders, readHeader } from './read-header.ts'
import { signWith } from './sign-with.ts'
import { verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import {
  type Delivery,
  notMapped,
  type Source,
  type SourceEvent,
  type SourceSettings,
  type Translation,
} from './source.ts'
import { addComment, clip, isWanted, readMessage, showTopic } from './translation.ts'

/**
 * WooCommerce: order.updated carries the whole order with the ids and totals of all its refunds, so every refund is one comment and
 * its wish keeps it one. A failed delivery is never sent again.
 */

const topics = ['order.updated']

const text = z.union([z.string(), z.number()]).transform(String)
const refund = z.object({
  id: text.pipe(z.string().regex(/^\d{1,20}$/)),
  reason: z.string().nullish().catch(undefined),
  total: text.nullish().catch(undefined),
})
const order = z.object({
  id: text,
  number: text.nullish().catch(undefined),
  currency: z.string().nullish().catch(undefined),
  refunds: z.array(refund).nullish(),
})

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const topic = event.headers['x-wc-webhook-topic'] ?? ''
  if (!isWanted(topic, topics, settings.on)) return notMapped(`The topic ${showTopic(topic)} is not mapped.`)
  const checked = readMessage(event.body, order, 'an order with `id` and `refunds`')
  if ('ending' in checked) return checked
  const { content } = checked
  const refunds = content.refunds ?? []
  if (refunds.length === 0) return notMapped('The order was updated without a refund.')
  const translations = refunds.map((entry) => toComment(entry, content))
  const problem = translations.find((translation) => 'ending' in translation)
  return problem ?? { commands: translations.flatMap((each): Command[] => ('commands' in each ? each.commands : [])) }
}

function toComment(
  { id, reason, total }: z.infer<typeof refund>,
  { id: orderId, number, currency }: z.infer<typeof order>,
): Translation {
  // The number that the customer knows; the same as the id unless a plugin numbers otherwise.
  const externalNumber = number?.trim() || orderId
  const amount = total ? `: ${[total.replace(/^-/, ''), currency].filter(Boolean).join(' ')}` : ''
  const why = clip(reason, 1_000)
  return addComment(`refund/${id}`, {
    order: { externalNumber },
    text: `WooCommerce refund ${id} on order ${externalNumber}${amount}.${why ? `\nReason: ${why}` : ''}`,
  })
}

/** On saving a webhook, WooCommerce posts `webhook_id=<n>` without a signature and wants exactly 200 (class-wc-webhook.php, deliver_ping). */
const isPing = (delivery: Delivery): boolean =>
  readHeader(delivery, 'x-wc-webhook-signature') === undefined &&
  /^webhook_id=\d{1,20}$/.test(delivery.body.toString('latin1'))

export const woocommerce: Source = {
  kind: 'woocommerce',
  family: 'shops',
  verify: (delivery, secrets, _settings, nowMs) =>
    verifySignature(signatureSchemes.woocommerce, delivery, { secrets, nowMs }),
  identify: (delivery) => {
    if (isPing(delivery)) return { kind: 'ping' }
    const headers = pickHeaders(delivery, ['x-wc-webhook-topic'])
    // X-WC-Webhook-Delivery-ID is a hash of the second: two orders of one second share it.
    return { kind: 'event', key: hashKey(delivery.body, headers['x-wc-webhook-topic'] ?? ''), headers }
  },
  translate,
  sign: (input, secret) => ({
    path: input.path,
    headers: {
      'content-type': input.contentType,
      ...(input.topic ? { 'x-wc-webhook-topic': input.topic } : {}),
      ...signWith(signatureSchemes.woocommerce, input, secret),
    },
  }),
}
