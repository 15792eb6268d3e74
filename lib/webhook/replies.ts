import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** What a webhook answers, as an HTTP API takes it. */
export type Reply = APIGatewayProxyStructuredResultV2

export function jsonReply(statusCode: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { statusCode, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** The same bytes for every refusal: nobody learns which sources exist. */
export const unauthorized = (): Reply =>
  jsonReply(401, { error: { code: 'unauthorized', message: 'The delivery could not be verified.' } })

export const tooLarge = (): Reply =>
  jsonReply(413, { error: { code: 'too_large', message: 'The delivery is larger than this bridge stores.' } })

export const unavailable = (): Reply =>
  jsonReply(
    503,
    { error: { code: 'unavailable', message: 'The delivery was not stored. Send it again later.' } },
    { 'retry-after': '30' },
  )
