import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LocalServer, listen } from '../../local/listen.ts'
import { createAccess } from '../../local/serve/access.ts'
import type { Health } from '../../local/serve/health.ts'
import { consoleServer, webhookServer } from '../../local/serve/listeners.ts'
import { readPassword, storePassword } from '../../local/serve/password.ts'
import { messageOf } from './refusal.ts'
import { aFreePort, temporaryFolder } from './running-stack.ts'
import { until } from './until.ts'

const key = 'the-launch-key-of-this-start'
const consoleUrl = 'https://bridge.web.example'
const shown = { host: 'bridge.web.example' }
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const bearer = { authorization: `Bearer ${key}` }

let nowMs = 0
let health: Health = {}
let isStopping = false

async function started(
  isOpenTo: 'key' | 'password',
  { host = '127.0.0.1', port = 0, shownAt = consoleUrl } = {},
): Promise<{ pages: LocalServer; webhooks: LocalServer }> {
  const password = isOpenTo === 'password' ? async (given: string) => given === 'correct horse' : undefined
  const url = password && shownAt
  const access = createAccess({ key, password, consoleUrl: url, consoleHost: host, language: 'en', now: () => nowMs })
  const pages = new Hono()
    .post('*', async (c) => c.text(`${c.req.url} ${await c.req.text()}`))
    .all('*', (c) => c.text(`${c.req.method} ${c.req.url}`))
  const webhook = async () => ({ statusCode: 200, body: '{}' })
  const options = {
    ...{ access, consoleUrl: url, consoleHost: host, health: () => health, isStopping: () => isStopping },
    webhooks: { shops: webhook, forms: webhook, decide: webhook },
    operator: async (command: unknown) => ({ ok: true, result: command }),
    scheduled: { retry: async () => 1 },
    console: { fetch: (request: Request) => pages.fetch(request) },
    ...{ now: () => 0, newId: () => 'id', report: () => undefined },
  }
  return {
    pages: await listen(consoleServer(options), port, { host }),
    webhooks: await listen(webhookServer(options), 0),
  }
}

let byKey: Awaited<ReturnType<typeof started>>
let byPassword: Awaited<ReturnType<typeof started>>
beforeAll(async () => {
  byKey = await started('key')
  byPassword = await started('password')
})
afterAll(async () => {
  for (const { pages, webhooks } of [byKey, byPassword]) {
    await pages.close()
    await webhooks.close()
  }
})

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Through node:http, because fetch does not let a caller set Host. */
const send = (
  { url }: LocalServer,
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const [method, path] = line.split(' ')
    const request = httpRequest(`${url}${path}`, { method, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
    })
    request.once('error', reject)
    request.end(body)
  })

const statusOf = async (...sent: Parameters<typeof send>): Promise<number> => (await send(...sent)).status
const cookieIn = ({ headers }: Sent): string => String(headers['set-cookie']).split(';')[0] ?? ''
const logIn = (password: string, headers: Record<string, string> = {}) =>
  send(byPassword.pages, 'POST /login', {
    headers: { ...form, ...headers },
    body: new URLSearchParams({ password }).toString(),
  })

