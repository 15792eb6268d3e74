import { hashKey } from './hash-key.ts'
import { isUsableToken, verifyToken } from './path-token.ts'
import { pickHeaders } from './read-header.ts'
import { signWith } from './sign-with.ts'
import { type SignatureScheme, verifySignature } from './signature.ts'
import type { Delivery, Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import { formTopics, type Submission, translateForm } from './translate-form.ts'
import { deliveryKeyOf } from './translation.ts'
import { isUsableKey } from './usable-secrets.ts'

type FormSender = {
  kind: string
  /** The proof of a delivery: a signature, or a long token in the path if the sender signs nothing. */
  proof: SignatureScheme | 'token'
  /** For schemes that sign the address: the address that the sender called. */
  uri?: (request: { path: string; query: string }, publicUrl: string | undefined) => string | undefined
  /** Headers that `read` needs, lower-case. */
  headers?: readonly string[]
  /** The submission in a delivery, or how an event without a submission ends. Never throws. */
  read: (delivery: Pick<Delivery, 'body' | 'headers'>) => Submission | Translation
}

/** A source for a form service. Form services differ only in proof and payload. */
export function createFormSource({ kind, proof, uri, headers = [], read }: FormSender): Source {
  const verify: Source['verify'] = (delivery, secrets, settings, nowMs) => {
    if (proof === 'token') return verifyToken(delivery.token, secrets)
    return verifySignature(proof, delivery, { secrets, nowMs, uri: uri?.(delivery, settings.publicUrl) })
  }
  const identify: Source['identify'] = (delivery) => {
    const submission = read(delivery)
    const deliveryKey = 'answers' in submission ? submission.deliveryKey : undefined
    return {
      kind: 'event',
      deliveryKey: deliveryKey || hashKey(delivery.body),
      headers: pickHeaders(delivery, headers),
    }
  }
  const translate = (event: SourceEvent, settings: SourceSettings): Translation => {
    const submission = read(event)
    if (!('answers' in submission)) return submission
    return translateForm(submission.key || deliveryKeyOf(event), submission, { source: event.source, settings })
  }
  const sign: Source['sign'] = (input, secret) => {
    const contentType = { 'content-type': input.contentType }
    if (proof === 'token') return { path: `${input.path}/${secret}`, headers: contentType }
    const address = uri?.({ path: input.path, query: '' }, input.publicUrl) ?? ''
    return { path: input.path, headers: { ...contentType, ...signWith(proof, { ...input, uri: address }, secret) } }
  }
  return {
    kind,
    family: 'forms',
    topics: formTopics,
    takes: ['fields'],
    ...(proof === 'token' ? { tokenInPath: true } : {}),
    ...(uri === undefined ? {} : { needsPublicUrl: true }),
    isUsable: (secret) => (proof === 'token' ? isUsableToken(secret) : isUsableKey(proof, secret)),
    verify,
    identify,
    translate,
    sign,
  }
}
