import type { Acceptor, Delivery, Translation } from '../source.ts'
import { hashKey, pickHeaders } from './delivery-parts.ts'
import { fieldsOf, type JsonFields } from './json-fields.ts'
import { verifySignature } from './signature.ts'
import type { SignatureScheme } from './signature-scheme.ts'
import type { Submission } from './translate-form.ts'
import { notAnObject, readJson, unreadable } from './translation.ts'
import { isUsableKey, isUsableToken, verifyToken } from './usable-secrets.ts'

/** Form services differ only in proof and payload. */
export type FormService = {
  kind: string
  /** The proof of a delivery: a signature, or a long token in the path if the sender signs nothing. */
  proof: SignatureScheme | 'token'
  makesSecret?: true
  /** For schemes that sign the address: the address that the sender called. */
  uri?: (request: { path: string; query: string }, publicUrl: string | undefined) => string | undefined
  /** Headers that `read` needs, lower-case. */
  headers?: readonly string[]
  /** The submission in a delivery, or how an event without a submission ends. Never throws. */
  read: (delivery: Pick<Delivery, 'body' | 'headers'>) => Submission | Translation
}

/** `read` of a service that sends a JSON object. The function answers undefined where one of `fields` is not as it must be. */
export const readObject =
  (
    fields: readonly string[],
    toSubmission: (message: JsonFields) => Submission | Translation | undefined,
  ): FormService['read'] =>
  ({ body }) => {
    const message = readJson(body)
    if ('ending' in message) return message
    const object = fieldsOf(message.content)
    return object ? (toSubmission(object) ?? unreadable(...fields)) : notAnObject
  }

export function acceptForm({ kind, proof, makesSecret, uri, headers = [], read }: FormService): Acceptor {
  const maker = makesSecret === undefined ? {} : { makesSecret }
  return {
    kind,
    family: 'forms',
    ...(proof === 'token' ? { tokenInPath: true } : { schemeOf: () => proof }),
    ...maker,
    isUsable: (secret) => (proof === 'token' ? isUsableToken(secret) : isUsableKey(proof, secret, maker)),
    verify: (delivery, secrets, settings, nowMs) => {
      if (proof === 'token') return verifyToken(delivery.token, secrets)
      return verifySignature(proof, delivery, { secrets, nowMs, uri: uri?.(delivery, settings.publicUrl) })
    },
    identify: (delivery) => {
      const submission = read(delivery)
      // Without an id, or of a message that cannot be read, the same bytes are the same delivery.
      const deliveryKey = ('answers' in submission && submission.deliveryKey) || hashKey(delivery.body)
      return { kind: 'event', deliveryKey, headers: pickHeaders(delivery, headers) }
    },
  }
}
