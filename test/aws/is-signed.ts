import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const claimOf = ({ headers }: IncomingMessage) =>
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  ) ?? []

/** As whom a request was signed. */
export const keyIdOf = (incoming: IncomingMessage): string | undefined => claimOf(incoming)[1]
const hmac = (key: string | Buffer, said: string) => createHmac('sha256', key).update(said).digest()
const sha256 = (said: string) => createHash('sha256').update(said).digest('hex')
type Signed = { body: string; secret: string; service: string }

/** Whether a POST in eu-central-1 has the Signature Version 4 that AWS describes. */
export function isSigned(incoming: IncomingMessage, { body, secret, service }: Signed): boolean {
  const [, , scope = '', signed = '', signature] = claimOf(incoming)
  if (!scope.endsWith(`/eu-central-1/${service}/aws4_request`)) return false
  const lines = signed.split(';').map((name) => `${name}:${incoming.headers[name]}\n`)
  const canonical = ['POST', incoming.url, '', lines.join(''), signed, sha256(body)].join('\n')
  const said = ['AWS4-HMAC-SHA256', incoming.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, said).toString('hex') === signature
}
