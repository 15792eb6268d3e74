import { describe, expect, it } from 'vitest'
import { type HttpRequest, toHttpApiEvent } from '../../local/http-api-event.ts'

const at = { id: 'request-1', nowMs: Date.UTC(2026, 2, 5, 9, 3, 58, 123) }

const eventOf = (more: Partial<HttpRequest>) =>
  toHttpApiEvent(
    { method: 'POST', target: '/shops/shopify', rawHeaders: [], body: Buffer.alloc(0), sourceIp: '127.0.0.1', ...more },
    'shops',
    at,
  )

describe('an event like that of an HTTP API', () => {
  it('has the shape of payload format 2.0', () => {
    const rawHeaders = ['Host', 'bridge.example.com', 'User-Agent', 'S/1', 'Content-Type', 'application/json']
    expect(eventOf({ target: '/shops/shopify?a=1', rawHeaders, body: Buffer.from('{}') })).toEqual({
      version: '2.0',
      routeKey: 'ANY /shops/{proxy+}',
      rawPath: '/shops/shopify',
      rawQueryString: 'a=1',
      headers: { host: 'bridge.example.com', 'user-agent': 'S/1', 'content-type': 'application/json' },
      queryStringParameters: { a: '1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'bridge.example.com',
        domainPrefix: 'local',
        http: { method: 'POST', path: '/shops/shopify', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'S/1' },
        requestId: 'request-1',
        routeKey: 'ANY /shops/{proxy+}',
        stage: '$default',
        time: '05/Mar/2026:09:03:58 +0000',
        timeEpoch: at.nowMs,
      },
      pathParameters: { proxy: 'shopify' },
      body: '{}',
      isBase64Encoded: false,
    })
  })

  it('joins a repeated header and a repeated parameter by commas', () => {
    const rawHeaders = ['X-Sig', 'a', 'x-sig', 'b', 'constructor', 'c']
    const event = eventOf({ target: '/shops/s?x=1&x=2&y=%20', rawHeaders })
    expect(event.headers).toEqual({ 'x-sig': 'a,b', constructor: 'c' })
    expect(event.queryStringParameters).toEqual({ x: '1,2', y: ' ' })
    expect(event.rawQueryString).toBe('x=1&x=2&y=%20')
  })

  it('has cookies apart from the headers', () => {
    const event = eventOf({ rawHeaders: ['Cookie', 'a=1; b=2', 'cookie', 'c=3'] })
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3'])
    expect(event.headers).toEqual({})
  })

  it('leaves out cookies, parameters and body if there are none', () => {
    const event = eventOf({ method: 'GET' })
    expect(event).not.toHaveProperty('cookies')
    expect(event).not.toHaveProperty('queryStringParameters')
    expect(event).not.toHaveProperty('body')
    expect(event.isBase64Encoded).toBe(false)
  })

  it('has the decoded path, or the raw one if it cannot be decoded', () => {
    expect(eventOf({ target: '/shops/a%20b/c' }).rawPath).toBe('/shops/a b/c')
    expect(eventOf({ target: '/shops/a%20b/c' }).pathParameters).toEqual({ proxy: 'a b/c' })
    expect(eventOf({ target: '/shops/%zz' }).rawPath).toBe('/shops/%zz')
  })

  it('splits path and query at the first question mark only', () => {
    expect(eventOf({ target: '/shops/s?a=1?b' })).toMatchObject({ rawPath: '/shops/s', rawQueryString: 'a=1?b' })
  })

  it.each([
    ['text/plain', false],
    ['text/html; charset=utf-8', false],
    ['application/json', false],
    ['Application/JSON;charset=utf-8', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=x', true],
    ['application/octet-stream', true],
    ['application/vnd.api+json', true],
    ['application/jsonp', true],
    ['text', true],
    ['text/plain, application/json', true],
    [undefined, true],
  ])('passes %s on as base64: %s', (contentType, isBase64Encoded) => {
    const event = eventOf({ rawHeaders: contentType ? ['content-type', contentType] : [], body: Buffer.from('häh') })
    expect(event.isBase64Encoded).toBe(isBase64Encoded)
    expect(event.body).toBe(isBase64Encoded ? Buffer.from('häh').toString('base64') : 'häh')
  })
})
