import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Delivery } from '../sources/source.ts'

/** The request as its sender made it. HTTP APIs hand everything but text, JSON, XML and JavaScript over as base64. */
export function toDelivery(event: APIGatewayProxyEventV2): Delivery {
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    query: event.rawQueryString ?? '',
    headers: event.headers ?? {},
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** A JSON answer of an HTTP API. */
export function jsonReply(
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
