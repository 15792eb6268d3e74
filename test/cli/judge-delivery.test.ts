import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import config from '../../bridge.config.ts'
import { type Capture, judgeDelivery } from '../../cli/judge-delivery.ts'
import { readSourceSecrets } from '../../cli/read-source-secrets.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { splitTarget } from '../../local/http-api-event.ts'
import { samples } from '../../local/samples/index.ts'
import { secretsFile } from '../../local/secrets-file.ts'
import { createMemoryInbox } from '../memory/memory-stores.ts'
import { signed } from '../sources/deliveries.ts'
import { kindOf } from '../sources/hooks.ts'

const secrets = readSourceSecrets(secretsFile)
const nowMs = Date.parse('2026-03-02T09:00:00Z')

/** A sample as its sender would send it, captured unchanged. `secret` signs it with another secret. */
function captured(
  source: string,
  sample: string,
  { secret = secrets[source]?.[0] ?? '', body = '', id = 'msg-1' } = {},
): Capture {
  const kind = sourceOfKind(config.sources[source]?.kind ?? '')
  const shape = samples[source]?.[sample]
  if (!kind || !shape) throw new Error(`no sample ${sample} of ${source}`)
  const bytes = body ? Buffer.from(body) : readFileSync(new URL(`../../local/samples/${shape.file}`, import.meta.url))
  const at = { nowMs: atOf(bytes), publicUrl: config.publicUrl ?? '' }
  const { path, headers } = signed(kind, { ...shape, name: source, body: bytes, secret, id, ...at })
  return { config, source, head: { path, headers, repeated: [] }, body: bytes, secrets, nowMs: at.nowMs }
}

/** What the webhook answers to the captured request; `id` is empty if it stores no event. */
async function answerOf({ source, head, body, secrets: configured, nowMs: now }: Capture) {
  const family = sourceOfKind(config.sources[source]?.kind ?? '')?.family ?? 'shops'
  const silent = () => undefined
  const dependencies = {
    config,
    inbox: createMemoryInbox({ newId: () => 'write-1' }),
    readSecrets: async () => configured,
    now: () => now,
    sleep: () => new Promise<never>(() => {}),
    log: { info: silent, warn: silent, error: silent },
    hintMs: 120_000,
    bodyLimit: 1_000_000,
    answerWithinMs: 3_500,
  }
  const request = { method: 'POST', ...splitTarget(head.path ?? ''), headers: head.headers, body }
  const { statusCode, body: answer = '' } = await receiveWebhook(dependencies, family, request)
  return { status: statusCode, id: (JSON.parse(answer).id ?? '') as string }
}

/** Shopware signs a time inside of its body. */
function atOf(body: Buffer): number {
  const seconds = /"timestamp":\s*(\d{10})\b/.exec(body.toString())?.[1]
  return seconds === undefined ? nowMs : Number(seconds) * 1_000
}

const all = Object.entries(samples).flatMap(([source, names]) =>
  Object.keys(names).map((name) => [source, name] as const),
)
const kinds = [...new Set(all.map(([source]) => source))].map((source) => all.find(([one]) => one === source) ?? all[0])
const headersOf = (capture: Capture, change: (value: string, name: string) => string): Capture => ({
  ...capture,
  head: {
    ...capture.head,
    headers: Object.fromEntries(
      Object.entries(capture.head.headers).map(([name, value]) => [name, change(value, name)]),
    ),
  },
})
const signatures = (change: (value: string) => string) => (capture: Capture) =>
  headersOf(capture, (value, name) => (/signature(-v3)?$|hmac/.test(name) ? change(value) : value))
const rebody = (change: (text: string) => string | Buffer) => (capture: Capture) => ({
  ...capture,
  body: Buffer.from(change(capture.body.toString('utf8')) as string),
})

