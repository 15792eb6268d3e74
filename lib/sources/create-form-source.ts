import { hashKey } from './hash-key.ts'
import { isUsableToken, verifyToken } from './path-token.ts'
import { pickHeaders } from './read-header.ts'
import { signWith } from './sign-with.ts'
import { type SignatureScheme, toKey, verifySignature } from './signature.ts'
import type { Delivery, Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import { formTopics, type Submission, translateForm } from './translate-form.ts'
import { keyOf } from './translation.ts'

type FormSender = {
  kind: string
  /** How a delivery proves itself: a signature, or a long token in the path for senders that sign nothing. */
  proof: SignatureScheme | 'token'
  /** For schemes that sign the address: that address as the sender was given it. */
  uri?: (request: { path: string; query: string }, publicUrl: string | undefined) => string | undefined
  /** Headers that `read` needs later, lower-case. */
  headers?: readonly string[]
  /** The submission in a delivery, or how an event without one ends. Never throws. */
  read: (delivery: Pick<Delivery, 'body' | 'headers'>) => Submission | Translation
}

/** A source for a form service: they differ in proof and payload alone. */
export function createFormSource({ kind, proof, uri, headers = [], read }: FormSender): Source {
  const verify: Source['verify'] = (delivery, secrets, settings, nowMs) => {
    if (proof === 'token') return verifyToken(delivery.token, secrets)
    return verifySignature(proof, delivery, { secrets, nowMs, uri: uri?.(delivery, settings.publicUrl) })
  }
  const identify: Source['identify'] = (delivery) => {
    const submission = read(delivery)
    const key = 'answers' in submission ? submission.key : undefined
    return { kind: 'event', key: key || hashKey(delivery.body), headers: pickHeaders(delivery, headers) }
  }
  const translate = (event: SourceEvent, settings: SourceSettings): Translation => {
    const submission = read(event)
    if (!('answers' in submission)) return submission
    return translateForm(submission.wish || keyOf(event), submission, { source: event.source, settings })
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
    isUsable: (secret) => (proof === 'token' ? isUsableToken(secret) : toKey(proof, secret) !== undefined),
    verify,
    identify,
    translate,
    sign,
  }
}
