import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../lib/parse-json.ts'
import { parseMultipart } from '../../lib/sources/multipart.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { type SignatureScheme, toKey, verifySignature } from '../../lib/sources/signature.ts'
import { signatureSchemes } from '../../lib/sources/signature-schemes.ts'
import type { Source, Translation } from '../../lib/sources/source.ts'
import { delivery, eventOf, settings } from './deliveries.ts'
import { jotformType, publishedPayloads } from './published-payloads.ts'

/** Samples and vectors that the senders publish. They are not part of the project. The other tests prove the same without them. */
const fixtures = join(import.meta.dirname, '../../../shared/fixtures')
const absent = !existsSync(fixtures)
const read = (file: string): Buffer => (absent ? Buffer.from('{"vectors":[]}') : readFileSync(join(fixtures, file)))

type Vector = {
  id: string
  provider: string
  secret: string
  body: string
  clock?: number
  headers: Record<string, string>
}
const { vectors } = JSON.parse(read('signatures.json').toString()) as { vectors: Vector[] }

/** GitHub and Stripe are not sources. They sign by the same constructions. */
const schemes: Record<string, SignatureScheme> = {
  'standard-webhooks': signatureSchemes.standard,
  svix: signatureSchemes.svix,
  shopify: signatureSchemes.shopify,
  typeform: signatureSchemes.typeform,
  shopware: signatureSchemes.shopware,
  github: { signs: 'body', encoding: 'hex', prefix: 'sha256=', headers: { signature: 'x-hub-signature-256' } },
  stripe: { ...signatureSchemes.formspree, headers: { signature: 'stripe-signature' } },
}

const flip = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

describe.skipIf(absent)('every published signature vector (skipped where the shared fixtures are absent)', () => {
  it('knows the construction of each', () => {
    expect(vectors).toHaveLength(11)
    expect(vectors.filter((vector) => !schemes[vector.provider])).toEqual([])
  })

  describe.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_id, vector) => {
    const scheme = schemes[vector.provider] as SignatureScheme
    const headers = lowerCase(vector.headers)
    const relevant = Object.values(scheme.headers)
    const check = (change: { body?: string; secret?: string; headers?: Record<string, string> }) =>
      verifySignature(
        scheme,
        delivery({ body: Buffer.from(change.body ?? vector.body), headers: change.headers ?? headers }),
        {
          secrets: [change.secret ?? vector.secret],
          nowMs: (vector.clock ?? 0) * 1000,
        },
      )

    it('verifies', () => {
      expect(check({})).toEqual({ ok: true })
    })

    it('fails with one bit changed anywhere in the body', () => {
      for (let at = 0; at < vector.body.length; at++) expect(check({ body: flip(vector.body, at) }).ok).toBe(false)
    })

    it('fails with one bit changed anywhere in the secret', () => {
      const key = toKey(scheme, vector.secret)
      const keyOf = (secret: string) => toKey(scheme, secret)
      for (let at = 0; at < vector.secret.length; at++) {
        const secret = flip(vector.secret, at)
        // The last character of base64 can hold bits that no decoder reads: the key is the same.
        const isSameKey = keyOf(secret)?.equals(key ?? Buffer.of()) === true
        expect(check({ secret }).ok).toBe(isSameKey)
        if (isSameKey) expect(at).toBeGreaterThan(vector.secret.length - 4)
      }
    })

    it('fails with one bit changed in its time or signature', () => {
      for (const name of relevant) {
        const value = headers[name] ?? ''
        // Stripe's v0 is not read, so a change there changes nothing.
        const end = value.includes(',v0=') ? value.indexOf(',v0=') : value.length
        for (let at = 0; at < end; at++) {
          expect(check({ headers: { ...headers, [name]: flip(value, at) } }).ok).toBe(false)
        }
      }
    })
  })

  const timed = vectors.filter((vector) => vector.clock !== undefined)

  it.each(timed.map((vector) => [vector.id, vector] as const))(
    '%s is refused five minutes and a second off',
    (_id, vector) => {
      const request = delivery({ body: Buffer.from(vector.body), headers: lowerCase(vector.headers) })
      const at = (seconds: number) => ({ secrets: [vector.secret], nowMs: ((vector.clock ?? 0) + seconds) * 1000 })
      const scheme = schemes[vector.provider] as SignatureScheme
      expect(verifySignature(scheme, request, at(300))).toEqual({ ok: true })
      expect(verifySignature(scheme, request, at(301)).ok).toBe(false)
      expect(verifySignature(scheme, request, at(-301)).ok).toBe(false)
    },
  )
})

