import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../../local/api.ts'
import { type LocalServer, listen } from '../../local/listen.ts'
import { startPage } from '../../local/start-page.ts'

const events: APIGatewayProxyEventV2[] = []
const commands: unknown[] = []
const reports: string[] = []
let answer: unknown
let operatorAnswer: unknown
let server: LocalServer

beforeAll(async () => {
  const webhook = async (event: unknown): Promise<unknown> => {
    events.push(event as APIGatewayProxyEventV2)
    if (answer instanceof Error) throw answer
    return answer
  }
  const api = createApi({
    webhooks: { shops: webhook, forms: webhook, decide: webhook },
    operator: async (command) => {
      commands.push(command)
      return operatorAnswer
    },
    scheduled: {
      retry: async () => ({ worked: 2 }),
      broken: async () => {
        throw new Error('inner words')
      },
    },
    console: { fetch: (request) => new Response(`console: ${new URL(request.url).pathname}`) },
    sandboxUrl: 'http://127.0.0.1:3001',
    now: () => 0,
    newId: () => 'id',
    report: (message) => reports.push(message),
  })
  server = await listen(api, 0)
})
afterAll(() => server.close())
beforeEach(() => {
  events.length = 0
  commands.length = 0
  answer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
  operatorAnswer = { ok: true, result: 1 }
})

type Sent = { status: number; headers: Record<string, unknown>; body: string }

/** Through node:http, because fetch does not let a caller set Host. */
const send = (
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}${path}`, { method, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
    })
    request.once('error', reject)
    request.end(body)
  })

const json = { 'content-type': 'application/json' }
const own = (): string => server.url.replace('http://', '')
type Foreign = [title: string, headers: () => Record<string, string>]
/** Pages and programs that are not of this machine, or come through a tunnel. */
const foreign: Foreign[] = [
  ['another Host', () => ({ host: 'evil.example' })],
  ['another port in Host', () => ({ host: '127.0.0.1:1' })],
  ['a name that only begins with our address', () => ({ host: own().replace(':', '.evil.example:') })],
  ['another Origin', () => ({ origin: 'https://evil.example' })],
  ['the null Origin of a sandboxed page', () => ({ origin: 'null' })],
  ['localhost as Origin of 127.0.0.1', () => ({ origin: `http://${own().replace('127.0.0.1', 'localhost')}` })],
  ['a tunnel that rewrites Host', () => ({ 'x-forwarded-for': '1.2.3.4' })],
]
const tooLarge = Buffer.alloc(11 * 1024 * 1024)
const inBothWays: Record<string, string>[] = [
  { 'content-length': String(tooLarge.length) },
  { 'transfer-encoding': 'chunked' },
]