describe('an unchanged delivery', () => {
  it.each([
    ['shopify', 'created', '', 'the proof is right, it names the label of an order and is no event.'],
    ['shopify', 'created', '{}', 'the proof is right, it names no label that can be learnt, and is no event.'],
    ['woocommerce', 'update', '', 'the proof is right, it names the label of an order and is no event.'],
  ])('is no event where it only tells a label: %s %s %s', async (source, sample, body, says) => {
    const capture = captured(source, sample, { body })
    expect(judgeDelivery(capture)).toEqual({ ok: true, says, hints: [] })
    expect(await answerOf(capture)).toEqual({ status: 200, id: '' })
  })

  it.each(kinds.map((pair) => pair ?? ['', '']))('is refused with a wrong key: %s %s', (source, sample) => {
    const wrong = { ...secrets, [source]: ['whsec_YW5vdGhlciBzZWNyZXQsIGxvbmcgZW5vdWdo'] }
    const verdict = judgeDelivery({ ...captured(source, sample), secrets: wrong })
    expect(verdict).toEqual({ ok: false, says: expect.stringContaining('none of'), hints: [] })
  })

  it('is refused with a secret that is too short, and the hint says so', () => {
    const capture = { ...captured('typeform', 'return', { secret: 'short' }), secrets: { typeform: ['short'] } }
    expect(judgeDelivery(capture)).toEqual({
      ok: false,
      says: expect.stringContaining('1 of 1 secrets of this source is too short'),
      hints: [expect.stringContaining('matches a secret that is too short')],
    })
  })

  it('is refused if the source has no secret', () => {
    const verdict = judgeDelivery({ ...captured('shopify', 'refund'), secrets: {} })
    expect(verdict).toMatchObject({ ok: false, says: expect.stringContaining('no usable secret') })
  })

  it('is refused without a hint if its body was changed', () => {
    const verdict = judgeDelivery(rebody((text) => text.replace('MUG', 'JUG'))(captured('shopify', 'refund')))
    const says = expect.stringContaining('none of the configured secrets')
    expect(verdict).toEqual({ ok: false, says, hints: [] })
  })

  it('is refused if it is too old, and accepted at its own time', () => {
    const capture = captured('standard', 'return')
    const late = judgeDelivery({ ...capture, nowMs: capture.nowMs + 3_600_000 })
    const [says, hint] = ['3600 s', '--at'].map((words) => expect.stringContaining(words))
    expect(late).toEqual({ ok: false, says, hints: [hint] })
  })

  it('is accepted without a proof if it is a ping', () => {
    const capture = captured('woocommerce', 'refund')
    const head = { ...capture.head, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(judgeDelivery({ ...capture, head, body: Buffer.from('webhook_id=7') })).toMatchObject({
      ok: true,
      says: expect.stringContaining('ping'),
    })
  })

  const [token = ''] = secrets.jotform ?? []
  const wrongPlace = (shown: string, own = '/shops/shopify') =>
    `it was sent to ${shown}, but the address of this source is ${own}.`
  const jotform = '/forms/jotform/<token>'

  it.each<[what: string, source: string, change: Partial<Capture['head']>, says: string]>([
    ['another name', 'shopify', { path: '/shops/other' }, wrongPlace('/shops/other')],
    ['another family', 'shopify', { path: '/forms/shopify' }, wrongPlace('/forms/shopify')],
    ['more after its address', 'shopify', { path: '/shops/shopify/v2' }, wrongPlace('/shops/shopify/...')],
    ['another method', 'shopify', { method: 'PUT' }, 'it was sent with PUT, but deliveries must use POST.'],
    ['a token of another source, hidden', 'shopify', { path: `/forms/${token}/jotform` }, wrongPlace('/forms/.../...')],
    [
      ...(['more after its token, which is not shown', 'jotform'] as const),
      ...([{ path: `/forms/jotform/${token}/v2` }, wrongPlace('/forms/jotform/...', jotform)] as const),
    ],
    ['its token after /forms, hidden', 'jotform', { path: `/forms/${token}` }, wrongPlace('/forms/...', jotform)],
    ['its token alone, hidden', 'jotform', { path: `/${token}` }, wrongPlace('/...', jotform)],
    [
      ...(['its token after a wrong name, hidden', 'jotform'] as const),
      ...([{ path: `/forms/jotfrom/${token}` }, wrongPlace('/forms/jotfrom/...', jotform)] as const),
    ],
  ])('is refused whatever its proof, with %s', (_what, source, change, says) => {
    const capture = captured(source, source === 'shopify' ? 'refund' : 'return')
    expect(judgeDelivery({ ...capture, head: { ...capture.head, ...change } })).toEqual({ ok: false, says, hints: [] })
  })

  const at = (path: string) => (capture: Capture) => ({ ...capture, head: { ...capture.head, path } })
  it.each([
    ['/forms/jotform/%E0%A4%A', 'the token at the end of the address'],
    ['/forms/jotform', 'the token at the end of the address is missing'],
    ['/forms/jotform/', 'the token at the end of the address'],
  ])('is refused if its address has no token of its source: %s', (path, says) => {
    const verdict = judgeDelivery(at(path)(captured('jotform', 'return')))
    expect(verdict).toMatchObject({ ok: false, says: expect.stringContaining(says) })
  })

  it('is accepted with a query and with an encoded token', () => {
    const capture = captured('jotform', 'return')
    const path = capture.head.path?.replace('demo-token', 'demo%2Dtoken')
    expect(judgeDelivery({ ...capture, head: { ...capture.head, path: `${path}?a=1?b` } })).toMatchObject({ ok: true })
  })

  const under = (id: string) => ({ ...captured('standard', 'return', { id }) })
  const bare = { headers: {}, repeated: [], path: '/shops/woocommerce' }
  const ping = { ...captured('woocommerce', 'refund'), head: bare, body: Buffer.from('webhook_id=7') }

  it.each<[what: string, capture: Capture]>([
    ...all.map(([source, sample]): [string, Capture] => [`${source} ${sample}`, captured(source, sample)]),
    ['an odd id', under('an id / with spaces')],
    ['a long id', under('x'.repeat(300))],
    ['a ping', ping],
    ['a ping without a secret', { ...ping, secrets: { shopify: ['other'] } }],
    ['more after a source', at('/shops/shopify/v2')(captured('shopify', 'refund'))],
    ['another name', at('/forms/jotform2/x')(captured('jotform', 'return'))],
  ])('is judged, and its event named, as by the webhook: %s', async (_, capture) => {
    const { ok, says, hints } = judgeDelivery(capture)
    const { status, id } = await answerOf(capture)
    if (ok) expect(hints).toEqual([])
    expect({ ok, says }).toEqual({ ok: status === 200, says: expect.stringContaining(id) })
  })

  it('is refused if it is larger than a megabyte', () => {
    const capture = captured('shopify', 'refund', { body: JSON.stringify({ id: 1, note: 'x'.repeat(1_000_000) }) })
    expect(judgeDelivery(capture)).toMatchObject({ ok: false, says: expect.stringContaining('(413)') })
  })

  it('of an unknown source is refused with the list of sources', () => {
    expect(() => judgeDelivery({ ...captured('shopify', 'refund'), source: 'nobody' })).toThrow(
      /no source "nobody"\. Its sources are: shopify, /,
    )
  })
})

describe('a likely mistake is named', () => {
  const shopify = () => captured('shopify', 'refund')
  const compactBody = '{"id":1,"order_id":6203001001,"note":"Größe passt nicht","url":"https://shop.example.com/a"}'
  const refundOf = (options: { body: string }) => captured('shopify', 'refund', options)
  const compact = () => refundOf({ body: compactBody })
  const withEscapes = compactBody
    .replaceAll('/', '\\/')
    .replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  /** Signed as it is, and captured as compact JSON. */
  const compacted = (body: string) => rebody((text) => JSON.stringify(JSON.parse(text)))(refundOf({ body }))
  const hmacOf = (body: Buffer, key: string | Buffer, encoding: 'hex' | 'base64') =>
    createHmac('sha256', key).update(body).digest(encoding)
  const standardSecret = secrets.standard?.[0] ?? ''
  /** A Standard Webhooks message signed with a wrong key made from the right secret. */
  const standardWith = (toKey: (secret: string) => Buffer) => {
    const capture = captured('standard', 'return')
    const { 'webhook-id': id, 'webhook-timestamp': time } = capture.head.headers
    const signature = createHmac('sha256', toKey(standardSecret))
      .update(`${id}.${time}.`)
      .update(capture.body)
      .digest('base64')
    return signatures(() => `v1,${signature}`)(capture)
  }

  const otherNotation = /same JSON in another notation/
  const refund = shopify()
  const typeform = captured('typeform', 'return')
  const bare = signatures((value) => value.replace('sha256=', ''))
  const own = { ...kindOf('typeform'), kind: 'acme' }
  const ofOwn = { ...typeform, config: { ...config, sources: { typeform: { kind: own } } } }
  const shopware = captured('shopware', 'returned')
  const standard = captured('standard', 'return')
  /** Signed with this key, where the configuration has that secret. */
  const keyed = (key: string | Buffer, secret: string): Capture => ({
    ...signatures(() => hmacOf(refund.body, key, 'base64'))(refund),
    secrets: { shopify: [secret] },
  })
  const nulled = Buffer.from('key\u0000key')

  it.each<[name: string, capture: () => Capture, hint: RegExp]>([
    ['a line break added', () => rebody((text) => `${text}\n`)(compact()), /without the line break at the end/],
    ['a line break cut off', () => rebody((text) => text.trimEnd())(shopify()), /with a line break at the end/],
    ['CR LF instead of LF', () => rebody((text) => text.replaceAll('\n', '\r\n'))(shopify()), /other line breaks/],
    ['a byte order mark', () => rebody((text) => `\ufeff${text}`)(compact()), /byte order mark/],
    ['base64', () => rebody((text) => Buffer.from(text).toString('base64'))(shopify()), /body decoded from base64/],
    [
      'the event of an HTTP API',
      () =>
        rebody((text) => JSON.stringify({ body: Buffer.from(text).toString('base64'), isBase64Encoded: true }))(
          shopify(),
        ),
      /inside this event of an HTTP API/,
    ],
    ['Latin-1', () => rebody((text) => Buffer.from(text).toString('latin1'))(compact()), /another character encoding/],
    ['indented', () => rebody((text) => JSON.stringify(JSON.parse(text), null, 2))(compact()), otherNotation],
    ['rewritten, compact', () => compacted(JSON.stringify({ id: 1, list: [1, { a: [] }] }, null, 2)), otherNotation],
    ['rewritten: PHP escapes', () => rebody(() => compactBody)(refundOf({ body: withEscapes })), otherNotation],
    ['rewritten: Python spaces', () => compacted('{"id": 1, "list": [1, {"a": 2}], "none": []}'), otherNotation],
    [
      'hex instead of base64',
      () => signatures((value) => Buffer.from(value, 'base64').toString('hex'))(shopify()),
      /hex signature in x-shopify-hmac-sha256 .* must be base64/,
    ],
    [
      'base64 instead of hex',
      () => signatures((value) => Buffer.from(value, 'hex').toString('base64'))(shopware),
      /base64 signature in shopware-shop-signature .* must be hex/,
    ],
    ['upper-case hex', () => signatures((value) => value.toUpperCase())(shopware), /lower case/],
    ['a prefix missing', () => bare(typeform), /with "sha256=" before/],
    ['a prefix missing, from a sender of one’s own', () => bare(ofOwn), /with "sha256=" before/],
    ['a prefix too many', () => signatures((value) => `sha256=${value}`)(shopify()), /without "sha256=" before/],
    ['a version missing', () => signatures((value) => value.replace('v1,', ''))(standard), /with "v1," before/],
    ['quotes around the signature', () => signatures((value) => `"${value}"`)(shopify()), /without the quotes/],
    [
      'a secret of another source',
      () => captured('shopify', 'refund', { secret: 'demo-secret-tally' }),
      /a secret of the source "tally"/,
    ],
    [
      'a secret with a line break',
      () => ({ ...shopify(), secrets: { shopify: ['demo-secret-shopify\n'] } }),
      /spaces or line breaks around the secret/,
    ],
    ['whsec_ as text', () => standardWith((secret) => Buffer.from(secret)), /secret's text as the key/],
    ['base64 as text', () => standardWith((secret) => Buffer.from(secret.slice(6))), /without "whsec_", as text/],
    ['a secret that is base64 here alone', () => keyed(nulled, nulled.toString('base64')), /decoded from base64/],
    ['a secret that is hex here', () => keyed(Buffer.from('00ff', 'hex'), '00ff'), /decoded from hex/],
    ['whsec_ left out here', () => keyed('whsec_abc', 'abc'), /with "whsec_" before the secret/],
    [
      'another public address',
      () => {
        const capture = captured('hubspot', 'return')
        const headers = { ...capture.head.headers, host: '127.0.0.1:3000' }
        const moved = { ...config, publicUrl: 'https://elsewhere.example.com' }
        return { ...capture, config: moved, head: { ...capture.head, headers } }
      },
      /with publicUrl "http:\/\/127\.0\.0\.1:3000"/,
    ],
    [
      'a form rewritten',
      () => rebody((text) => text.replaceAll('+', '%20'))(captured('woocommerce', 'refund', { body: 'a=1+2' })),
      /\+ or %20/,
    ],
  ])('%s', (_name, capture, hint) => {
    const verdict = judgeDelivery(capture())
    expect(verdict).toMatchObject({ ok: false, hints: [expect.stringMatching(hint)] })
  })

  it('for a header that was sent twice', () => {
    const capture = signatures((value) => `${value},${value}`)(shopify())
    const verdict = judgeDelivery({ ...capture, head: { ...capture.head, repeated: ['x-shopify-hmac-sha256'] } })
    expect(verdict.hints[0]).toBe('The header x-shopify-hmac-sha256 was sent several times.')
    expect(verdict.hints[1]).toMatch(/the first value/)
  })

  it('even if the capture is old', () => {
    const capture = standardWith((secret) => Buffer.from(secret))
    const { hints } = judgeDelivery({ ...capture, nowMs: capture.nowMs + 86_400_000 })
    expect(hints).toEqual([expect.stringMatching(/secret's text as the key/)])
  })

  it('for a token that is missing or belongs to another source', () => {
    const capture = captured('jotform', 'return')
    const without = { ...capture, head: { ...capture.head, path: '/forms/jotform' } }
    expect(judgeDelivery({ ...without, token: secrets.jotform?.[0] })).toMatchObject({ ok: true })
    expect(judgeDelivery({ ...without, token: secrets.fillout?.[0] }).hints).toEqual([
      expect.stringContaining('source "fillout"'),
    ])
  })

  it('without showing a secret or the content of the delivery', () => {
    const { hints, says } = judgeDelivery({ ...captured('shopify', 'refund'), secrets: { shopify: ['s3cret-value '] } })
    expect(JSON.stringify([hints, says])).not.toMatch(/s3cret|MUG/)
  })
})
