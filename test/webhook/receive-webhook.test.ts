import { createHmac } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../lib/config/checked.ts'
import { defineConfig } from '../../lib/config/config.ts'
import { RetryLater } from '../../lib/errors.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { toDelivery } from '../../lib/webhook/delivery.ts'
import { receiveWebhook, type WebhookDependencies } from '../../lib/webhook/receive-webhook.ts'
import { createMemoryInbox } from '../memory/memory-stores.ts'
import { openTableInbox } from '../memory/memory-table.ts'
import { signed as signedDelivery } from '../sources/deliveries.ts'
import { everySecret, everySource, kindOf, secretFor } from '../sources/hooks.ts'

const nowMs = Date.parse('2026-03-02T09:00:00Z')
const publicUrl = 'https://hooks.example.com'
const config = defineConfig({ publicUrl, sources: { ...everySource.sources, unset: { kind: 'standard' } } })
const never = () => new Promise<never>(() => {})

function createHooks(overrides: Partial<WebhookDependencies> = {}) {
  let ids = 0
  const logged: string[] = []
  const asked: boolean[] = []
  const inbox = createMemoryInbox({ newId: () => `id-${++ids}` })
  const say = (message: string, fields: object) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const { readSecrets = async () => everySecret, ...rest } = overrides
  const dependencies: WebhookDependencies = {
    config,
    inbox,
    readSecrets: async (options) => {
      asked.push(options.fresh)
      return await readSecrets(options)
    },
    now: () => nowMs,
    sleep: never,
    log: { info: say, warn: say, error: say },
    hintMs: 120_000,
    bodyLimit: 1_000_000,
    answerWithinMs: 3_500,
    ...rest,
  }
  const send = async (request: Request) => {
    const got = await receiveWebhook(dependencies, request.family ?? 'forms', toDelivery(toEvent(request)))
    return { status: got.statusCode, headers: got.headers, bytes: got.body, body: JSON.parse(got.body ?? 'null') }
  }
  return { dependencies, inbox, logged, asked, send }
}

type Request = {
  family?: 'shops' | 'forms'
  method?: string
  path: string
  query?: string
  headers?: Record<string, string>
  body?: string | Buffer
  base64?: boolean
}

const toEvent = ({ method = 'POST', path, query = '', headers = {}, body = '', base64 }: Request) =>
  ({
    rawPath: path,
    rawQueryString: query,
    headers,
    requestContext: { http: { method } },
    body: Buffer.from(body).toString(base64 ? 'base64' : 'utf8'),
    isBase64Encoded: base64 === true,
  }) as unknown as APIGatewayProxyEventV2

/** A delivery as its real sender would sign it. */
function signed(
  kind: string,
  body: string | Buffer = '{"id": 1}',
  options: { id?: string; secret?: string; at?: number } = {},
) {
  const { id = 'delivery-1', secret = secretFor(kind), at = nowMs } = options
  const source = kindOf(kind)
  return { family: source.family, ...signedDelivery(source, { id, body, secret, nowMs: at, publicUrl }) }
}
const aShopwareBody = '{"data": {"event": "x"}, "source": {"shopId": "s1", "eventId": "e1"}}'
const bodyOf = (kind: string) => (kind === 'shopware' ? aShopwareBody : '{"id": 1}')

/** The answer to every refused delivery, byte by byte. */
const refusal = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  bytes: '{"error":{"code":"unauthorized","message":"The delivery could not be verified."}}',
}
const unavailable = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  body: { error: { code: 'unavailable' } },
}

