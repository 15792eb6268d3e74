import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { parseContentType } from '../lib/sources/shared/form-body.ts'

/** The answer of our functions; they do not use the shorthand results of format 2.0. */
export type HttpApiResult = APIGatewayProxyStructuredResultV2

export type HttpRequest = {
  method: string
  /** Path and query, encoded as in the request line. */
  target: string
  /** Name, value, name, value, ... like `IncomingMessage.rawHeaders`. */
  rawHeaders: readonly string[]
  body: Buffer
  sourceIp: string
}

/**
 * The event of an HTTP API with payload format 2.0 for a route `ANY /<family>/{proxy+}`
 * (API Gateway, "Create AWS Lambda proxy integrations for HTTP APIs"; live captures: hotsock/voker#8, ministackorg/ministack#766):
 * the path is decoded, the query is raw, headers are lower-case and joined by commas, cookies are separate.
 */
export function toHttpApiEvent(
  request: HttpRequest,
  family: string,
  at: { id: string; nowMs: number },
): APIGatewayProxyEventV2 {
  const { path, query: rawQueryString } = splitTarget(request.target)
  const { headers, cookies } = joinHeaders(request.rawHeaders)
  const routeKey = `ANY /${family}/{proxy+}`
  const query = joinQuery(rawQueryString)
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: at.id,
      routeKey,
      stage: '$default',
      time: commonLogTime(at.nowMs),
      timeEpoch: at.nowMs,
    },
    pathParameters: { proxy: path.slice(`/${family}/`.length) },
    ...toBody(request.body, headers['content-type']),
  }
}

/** Measured on API Gateway: text, JSON, XML and JavaScript come as text; everything else, or no type, as base64. */
const passesAsText = /^(?:text\/.+|application\/(?:json|xml|javascript))$/

function toBody(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false }
  if (passesAsText.test(parseContentType(contentType)?.essence ?? ''))
    return { body: body.toString('utf8'), isBase64Encoded: false }
  return { body: body.toString('base64'), isBase64Encoded: true }
}

function joinHeaders(rawHeaders: readonly string[]): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {}
  const cookies: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    if (name === 'cookie') cookies.push(...value.split(/;\s*/))
    else headers[name] = Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value
  }
  return { headers, cookies }
}

function joinQuery(rawQueryString: string): Record<string, string> | undefined {
  if (rawQueryString === '') return undefined
  const joined: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(rawQueryString))
    joined[name] = Object.hasOwn(joined, name) ? `${joined[name]},${value}` : value
  return joined
}

/** Splits the target of a request line: the path decoded (or raw if it cannot be decoded), the query raw. */
export function splitTarget(target: string): { path: string; query: string } {
  const [path = ''] = target.split('?', 1)
  return { path: decode(path), query: target.slice(path.length + 1) }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Like `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(nowMs: number): string {
  const [date = '', time = ''] = new Date(nowMs).toISOString().split(/[T.]/)
  const [year, month, day] = date.split('-')
  return `${day}/${months[Number(month) - 1]}/${year}:${time} +0000`
}
