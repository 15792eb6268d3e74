import * as z from 'zod'
import { addCommentData, createReturnData } from '../commands.ts'
import { hashKey } from './hash-key.ts'
import { readHeader } from './read-header.ts'
import { signWith } from './sign-with.ts'
import { toKey, verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Delivery, Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import { keyOf, mappingOf, misfit, payloadInvalid, readMessage, topicNames } from './translation.ts'

/**
 * The bridge's own format: Standard Webhooks around `{type, timestamp, data: <the command>}`, for the merchant's own systems.
 * The delivery's id is also the wish: whoever sends it makes one id for one fact.
 */

const envelope = z.object({ type: z.string(), data: z.unknown().optional() })

/** Never a mix of both families: an unsigned `webhook-id` beside signed `svix-*` headers must count for nothing. */
const schemeOf = (delivery: Delivery) =>
  readHeader(delivery, 'webhook-signature') ? signatureSchemes.standard : signatureSchemes.svix

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const message = readMessage(event.body, envelope, 'an object with `type` and `data`')
  if ('ending' in message) return message
  const { type, data } = message.content
  const chosen = mappingOf(['The message type', type], types, settings.on)
  return 'mapping' in chosen ? chosen.mapping(keyOf(event), data) : chosen
}

function toReturn(wish: string, data: unknown): Translation {
  const parsed = createReturnData.safeParse(data)
  if (!parsed.success) return payloadInvalid(misfit(parsed.error, 'The `data` of return.requested'))
  return { commands: [{ type: 'create-return', key: wish, ...parsed.data }] }
}

function toComment(wish: string, data: unknown): Translation {
  const parsed = addCommentData.safeParse(data)
  if (!parsed.success) return payloadInvalid(misfit(parsed.error, 'The `data` of comment.submitted'))
  return { commands: [{ type: 'add-comment', key: wish, ...parsed.data }] }
}

const types = { byDefault: { 'return.requested': toReturn, 'comment.submitted': toComment } }

export const standard: Source = {
  kind: 'standard',
  family: 'forms',
  topics: topicNames(types),
  takes: [],
  isUsable: (secret) => toKey(signatureSchemes.standard, secret) !== undefined,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(schemeOf(delivery), delivery, { secrets, nowMs }),
  identify: (delivery) => ({
    kind: 'event',
    key: readHeader(delivery, schemeOf(delivery).headers.id) ?? hashKey(delivery.body),
    headers: {},
  }),
  translate,
  sign: (input, secret) => ({
    path: input.path,
    headers: {
      'content-type': input.contentType,
      ...signWith(signatureSchemes.standard, input, secret),
    },
  }),
}
