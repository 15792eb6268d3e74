import { describe, expect, it } from 'vitest'
import { hmac, isSameText, signWith, verifySignature } from '../../lib/sources/shared/signature.ts'
import type { SignatureScheme } from '../../lib/sources/shared/signature-scheme.ts'
import { delivery } from './deliveries.ts'
import { schemeOf } from './hooks.ts'

/**
 * Published examples: Standard Webhooks (its libraries' tests), Shopify (shopify-api tests), Shopware (app-php-sdk
 * tests), GitHub (webhooks-methods tests), Stripe (stripe-dotnet tests, same construction as Formspree). HubSpot's was computed with
 * `openssl dgst -sha256 -hmac`, as were those of Formspree, Typeform, Tally, WooCommerce and BigCommerce.
 */
const githubScheme: SignatureScheme = {
  signs: 'body',
  encoding: 'hex',
  prefix: 'sha256=',
  headers: { signature: 'x-hub-signature-256' },
}

type Example = {
  scheme: SignatureScheme
  secret: string
  body: string
  headers: Record<string, string>
  clock: number
  uri?: string
}

const examples: Record<string, Example> = {
  'Standard Webhooks': {
    scheme: schemeOf('standard', { 'webhook-signature': 'v1,' }),
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    clock: 1614265330,
  },
  Shopify: {
    scheme: schemeOf('shopify'),
    secret: 'test_secret_key',
    body: '{"foo": "bar"}',
    headers: { 'x-shopify-hmac-sha256': 'B23tXN681gZ0qIWNRrgtzBE9XSDo5yaUu6wfmhu3a7g=' },
    clock: 1,
  },
  Shopware: {
    scheme: schemeOf('shopware'),
    secret: 'secret',
    body: 'body',
    headers: { 'shopware-shop-signature': 'dc46983557fea127b43af721467eb9b3fde2338fe3e14f51952aa8478c13d355' },
    clock: 1,
  },
  GitHub: {
    scheme: githubScheme,
    secret: 'mysecret',
    body: '{"foo":"bar"}',
    headers: { 'x-hub-signature-256': 'sha256=4864d2759938a15468b5df9ade20bf161da9b4f737ea61794142f3484236bda3' },
    clock: 1,
  },
  HubSpot: {
    scheme: schemeOf('hubspot'),
    secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
    body: '{"example_field":"example_value"}',
    headers: {
      'x-hubspot-request-timestamp': '1614265330000',
      'x-hubspot-signature-v3': 'tpCufWLOupRpVXpoJy1Cdw0BOVgWjilpkfjxyo2w2OQ=',
    },
    clock: 1614265330,
    uri: 'https://www.example.com/webhook_uri',
  },
  Typeform: {
    scheme: schemeOf('typeform'),
    secret: 'typeform secret',
    body: '{"id":1}',
    headers: { 'typeform-signature': 'sha256=i3iIcA/l0OlEFDpVE/WnL2giTjBvgeTXkck4zIzinfQ=' },
    clock: 1,
  },
  Tally: {
    scheme: schemeOf('tally'),
    secret: 'tally secret',
    body: '{"id":1}',
    headers: { 'tally-signature': 'pLVRGLWZyHvk3Sgx5wn9CYkxjy7xKEZ0QnuudRLANPo=' },
    clock: 1,
  },
  WooCommerce: {
    scheme: schemeOf('woocommerce'),
    secret: 'woo secret',
    body: '{"id":1}',
    headers: { 'x-wc-webhook-signature': 'XOMeECZBt2vtjoISmHN30TcRfMYv0y9A2WUOQGBIt0M=' },
    clock: 1,
  },
  BigCommerce: {
    scheme: schemeOf('bigcommerce'),
    secret: 'client secret',
    body: '{"id":1}',
    headers: {
      'webhook-id': 'msg_7',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,LlLE8P/C9Uk519aIe972I2ge5hchhFLRGOfSUCHGSnI=',
    },
    clock: 1614265330,
  },
  Formspree: {
    scheme: schemeOf('formspree'),
    secret: 'formspree_secret',
    body: '{"form":"xyz","submission":{}}',
    headers: {
      'formspree-signature': 't=1614265330,v1=36d89c28c50d9bd80f679fb24cf4c86f88ef47eb35fb361ce6a4e7ea55b11275',
    },
    clock: 1614265330,
  },
}

const check = (example: Example, change: Partial<Example> = {}) => {
  const { scheme, secret, body, headers, clock, uri } = { ...example, ...change }
  return verifySignature(scheme, delivery({ body: Buffer.from(body), headers }), {
    secrets: [secret],
    nowMs: clock * 1000,
    ...(uri ? { uri } : {}),
  })
}

