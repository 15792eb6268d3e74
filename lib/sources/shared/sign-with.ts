import type { SignInput, Source } from '../source.ts'
import { hmac, toKey } from './signature.ts'
import type { SignatureScheme } from './signature-scheme.ts'

/** Headers as the sender makes them. Throws if the secret has the wrong format for the sender. */
export function signWith(
  scheme: SignatureScheme,
  request: { method: string; uri?: string; body: Buffer; id: string; nowMs: number },
  secret: string,
): Record<string, string> {
  const key = toKey(scheme, secret)
  if (!key) throw new TypeError('The secret has the wrong format for its sender: see docs/senders.md.')
  const seconds = String(Math.floor(request.nowMs / 1000))
  const name = scheme.headers.signature
  const signed = (parts: (string | Buffer)[]) => (scheme.prefix ?? '') + hmac(key, parts, scheme.encoding)
  switch (scheme.signs) {
    case 'body':
      return { [name]: signed([request.body]) }
    case 'time.body':
      return { [name]: `t=${seconds},v1=${signed([`${seconds}.`, request.body])}` }
    case 'id.time.body':
      return {
        [scheme.headers.id]: request.id,
        [scheme.headers.time]: seconds,
        [name]: `v1,${signed([`${request.id}.${seconds}.`, request.body])}`,
      }
    case 'method+uri+body+time': {
      const ms = String(request.nowMs)
      return { [scheme.headers.time]: ms, [name]: signed([request.method, request.uri ?? '', request.body, ms]) }
    }
  }
}

/** `sign` of a sender whose scheme needs nothing but the secret. `headers`: what it sends besides. */
export const signBy =
  (scheme: SignatureScheme, headers: (input: SignInput) => Record<string, string> = () => ({})): Source['sign'] =>
  (input, secret) => ({
    path: input.path,
    headers: { 'content-type': input.contentType, ...headers(input), ...signWith(scheme, input, secret) },
  })