describe.skipIf(absent)('every published payload (skipped where the shared fixtures are absent)', () => {
  it.each(publishedPayloads.map((sample) => [sample.file, sample] as const))('%s', (_file, sample) => {
    const source = sourceOfKind(sample.kind) as Source
    const body = sample.change ? sample.change(read(sample.file)) : read(sample.file)
    const from = delivery({ body, headers: sample.headers ?? {} })
    const translation = source.translate(eventOf(source, from), settings(sample.settings))
    if (typeof sample.expected === 'string') {
      expect(codeOf(translation)).toBe(sample.expected)
    } else {
      const { key, ...rest } = sample.expected
      const expected = { ...rest, key: typeof key === 'string' ? key : expect.stringMatching(key) }
      expect(translation).toMatchObject({
        commands: expect.arrayContaining([expect.objectContaining(expected)]),
      })
    }
  })

  it('has a row for each of them', () => {
    const folders = ['shopify', 'woocommerce', 'shopware', 'bigcommerce', 'typeform', 'tally', 'fillout', 'jotform']
    const files = folders.flatMap((folder) => readdirSync(join(fixtures, folder)).map((file) => `${folder}/${file}`))
    // Two have tests of their own: a recorded delivery with its headers, and the parts of the multipart body.
    const apart = [
      ...['shopify/returns.request.delivery-2024-10.json'],
      ...['jotform/submission.fields.json', 'jotform/submission.rawRequest.json'],
    ]
    expect(files.sort()).toEqual([...new Set([...publishedPayloads.map(({ file }) => file), ...apart])].sort())
  })

  it('reads the recorded returns/request delivery of 2024-10, with the reasons of its lines', () => {
    const recorded = JSON.parse(read('shopify/returns.request.delivery-2024-10.json').toString())
    const source = sourceOfKind('shopify') as Source
    const from = delivery({ body: Buffer.from(JSON.stringify(recorded.body)), headers: recorded.headers })
    expect(source.identify(from, settings())).toEqual({
      kind: 'event',
      deliveryKey: expect.stringMatching(/^d7b6e710-846c-48d1-a61c-0118c990e42b:[0-9a-f]{16}$/),
      headers: { 'x-shopify-topic': 'returns/request', 'x-shopify-test': 'true' },
    })
    const event = eventOf(source, { ...from, headers: { ...from.headers, 'x-shopify-test': 'false' } })
    expect(source.translate(event, settings())).toMatchObject({
      commands: [
        {
          text: 'Shopify return 123134564567890 was requested by the customer.\nLines: 2.\n- 1 x size too small\n- 1 x size too large',
        },
      ],
    })
  })

  it('reads every part of the Jotform body byte for byte', () => {
    const parts = parseMultipart(read('jotform/submission.multipart.txt'), jotformType['content-type'])
    expect(Object.fromEntries(parts ?? [])).toEqual(JSON.parse(read('jotform/submission.fields.json').toString()))
    const rawRequest = JSON.parse(read('jotform/submission.rawRequest.json').toString())
    expect(parseJson(parts?.get('rawRequest') ?? '')).toEqual({ ok: true, value: rawRequest })
  })

  it('reads the labels behind the option ids of Tally', () => {
    const source = sourceOfKind('tally') as Source
    const fields = { question_w4Q4Xn: 'email', question_meMqem: 'note' }
    const event = eventOf(source, delivery({ body: read('tally/FORM_RESPONSE.json') }))
    expect(source.translate(event, settings({ fields }))).toMatchObject({
      commands: [{ note: expect.stringMatching(/^Surf\nGolf$/) }],
    })
  })
})

const codeOf = (translation: Translation) =>
  'ending' in translation ? translation.ending.reason.code : translation.commands