const unmatched = 'the signature matches none of the configured secrets'

/** The text with the lowest bit of one character flipped. */
const flip = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)

describe.each(Object.entries(examples))('the example of %s', (_name, example) => {
  it('verifies', () => {
    expect(check(example)).toEqual({ ok: true })
  })

  it.each([0, 5, example.body.length - 1])('fails with one bit changed in the body at %i', (at) => {
    const body = flip(example.body, Math.min(at, example.body.length - 1))
    expect(check(example, { body })).toMatchObject({ ok: false, why: unmatched })
  })

  it('fails with one bit changed in the secret', () => {
    for (let at = example.secret.startsWith('whsec_') ? 6 : 0; at < example.secret.length; at++)
      expect(check(example, { secret: flip(example.secret, at) }).ok).toBe(false)
  })

  it('fails with one bit changed anywhere in its headers, or with a header sent twice, joined by a comma', () => {
    for (const [name, value] of Object.entries(example.headers)) {
      const flipped = Array.from(value, (_, at) => flip(value, at))
      for (const changed of [...flipped, `${value},${value}`, `${value}, ${value}`])
        expect(check(example, { headers: { ...example.headers, [name]: changed } }).ok).toBe(false)
    }
  })

  it('names the header that is missing', () => {
    for (const name of Object.keys(example.headers)) {
      const { [name]: _, ...headers } = example.headers
      const verification = check(example, { headers })
      expect(verification).toMatchObject({ ok: false })
      expect(verification).toHaveProperty('why', expect.stringContaining(name))
    }
  })

  const { secret } = example
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const unusable = 'no usable secret is configured for this source'

  it.each<[string, string[], object]>([
    ['a current and a previous one', [other, secret], { ok: true }],
    ['a previous and a current one', [secret, other], { ok: true }],
    ['another one', [other], { ok: false, why: unmatched }],
    ['no list', [], { ok: false, why: unusable }],
    ['an empty one', [''], { ok: false, why: unusable }],
    ['two empty ones', ['', ''], { ok: false, why: unusable }],
  ])('is verified with a list of secrets: %s', (_title, secrets, expected) => {
    const { scheme, body, headers, clock, uri } = example
    const request = delivery({ body: Buffer.from(body), headers })
    expect(verifySignature(scheme, request, { secrets, nowMs: clock * 1000, ...(uri && { uri }) })).toEqual(expected)
  })

  it('is what `sign` makes', () => {
    const { scheme, secret, body, headers, clock, uri = '' } = example
    const given = { method: 'POST', uri, body: Buffer.from(body), id: headers['webhook-id'] ?? '', nowMs: clock * 1000 }
    expect(signWith(scheme, given, secret)).toEqual(headers)
  })
})

const timed = Object.entries(examples).filter(([name]) => ['Standard Webhooks', 'HubSpot', 'Formspree'].includes(name))

describe.each(timed)('the time that %s signs', (_name, example) => {
  it.each([-300, -299, 0, 299, 300])('is accepted %i seconds away', (seconds) => {
    expect(check(example, { clock: example.clock + seconds })).toEqual({ ok: true })
  })

  it.each([
    [301, '301 s old'],
    [-301, '301 s ahead of this clock'],
  ])('is refused %i seconds away: %s', (seconds, away) => {
    const why = `the signature is valid but ${away}; at most 300 s are allowed`
    expect(check(example, { clock: example.clock + seconds })).toEqual({ ok: false, isOnlyLate: true, why })
  })
})

describe('lists of signatures', () => {
  const example = examples['Standard Webhooks'] as Example
  const good = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  const withSignature = (value: string) =>
    check(example, { headers: { ...example.headers, 'webhook-signature': value } })

  it.each([
    ['a wrong one first', `v1,${'A'.repeat(43)}= ${good}`, true],
    ['a wrong one last', `${good} v1,${'A'.repeat(43)}=`, true],
    ['also an asymmetric one', `v1a,${'A'.repeat(86)}== ${good}`, true],
    ['only another version', good.replace('v1', 'v2'), false],
    ['a version without a signature', 'v1,', false],
    ['a signature without a version', good.slice(3), false],
    ['no entry', ' ', false],
  ])('Standard Webhooks: %s', (_title, value, ok) => {
    expect(withSignature(value).ok).toBe(ok)
  })

  const formspree = examples.Formspree as Example
  const [time = '', signature = ''] = (formspree.headers['formspree-signature'] ?? '').split(',')
  const withPairs = (value: string) => check(formspree, { headers: { 'formspree-signature': value } })

  it.each([
    ['several v1, one of them valid', `${time},v1=deadbeef,${signature}`, true],
    ['also an unknown scheme', `${time},${signature},v0=deadbeef`, true],
    ['spaces between', `${time}, ${signature}`, true],
    ['no time', signature, false],
    ['an empty time', `t=,${signature}`, false],
    ['a time that is not a number', `t=1e9,${signature}`, false],
    ['no signature', time, false],
    ['a v1 without a value', `${time},v1`, false],
    ['two times', `${time},${time},${signature}`, false],
    ['names without a value', 't,v1', false],
  ])('t=,v1= style: %s', (_title, value, ok) => {
    expect(withPairs(value).ok).toBe(ok)
  })
})