describe('the launch key', () => {
  it.each([
    ['GET /console', undefined],
    ['POST /operator', '{"command":"stats"}'],
    ['POST /tick', '{"function":"retry"}'],
  ])('opens %s, which nothing else does', async (line, body) => {
    const headers = body === undefined ? {} : json
    for (const { pages } of [byKey, byPassword])
      expect(await statusOf(pages, line, { headers: { ...headers, ...bearer }, ...(body && { body }) })).toBe(200)
    for (const authorization of ['', 'Bearer', `Bearer ${key}x`, `Bearer ${key.slice(1)}`, `Basic ${key}`])
      expect(await statusOf(byKey.pages, line, { headers: { ...headers, authorization }, ...(body && { body }) })).toBe(
        line === 'GET /console' ? 403 : 401,
      )
  })

  it('becomes a cookie that no script and no other site has, and leaves the address', async () => {
    const first = await send(byKey.pages, `GET /console?key=${key}&said=1`)
    expect([first.status, first.headers.location]).toEqual([303, '/console?said=1'])
    expect(String(first.headers['set-cookie'])).toMatch(
      new RegExp(`^bridge-session-${byKey.pages.port}=[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`),
    )
    expect(String(first.headers['set-cookie'])).not.toContain(key)
    const cookie = cookieIn(first)
    expect(await statusOf(byKey.pages, 'GET /console/search', { headers: { cookie } })).toBe(200)
    // A page may have a field of that name.
    expect((await send(byKey.pages, 'GET /console/correct?key=a', { headers: { cookie } })).body).toContain('?key=a')
    expect(await statusOf(byKey.pages, 'GET /console?key=wrong', { headers: { cookie } })).toBe(403)
    expect(await statusOf(byPassword.pages, 'GET /console', { headers: { cookie } })).toBe(303)
  })

  it('opens nothing at the public address, nor does its cookie', async () => {
    const cookie = cookieIn(await send(byPassword.pages, `GET /?key=${key}`))
    const headers = { ...json, ...shown }
    const body = '{"command":"stats"}'
    expect(await statusOf(byPassword.pages, 'POST /operator', { headers: { ...json, cookie }, body })).toBe(200)
    expect(await statusOf(byPassword.pages, 'POST /operator', { headers: { ...headers, cookie }, body })).toBe(401)
    expect(await statusOf(byPassword.pages, 'POST /operator', { headers: { ...headers, ...bearer }, body })).toBe(401)
    expect((await send(byPassword.pages, `GET /console?key=${key}`, { headers: shown })).headers.location).toBe(
      '/login',
    )
  })

  it.each(['127.0.0.2', '::1', '::', '0.0.0.0'])('opens the console that listens at %s', async (host) => {
    const other = await started('password', { host })
    const response = await fetch(`${other.pages.url}/operator`, {
      ...{ method: 'POST', headers: { ...json, ...bearer }, body: '{"command":"stats"}' },
    })
    expect(response.status).toBe(200)
    for (const server of Object.values(other)) await server.close()
  })

  it('opens the console whose public address is its own', async () => {
    const port = await aFreePort()
    const other = await started('password', { port, shownAt: `http://127.0.0.1:${port}` })
    expect(await statusOf(other.pages, 'GET /console', { headers: bearer })).toBe(200)
    for (const server of Object.values(other)) await server.close()
  })

  it.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the public address of a bridge that has no password', shown],
  ])('does not help %s', async (_, headers: Record<string, string>) => {
    for (const line of ['GET /console', 'POST /operator', 'GET /health', 'GET /'])
      expect(await statusOf(byKey.pages, line, { headers: { ...json, ...bearer, ...headers } })).toBe(403)
  })
})

