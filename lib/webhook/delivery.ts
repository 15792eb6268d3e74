import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { WebhookSource } from '../config/webhook-config.ts'
import type { Acceptor, Delivery, LabelDelivery } from '../sources/source.ts'

/** The request as its sender made it. An HTTP API passes text, JSON, XML and JavaScript as they are, all else as base64. */
export const toDelivery = (event: APIGatewayProxyEventV2): Delivery => ({
  method: event.requestContext.http.method,
  path: event.rawPath,
  query: event.rawQueryString ?? '',
  headers: event.headers ?? {},
  body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
})

/** What a verified delivery says of an order's label and lines, and whether it is an event. With a configured translation, all are. */
export function labelDelivery(source: Acceptor, settings: WebhookSource, delivery: Delivery): LabelDelivery {
  const read = source.family === 'shops' ? source.labels?.(delivery, settings) : undefined
  return { ...read, isEvent: read?.isEvent !== false || settings.translate !== undefined }
}

/** The parts of `/shops/{source}` or `/forms/{source}/{token}`; `name` is empty for any other path. */
export function parsePath(path: string, family: Acceptor['family']): { name: string; rest: string | undefined } {
  const [root, name = '', rest, ...more] = path.split('/').slice(1)
  return root === family && more.length === 0 ? { name, rest: rest || undefined } : { name: '', rest: undefined }
}

/** The event's id: `<source>/<delivery key>`. The hash replaces a key that is long or has unusual characters. */
export function eventIdOf(name: string, key: string): string {
  const storable = /^[\w.:+=~-]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
  return `${name}/${storable}`
}

export type Reply = APIGatewayProxyStructuredResultV2

export const jsonReply = (statusCode: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** The same bytes for every refusal: nobody learns which sources exist. */
export const unauthorized = (): Reply =>
  jsonReply(401, { error: { code: 'unauthorized', message: 'The delivery could not be verified.' } })

export const tooLarge = (): Reply =>
  jsonReply(413, { error: { code: 'too_large', message: 'The delivery is larger than this bridge stores.' } })

export function unavailable(): Reply {
  const error = { code: 'unavailable', message: 'The delivery was not stored. Send it again later.' }
  return jsonReply(503, { error }, { 'retry-after': '30' })
}