describe('webhooks on one machine', () => {
  it.each([
    ['POST', '/shops/shopify'],
    ['GET', '/shops/shopware/register?shop-id=1'],
    ['POST', '/forms/jotform/token'],
    ['DELETE', '/forms/anything/at/all'],
    ['OPTIONS', '/shops/shopify'],
    ['HEAD', '/shops/shopify'],
    ['POST', '/shops/'],
  ])('passes %s %s to the function', async (method, path) => {
    expect((await send(method, path)).status).toBe(200)
    expect(events.map(({ requestContext, rawPath }) => [requestContext.http.method, rawPath])).toEqual([
      [method, path.split('?')[0]],
    ])
  })

  it.each([
    ['POST', '/'],
    ['GET', '/index.html'],
    ['POST', '/shops'],
    ['POST', '/shopsy/x'],
    ['GET', '/operator'],
    ['POST', '/other'],
  ])('answers 404 for %s %s', async (method, path) => {
    expect(await send(method, path, method === 'POST' ? json : {})).toMatchObject({ status: 404 })
    expect(events).toEqual([])
  })

  it('keeps every byte of the body', async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 13, 195, 40])
    await send('POST', '/forms/x', { 'content-type': 'application/octet-stream' }, bytes)
    expect(Buffer.from(events[0]?.body ?? '', 'base64')).toEqual(bytes)
  })

  it('accepts any Host, because a tunnel sends its own', async () => {
    const { status } = await send('POST', '/shops/shopify', {
      host: 'abc.tunnel.example',
      'x-forwarded-for': '1.2.3.4',
      origin: 'https://evil.example',
    })
    expect(status).toBe(200)
  })

  it('answers with status, headers, cookies and body of the function', async () => {
    answer = {
      statusCode: 503,
      headers: { 'Retry-After': 30 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from('hé').toString('base64'),
      isBase64Encoded: true,
    }
    const sent = await send('POST', '/shops/shopify')
    expect(sent).toMatchObject({ status: 503, body: 'hé' })
    expect(sent.headers).toMatchObject({ 'retry-after': '30', 'set-cookie': ['a=1', 'b=2'] })
  })

  it('answers 500 without the error text when a function fails', async () => {
    answer = new Error('inner words')
    const sent = await send('POST', '/shops/shopify')
    expect(sent.status).toBe(500)
    expect(sent.body).toBe('{"message":"Internal Server Error"}')
  })

  it('passes a body of some megabytes to the function and refuses more than ten', async () => {
    expect((await send('POST', '/shops/shopify', {}, Buffer.alloc(9 * 1024 * 1024))).status).toBe(200)
    expect(events[0]?.headers['content-length']).toBe(String(9 * 1024 * 1024))
    for (const headers of inBothWays)
      expect(await send('POST', '/shops/shopify', headers, tooLarge)).toMatchObject({
        status: 413,
        body: '{"message":"Request Entity Too Large"}',
      })
    expect(events).toHaveLength(1)
  })

  it('accepts a body in chunks', async () => {
    await send('POST', '/shops/shopify', { ...json, 'transfer-encoding': 'chunked' }, '{"a":1}')
    expect(events[0]?.body).toBe('{"a":1}')
  })
})

describe.each(['/operator', '/tick'])('%s', (path) => {
  const body = '{"command":"stats","function":"retry"}'

  it('answers its own programs and pages', async () => {
    expect((await send('POST', path, json, body)).status).toBe(200)
    expect((await send('POST', path, { ...json, host: own(), origin: `http://${own()}` }, body)).status).toBe(200)
    expect((await send('POST', path, { ...json, host: own().replace('127.0.0.1', 'localhost') }, body)).status).toBe(
      200,
    )
    expect((await send('POST', path, { 'content-type': 'application/json; charset=utf-8' }, body)).status).toBe(200)
  })

  it.each([
    ...foreign.map(([title, headers]): Foreign => [title, () => ({ ...json, ...headers() })]),
    ['a form', () => ({ 'content-type': 'application/x-www-form-urlencoded' })],
    ['text that happens to be JSON', () => ({ 'content-type': 'text/plain' })],
    ['text that mentions JSON', () => ({ 'content-type': 'text/plain; application/json' })],
    ['a type that is none', () => ({ 'content-type': ';application/json' })],
    ['no content type', () => ({})],
  ])('answers 403 for %s', async (_case, headers) => {
    const sent = await send('POST', path, headers(), body)
    expect(sent.status).toBe(403)
    expect(JSON.parse(sent.body)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(commands).toEqual([])
  })

  it('answers 400 for a body that is not valid JSON', async () => {
    const sent = await send('POST', path, json, '{')
    expect(sent.status).toBe(400)
    expect(JSON.parse(sent.body)).toMatchObject({ ok: false })
  })

  it('answers 413 for more than ten megabytes, once all of it was sent', async () => {
    for (const headers of inBothWays) {
      const sent = await send('POST', path, { ...json, ...headers }, tooLarge)
      expect(sent.status).toBe(413)
      expect(JSON.parse(sent.body)).toMatchObject({ ok: false, error: { code: 'too_large' } })
    }
  })
})

describe('GET /', () => {
  const port = (): string => new URL(server.url).port

  it('says in plain text what runs here and what to do next', async () => {
    const { status, headers, body } = await send('GET', '/')
    expect([status, headers['content-type']]).toEqual([303, 'text/plain; charset=utf-8'])
    expect(headers.location).toBe('/console')
    expect(body).toContain(`Console       ${server.url}/console\n`)
    expect(body).toMatch(/^This is backoffice-bridge\.\n/)
    expect(body).toContain(`\n  PORT=${port()} npm run send -- shopify refund\n`)
    expect(body).toContain(`\n  PORT=${port()} npx backoffice-bridge event.list\n`)
    expect(body).toContain(`POST ${server.url}/operator`)
    expect(body).toContain('Back office   http://127.0.0.1:3001/ (the sandbox, an emulator)\n')
    expect(body.split('\n').length).toBeLessThan(60)
    expect(body.length).toBeLessThan(4_096)
    expect(body).toMatch(/^[\n -~]+$/)
    expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('answers HEAD, and shows addresses under localhost if the request used that name', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    expect(await send('HEAD', '/')).toMatchObject({ status: 303, headers, body: '' })
    const host = own().replace('127.0.0.1', 'localhost')
    expect((await send('GET', '/', { host })).body).toContain(`POST http://${host}/operator`)
    expect((await send('GET', '/', { origin: server.url })).status).toBe(303)
  })

  it.each(foreign)('answers 403 for %s', async (_case, headers) => {
    for (const method of ['GET', 'HEAD']) expect((await send(method, '/', headers())).status).toBe(403)
    const { body } = await send('GET', '/', headers())
    expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })
})

describe('/console', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each(['/console', '/console/event?id=a', '/console/style.css'])('passes %s on', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 200, body: `console: ${path.split('?')[0]}` })
  })

  it('passes a form on, whose origin and token the console checks', async () => {
    expect((await send('POST', '/console/event', form, 'token=x')).status).toBe(200)
  })

  it.each(foreign)('answers 403 for %s', async (_case, headers) => {
    expect((await send('GET', '/console', headers())).status).toBe(403)
    expect((await send('POST', '/console/event', { ...form, ...headers() }, 'token=x')).status).toBe(403)
  })
})