describe('a genuine delivery', () => {
  it.each(sourceKinds)('of %s is stored unchanged, then accepted, and a duplicate the second time', async (kind) => {
    const hooks = createHooks()
    const answer = await hooks.send(signed(kind, bodyOf(kind)))
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(new RegExp(`^${kind}/.`)), status: 'accepted' },
    })
    expect(Object.keys(answer.body)).toEqual(['id', 'status'])
    const event = await hooks.inbox.get(answer.body.id)
    expect(event).toMatchObject({ status: 'ready', source: kind, receivedAt: nowMs, wakeAt: nowMs + 120_000 })
    expect(event?.delivery?.body.toString()).toBe(bodyOf(kind))
    expect(JSON.stringify(event?.delivery?.headers)).not.toContain('signature')
    expect(hooks.asked).toEqual([false])
    expect(await hooks.send(signed(kind, bodyOf(kind)))).toMatchObject({
      status: 200,
      body: { id: answer.body.id, status: 'duplicate' },
    })
    expect(await hooks.inbox.get(answer.body.id)).toEqual(event)
  })

  it('is verified over the bytes that were sent, which an HTTP API passes as base64', async () => {
    const hooks = createHooks()
    const body = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xc3])
    const answer = await hooks.send({ ...signed('shopify', body), base64: true })
    expect(answer).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect((await hooks.inbox.get(answer.body.id))?.delivery?.body).toEqual(body)
  })

  it.each([
    ['cannot be parsed', 'no json'],
    ['is empty', ''],
    ['maps to nothing', '{"type": "something.else"}'],
  ])('is accepted although its body %s', async (_title, body) => {
    const accepted = { status: 200, body: { status: 'accepted' } }
    expect(await createHooks().send(signed('standard', body))).toMatchObject(accepted)
  })

  it('may have a slash at the end of its path', async () => {
    const request = signed('standard')
    expect(await createHooks().send({ ...request, path: `${request.path}/` })).toMatchObject({ status: 200 })
  })

  it.each([
    ['unusual characters', 'a/b ✓?'],
    ['too many characters', 'x'.repeat(201)],
  ])('whose key has %s is stored under the key’s hash, and is a duplicate the second time', async (_title, id) => {
    const hooks = createHooks()
    const send = () => hooks.send(signed('standard', '{}', { id }))
    const { body } = await send()
    expect(body.id).toMatch(/^standard\/sha256:[0-9a-f]{64}$/)
    expect(await send()).toMatchObject({ body: { id: body.id, status: 'duplicate' } })
  })

  it('keeps an ordinary key as it is', async () => {
    const { body } = await createHooks().send(signed('standard', '{}', { id: 'x'.repeat(200) }))
    expect(body.id).toBe(`standard/${'x'.repeat(200)}`)
  })
})

describe('a delivery that is not genuine', () => {
  const genuine = signed('standard')
  it.each<[string, Request]>([
    ['an unknown source', { ...genuine, path: '/forms/nobody' }],
    ['a source of the other family', { ...signed('shopify'), family: 'forms', path: '/forms/shopify' }],
    ['the other family’s address', { ...genuine, family: 'shops', path: '/shops/standard' }],
    ['an address of the other function', { ...genuine, family: 'shops' }],
    ['no source at all', { ...genuine, path: '/forms' }],
    ['only a slash', { ...genuine, path: '/forms/' }],
    ['the root', { ...genuine, path: '/' }],
    ['nothing', { ...genuine, path: '' }],
    ['a longer address', { ...genuine, path: '/forms/standard/x/y' }],
    ['a token where none belongs', { ...genuine, path: '/forms/standard/token' }],
    ['a name in another case', { ...genuine, path: '/forms/Standard' }],
    ['an encoded name', { ...genuine, path: '/forms/%73tandard' }],
    ['a name of every object', { ...genuine, path: '/forms/constructor' }],
    ['the prototype', { ...genuine, path: '/forms/__proto__' }],
    ['the operator', { ...genuine, path: '/forms/operator' }],
    ['two slashes', { ...genuine, path: '/forms//standard' }],
    ['dots', { ...genuine, path: '/forms/../forms/standard' }],
    ['a source without secrets', { ...genuine, path: '/forms/unset' }],
    ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method): [string, Request] => [
      `the method ${method}`,
      { ...genuine, method },
    ]),
    [
      'Shopware’s registration without a signature',
      { family: 'shops', method: 'GET', path: '/shops/shopware/register', query: 'shop-id=1' },
    ],
  ])('gets the same 401: %s', async (_title, request) => {
    const hooks = createHooks()
    expect(await hooks.send(request)).toMatchObject(refusal)
    expect((await hooks.inbox.list({ limit: 10 })).events).toEqual([])
  })

  it('is logged with its source and the reason, never with what was sent', async () => {
    const hooks = createHooks()
    await hooks.send({
      ...signed('standard', '{"email": "anna@example.com"}'),
      headers: { 'webhook-signature': 'v1,hunter2' },
    })
    await hooks.send({ ...signed('jotform'), path: '/forms/jotform/not-the-token-of-this-source' })
    expect(hooks.logged.join()).toContain('"source":"standard"')
    expect(hooks.logged.join()).not.toMatch(/anna|hunter2|not-the-token/)
  })
})

