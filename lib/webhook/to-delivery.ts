import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Delivery } from '../sources/source.ts'

/** The request as its sender made it. An HTTP API passes every body as base64 that is not text, JSON, XML or JavaScript. */
export function toDelivery(event: APIGatewayProxyEventV2): Delivery {
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    query: event.rawQueryString ?? '',
    headers: event.headers ?? {},
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  }
}