describe('startPage', () => {
  it('names no sandbox if another back office is used', () => {
    const page = startPage({ url: 'http://127.0.0.1:3000', sandboxUrl: undefined })
    expect(page).toContain('Back office   the one that BACKOFFICE_URL names\n')
    expect(page).not.toContain('sandbox')
  })
})

describe('POST /operator', () => {
  it('passes the command on and returns the answer unchanged', async () => {
    operatorAnswer = { ok: true, result: { events: [] }, more: 1 }
    const sent = await send('POST', '/operator', json, '{"command":"event.list","limit":5}')
    expect(commands).toEqual([{ command: 'event.list', limit: 5 }])
    expect(JSON.parse(sent.body)).toEqual(operatorAnswer)
  })

  it('accepts a command of 100 levels and answers 400 for deeper ones', async () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}[1]${'}'.repeat(levels)}`
    expect((await send('POST', '/operator', json, nested(99))).status).toBe(200)
    for (const levels of [100, 50_000]) {
      const sent = await send('POST', '/operator', json, nested(levels))
      expect(sent.status).toBe(400)
      const error = { code: 'invalid_json', message: expect.stringContaining('nested deeper than 100 levels') }
      expect(JSON.parse(sent.body)).toMatchObject({ ok: false, error })
    }
    expect(commands).toHaveLength(1)
  })

  it('answers 400 with the error of a refused command', async () => {
    operatorAnswer = { ok: false, error: { code: 'not_found', message: 'No such event.' } }
    const sent = await send('POST', '/operator', json, '{"command":"event.get","id":"x"}')
    expect(sent.status).toBe(400)
    expect(JSON.parse(sent.body)).toEqual(operatorAnswer)
  })
})

describe('POST /tick', () => {
  it('answers with the result when the function has ended', async () => {
    const sent = await send('POST', '/tick', json, '{"function":"retry"}')
    expect(JSON.parse(sent.body)).toEqual({ ok: true, result: { worked: 2 } })
  })

  it.each(['{"function":"audit"}', '{"function":"toString"}', '{}', '[]'])(
    'answers 400 for %s and names the functions',
    async (body) => {
      const sent = await send('POST', '/tick', json, body)
      expect(sent.status).toBe(400)
      const error = { message: expect.stringContaining('retry, broken') }
      expect(JSON.parse(sent.body)).toMatchObject({ ok: false, error })
    },
  )

  it('answers 500 without the error text when the function fails, and reports it', async () => {
    const sent = await send('POST', '/tick', json, '{"function":"broken"}')
    expect(sent.status).toBe(500)
    expect(sent.body).not.toContain('inner words')
    expect(reports).toContain('A scheduled function failed')
  })
})