describe('secrets of Standard Webhooks', () => {
  const example = examples['Standard Webhooks'] as Example

  it('may lack the prefix and the padding', () => {
    expect(check(example, { secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toEqual({ ok: true })
    const padded = { ...example, secret: 'whsec_AAECAwQFBgcICQoLDA0ODw==' }
    const request = { method: 'POST', uri: '', body: Buffer.from('{}'), id: 'msg_1', nowMs: 0 }
    const headers = signWith(example.scheme, request, padded.secret)
    expect(signWith(example.scheme, request, 'AAECAwQFBgcICQoLDA0ODw')).toEqual(headers)
  })

  it.each(['whsec_', 'not base64!', '!AAAA', 'AAwhsec_AA', 'whsec_A', 'AAAAA'])(
    'are refused when they are not base64: %j',
    (secret) => {
      expect(check(example, { secret })).toEqual({ ok: false, why: 'no usable secret is configured for this source' })
      const request = { method: 'POST', uri: '', body: Buffer.from('{}'), id: 'msg_1', nowMs: 0 }
      expect(() => signWith(example.scheme, request, secret)).toThrow(TypeError)
    },
  )
})

describe('a signed time that is not a number', () => {
  const secret = 'client secret'
  const body = Buffer.from('{}')

  it.each(['soon', '1e9', '1614265330.5', '-1', ' 1614265330'])('is refused by Standard Webhooks (%j)', (time) => {
    const signature = hmac(secret, [`msg_1.${time}.`, body], 'base64')
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
    expect(
      verifySignature(schemeOf('bigcommerce'), delivery({ body, headers }), { secrets: [secret], nowMs: 0 }),
    ).toEqual({ ok: false, why: 'the headers webhook-id and webhook-timestamp must hold an id and a time in seconds' })
  })

  it.each(['soon', '1e12', '1614265330000.5', '-1'])('is refused by HubSpot (%j)', (time) => {
    const uri = 'https://www.example.com/webhook_uri'
    const signature = hmac(secret, ['POST', uri, body, time], 'base64')
    const headers = { 'x-hubspot-request-timestamp': time, 'x-hubspot-signature-v3': signature }
    expect(
      verifySignature(schemeOf('hubspot'), delivery({ body, headers }), { secrets: [secret], nowMs: 0, uri }),
    ).toEqual({ ok: false, why: 'the header x-hubspot-request-timestamp must hold a time in milliseconds' })
  })
})

const { uri: _uri, ...withoutAddress } = examples.HubSpot as Example
const { prefix: _prefix, ...bareScheme } = githubScheme
const github = examples.GitHub as Example
const bare = { 'x-hub-signature-256': github.headers['x-hub-signature-256']?.replace('sha256=', '') ?? '' }

it.each<[what: string, Example, why: string]>([
  [
    'a sender that signs the address without publicUrl',
    withoutAddress,
    'this sender signs the address that it calls: set publicUrl in bridge.config.ts',
  ],
  ...['t=1614265330', 'v1=00', 't=1614265330,v0=00'].map((value): [string, Example, string] => [
    `the time and signature ${value}`,
    { ...(examples.Formspree as Example), headers: { 'formspree-signature': value } },
    'the header formspree-signature is not t=<seconds>,v1=<signature>',
  ]),
  [
    'a signature without its prefix',
    { ...github, headers: bare },
    'the header x-hub-signature-256 does not begin with sha256=',
  ],
])('says what is wrong with %s', (_what, example, why) => {
  expect(check(example)).toEqual({ ok: false, why })
})

it('reads the whole header as the signature if the scheme has no prefix', () => {
  expect(check(github, { scheme: bareScheme, headers: bare })).toEqual({ ok: true })
})

it('compares texts of unequal length without throwing', () => {
  expect(isSameText('abc', 'abcd')).toBe(false)
  expect(isSameText('', '')).toBe(true)
  expect(isSameText('ä', 'ä')).toBe(true)
})