describe('secrets', () => {
  it('that were rotated are read fresh once, then the delivery is accepted', async () => {
    const fresh = `whsec_${Buffer.from('the new secret of a test').toString('base64')}`
    const hooks = createHooks({
      readSecrets: async ({ fresh: isFresh }) => (isFresh ? { standard: [fresh] } : everySecret),
    })
    expect(await hooks.send(signed('standard', '{}', { secret: fresh }))).toMatchObject({ status: 200 })
    expect(hooks.asked).toEqual([false, true])
  })

  it('that are too short prove nothing, and the log says so without them', async () => {
    const short = `whsec_${Buffer.from('fifteen bytes..').toString('base64')}`
    const hooks = createHooks({ readSecrets: async () => ({ standard: [short, secretFor('standard')] }) })
    expect(await hooks.send(signed('standard', '{}', { secret: short }))).toMatchObject({ status: 401 })
    expect(hooks.logged.join()).toMatch(/1 of 2 secrets of this source is too short \(fewer than 16 bytes\)/)
    expect(hooks.logged.join()).not.toContain(short)
    expect(await hooks.send(signed('standard', '{}', { secret: secretFor('standard') }))).toMatchObject({ status: 200 })
  })

  it.each(sourceKinds)('of two characters make %s refuse what they have signed', async (kind) => {
    const hooks = createHooks({ readSecrets: async () => ({ [kind]: ['xx'] }) })
    const body = '{"source": {"shopId": "s"}}'
    expect(await hooks.send(signed(kind, body, { secret: 'xx' }))).toMatchObject({ status: 401 })
  })

  it('that do not match are read twice and no more', async () => {
    const hooks = createHooks()
    await hooks.send({ ...signed('standard'), body: 'changed' })
    expect(hooks.asked).toEqual([false, true])
  })

  it('are not read for a source that does not exist', async () => {
    const hooks = createHooks()
    await hooks.send({ path: '/forms/nobody' })
    expect(hooks.asked).toEqual([])
  })

  it.each<[string, Partial<WebhookDependencies>]>([
    [
      'cannot be read',
      { readSecrets: async () => Promise.reject(new RetryLater('secret arn:aws:hunter2 cannot be read')) },
    ],
    [
      'cannot be read fresh',
      {
        readSecrets: async ({ fresh }) =>
          fresh ? Promise.reject(new RetryLater('hunter2')) : { standard: ['whsec_b2xk'] },
      },
    ],
  ])('that %s lead to a 503, and nothing is stored', async (_title, overrides) => {
    const hooks = createHooks(overrides)
    expect(await hooks.send(signed('standard'))).toMatchObject(unavailable)
    expect((await hooks.inbox.list({ limit: 10 })).events).toEqual([])
    expect(hooks.logged.join()).not.toContain('hunter2')
  })
})

describe('a delivery that is too large', () => {
  it('is refused with 413 one byte over the limit, before any secret is read', async () => {
    const hooks = createHooks({ bodyLimit: 10 })
    expect(await hooks.send(signed('shopify', '12345678901'))).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
    expect(hooks.asked).toEqual([])
    expect(await hooks.send(signed('shopify', '1234567890'))).toMatchObject({ status: 200 })
  })

  it('is one of more than 64 KB for a form, which anybody can fill in', async () => {
    const { send } = createHooks()
    const statusOf = async (kind: string, length: number) => (await send(signed(kind, 'x'.repeat(length)))).status
    expect([await statusOf('standard', 65_536), await statusOf('standard', 65_537)]).toEqual([200, 413])
    expect(await statusOf('shopify', 65_537)).toBe(200)
  })

  it('gets the same answer for every source and for none, so that nobody learns what exists', async () => {
    const { send } = createHooks({ bodyLimit: 10 })
    const answers = ['/forms/standard', '/forms/nobody', '/forms/shopify', '/forms', '/forms/a/b/c'].map((path) =>
      send({ path, body: '12345678901' }),
    )
    const [first, ...others] = await Promise.all(answers)
    expect(first?.status).toBe(413)
    for (const other of others) expect(other).toEqual(first)
  })

  it('is measured in the bytes that were sent, not in base64', async () => {
    const hooks = createHooks({ bodyLimit: 10 })
    expect(await hooks.send({ ...signed('shopify', '1234567890'), base64: true })).toMatchObject({ status: 200 })
  })

  it('is refused with 413 also if only the table cannot take it', async () => {
    const inbox = openTableInbox(() => 'id')
    const hooks = createHooks({ inbox })
    let noise = ''
    for (let index = 0; noise.length < 900_000; index += 1)
      noise += createHmac('sha256', 'k').update(String(index)).digest('base64')
    expect(await hooks.send(signed('shopify', noise))).toMatchObject({ status: 413 })
    expect((await inbox.list({ limit: 10 })).events).toEqual([])
  })
})

