import { hmac, type SignatureScheme, toKey } from './signature.ts'

/** Headers as the sender would make them. Throws where the secret cannot be one of this sender. */
export function signWith(
  scheme: SignatureScheme,
  request: { method: string; uri?: string; body: Buffer; id: string; nowMs: number },
  secret: string,
): Record<string, string> {
  const key = toKey(scheme, secret)
  if (!key) throw new TypeError('This is not a secret that the sender could sign with.')
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
