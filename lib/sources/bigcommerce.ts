import * as z from 'zod'
import { hashKey } from './hash-key.ts'
import { readHeader } from './read-header.ts'
import { signWith } from './sign-with.ts'
import { verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import { notMapped, type Source, type SourceEvent, type SourceSettings, type Translation } from './source.ts'
import { addComment, isWanted, payloadInvalid, readMessage, showTopic } from './translation.ts'

/** BigCommerce sends ids alone (`{scope, data: {id, ...}}`): a refund can be told, its lines and amount are not in the message. */

const scopes = ['store/order/refund/created']

const id = z.union([z.int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String)
const message = z.object({ scope: z.string(), data: z.unknown().optional() })
const refundData = z.object({ id, refund: z.object({ refund_id: id }) })

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const checked = readMessage(event.body, message, 'an object with `scope`')
  if ('ending' in checked) return checked
  const { scope, data } = checked.content
  if (!isWanted(scope, scopes, settings.on)) return notMapped(`The scope ${showTopic(scope)} is not mapped.`)
  const refund = refundData.safeParse(data)
  if (!refund.success) return payloadInvalid('The refund has no readable `data.id` or `data.refund.refund_id`.')
  const refundId = refund.data.refund.refund_id
  const text = `BigCommerce reports refund ${refundId} on order ${refund.data.id}. Its lines and amount are in the shop.`
  return addComment(`refund/${refundId}`, { order: { externalNumber: refund.data.id }, text })
}

export const bigcommerce: Source = {
  kind: 'bigcommerce',
  family: 'shops',
  verify: (delivery, secrets, _settings, nowMs) =>
    verifySignature(signatureSchemes.bigcommerce, delivery, { secrets, nowMs }),
  identify: (delivery) => ({
    kind: 'event',
    key: readHeader(delivery, 'webhook-id') ?? hashKey(delivery.body),
    headers: {},
  }),
  translate,
  sign: (input, secret) => ({
    path: input.path,
    headers: {
      'content-type': input.contentType,
      ...signWith(signatureSchemes.bigcommerce, input, secret),
    },
  }),
}