describe('the password', () => {
  it('is asked for by a page in the look of the console, and opens everything for twelve hours', async () => {
    const asked = await send(byPassword.pages, 'GET /console/search')
    expect([asked.status, asked.headers.location]).toEqual([303, '/login'])
    const page = await send(byPassword.pages, 'GET /login')
    expect(page.body).toContain('<link rel="stylesheet" href="/console/style.css">')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await statusOf(byPassword.pages, 'GET /console/style.css')).toBe(200)

    const headers = { ...shown, origin: consoleUrl }
    const entered = await logIn('correct horse', headers)
    expect([entered.status, entered.headers.location]).toEqual([303, '/console'])
    expect(String(entered.headers['set-cookie'])).toMatch(
      /; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = cookieIn(entered)
    const inside = await send(byPassword.pages, 'GET /console/search?q=1', { headers: { ...headers, cookie } })
    // As the browser shows it, whatever the proxy says: forms compare it with their Origin.
    expect(inside.body).toBe(`GET ${consoleUrl}/console/search?q=1`)
    const proxied = { ...headers, cookie, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    expect((await send(byPassword.pages, 'GET /console', { headers: proxied })).body).toBe(`GET ${consoleUrl}/console`)
    const typed = { headers: { ...headers, ...form, cookie }, body: 'note=a' }
    expect((await send(byPassword.pages, 'POST /console/forget', typed)).body).toBe(
      `${consoleUrl}/console/forget note=a`,
    )
    nowMs += 12 * 3_600_000
    expect(await statusOf(byPassword.pages, 'GET /console', { headers: { ...headers, cookie } })).toBe(303)
  })

  it('can be tried wrongly five times a minute, by all together, and the key opens all the same', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await logIn('wrong')).status).toBe(401)
    const refused = await logIn('correct horse')
    expect([refused.status, refused.headers['retry-after'], refused.headers['set-cookie']]).toEqual([
      429,
      '60',
      undefined,
    ])
    expect(await statusOf(byPassword.pages, 'GET /console', { headers: bearer })).toBe(200)
    nowMs += 60_000
    for (let tries = 0; tries < 6; tries += 1) expect((await logIn('correct horse')).status).toBe(303)
    expect((await logIn('correct horse', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await logIn('x'.repeat(5_000))).status).toBe(413)
  })

  it('is kept as a hash for this user alone, and a file that is none is refused', async () => {
    const folder = temporaryFolder()
    expect(readPassword(folder)).toBeUndefined()
    await expect(storePassword(folder, 'short')).rejects.toThrow('at least 8 characters')
    await storePassword(folder, 'correct horse')
    const file = join(folder, 'password')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toContain('horse')
    const check = readPassword(folder)
    expect([await check?.('correct horse'), await check?.('correct hors'), await check?.('')]).toEqual([
      true,
      false,
      false,
    ])
    writeFileSync(file, 'correct horse\n')
    expect(messageOf(() => readPassword(folder))).toMatch(/password is not a stored password: /)
  })
})

describe('the listener of webhooks', () => {
  it('has neither console nor operator', async () => {
    for (const line of ['GET /', 'GET /console', 'POST /operator', 'POST /tick', 'GET /login'])
      expect(await statusOf(byPassword.webhooks, line, { headers: { ...json, ...bearer } })).toBe(404)
  })

  it('keeps no body of more than a megabyte, and neither does the other', async () => {
    const body = Buffer.alloc(1_000_001)
    expect(await statusOf(byKey.webhooks, 'POST /shops/shopify', { body: body.subarray(1) })).toBe(200)
    expect(await statusOf(byKey.webhooks, 'POST /shops/shopify', { body })).toBe(413)
    expect(await statusOf(byKey.pages, 'POST /operator', { headers: { ...json, ...bearer }, body })).toBe(413)
  })

  it('takes as many connections as it can bear, and the console has its own', async () => {
    const opened = Array.from({ length: 100 }, () =>
      connect(byKey.pages.port, '127.0.0.1').on('error', () => undefined),
    )
    onTestFinished(() => {
      for (const socket of opened) socket.destroy()
    })
    const left = () => opened.filter(({ readableEnded }) => !readableEnded).length
    await until('the end of what is too much', () => left() <= 64)
    // Some of the 64 may be connections of the tests above, which are kept alive.
    expect(left()).toBeGreaterThan(50)
    expect(await statusOf(byKey.webhooks, 'GET /health')).toBe(200)
  })

  it('answers 503 once the bridge is stopping, so that senders repeat their deliveries', async () => {
    isStopping = true
    const { status, headers } = await send(byKey.webhooks, 'POST /shops/shopify', { body: '{}' })
    const pages = await Promise.all(
      ['GET /console', 'POST /operator', 'POST /tick', 'GET /health'].map((line) =>
        statusOf(byKey.pages, line, { headers: { ...json, ...bearer } }),
      ),
    )
    isStopping = false
    expect([status, headers['retry-after'], ...pages]).toEqual([503, '30', 503, 503, 503, 200])
  })

  it('says on both listeners whether the bridge works', async () => {
    for (const server of [byKey.webhooks, byKey.pages])
      expect((await send(server, 'GET /health')).body).toBe('{"ok":true}')
    health = { reason: 'the last write to the store failed' }
    const { status, body } = await send(byKey.webhooks, 'GET /health')
    health = {}
    expect([status, JSON.parse(body)]).toEqual([503, { ok: false, reason: 'the last write to the store failed' }])
  })
})