describe('a service that hangs or fails', () => {
  /** The deadline comes at once; everything else never. */
  const deadline = { sleep: async (ms: number) => expect(ms).toBe(3_500) }

  it.each<[string, () => Partial<WebhookDependencies>]>([
    ['the table', () => ({ inbox: { ...createMemoryInbox({ newId: () => 'x' }), accept: never } })],
    ['the secrets', () => ({ readSecrets: never })],
  ])('is %s: the sender gets 503 with Retry-After in time', async (_title, hanging) => {
    const hooks = createHooks({ ...hanging(), ...deadline })
    expect(await hooks.send(signed('standard'))).toMatchObject(unavailable)
    expect(hooks.logged).toEqual(['webhook not stored in time {"family":"forms"}'])
  })

  it('leaves no unhandled rejection behind when it fails after the answer', async () => {
    const late = Promise.withResolvers<never>()
    const inbox = { ...createMemoryInbox({ newId: () => 'x' }), accept: () => late.promise }
    const hooks = createHooks({ inbox, ...deadline })
    expect(await hooks.send(signed('standard'))).toMatchObject(unavailable)
    late.reject(new Error('hunter2'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(hooks.logged.at(-1)).toBe('webhook not stored {"family":"forms","error":"Error"}')
  })

  it('leaves no timer behind once the answer is there', async () => {
    let aborted = false
    const sleep = (_ms: number, signal: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason)
        })
      })
    expect(await createHooks({ sleep }).send(signed('standard'))).toMatchObject({ status: 200 })
    expect(aborted).toBe(true)
  })

  it.each([
    ['an error', new Error('hunter2'), 'Error'],
    ['a text instead of an error', 'hunter2', 'unknown'],
  ])('is a table that throws %s: the sender gets 503, and no message is logged', async (_title, thrown, name) => {
    const inbox = { ...createMemoryInbox({ newId: () => 'x' }), accept: async () => Promise.reject(thrown) }
    const hooks = createHooks({ inbox })
    expect(await hooks.send(signed('standard'))).toMatchObject(unavailable)
    expect(hooks.logged).toEqual([`webhook not stored {"family":"forms","error":"${name}"}`])
  })
})

describe('a deployment without a variable', () => {
  it('is a 503, and the log names the variable', async () => {
    const readSecrets = async () => Promise.reject(new ConfigError('SOURCES_SECRET is not set'))
    const hooks = createHooks({ readSecrets })
    expect(await hooks.send(signed('standard'))).toMatchObject(unavailable)
    expect(hooks.logged).toEqual([
      'webhook not stored {"family":"forms","error":"ConfigError","why":"SOURCES_SECRET is not set"}',
    ])
  })
})

describe('a request of the sender’s own protocol', () => {
  it('is answered by the source itself where it registers a shop, and stores nothing', async () => {
    const hooks = createHooks()
    const query = `shop-id=KIPf0Fz6BUkN&shop-url=https%3A%2F%2Fshop.example.com&timestamp=${nowMs / 1_000}`
    const headers = {
      'shopware-app-signature': createHmac('sha256', secretFor('shopware')).update(query).digest('hex'),
    }
    const request: Request = { family: 'shops', method: 'GET', path: '/shops/shopware/register', query, headers }
    const confirmation_url = `${publicUrl}/shops/shopware/confirm`
    expect(await hooks.send(request)).toMatchObject({ status: 200, body: { confirmation_url } })
    expect((await hooks.inbox.list({ limit: 10 })).events).toEqual([])
  })

  it('is WooCommerce’s unsigned ping: exactly 200, and nothing is stored', async () => {
    const hooks = createHooks()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await hooks.send({ family: 'shops', path: '/shops/woocommerce', headers, body: 'webhook_id=7' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'ignored' } })
    expect((await hooks.inbox.list({ limit: 10 })).events).toEqual([])
  })

  it.each([
    ['none', {}],
    ['an empty list', { woocommerce: [] }],
    ['that of another source', { shopify: ['secret'] }],
    ['of two characters', { woocommerce: ['xx'] }],
  ])('is refused if it is a ping and the secret is %s', async (_title, has: Record<string, string[]>) => {
    const hooks = createHooks({ readSecrets: async () => has })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ping = { family: 'shops' as const, path: '/shops/woocommerce', headers, body: 'webhook_id=7' }
    expect(await hooks.send(ping)).toMatchObject(refusal)
  })
})
