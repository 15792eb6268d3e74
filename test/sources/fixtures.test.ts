import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../lib/parse-json.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import { parseMultipart } from '../../lib/sources/shared/form-body.ts'
import { verifySignature } from '../../lib/sources/shared/signature.ts'
import type { SignatureScheme } from '../../lib/sources/shared/signature-scheme.ts'
import type { Source, Translation } from '../../lib/sources/source.ts'
import { delivery, eventOf, settings } from './deliveries.ts'
import { schemeOf } from './hooks.ts'
import { onlyCommand } from './problem-endings.ts'
import {
  areAbsent as absent,
  fixtures,
  jotformType,
  publishedPayloads,
  readFixture as read,
  type Vector,
  vectorHeaders,
  vectors,
} from './published-payloads.ts'

/** GitHub and Stripe are not sources. They sign by the same constructions. */
const schemes: Record<string, SignatureScheme> = {
  'standard-webhooks': schemeOf('standard', { 'webhook-signature': 'v1,' }),
  svix: schemeOf('standard'),
  shopify: schemeOf('shopify'),
  typeform: schemeOf('typeform'),
  shopware: schemeOf('shopware'),
  github: { signs: 'body', encoding: 'hex', prefix: 'sha256=', headers: { signature: 'x-hub-signature-256' } },
  stripe: { signs: 'time.body', encoding: 'hex', headers: { signature: 'stripe-signature' } },
}

describe.skipIf(absent)('every published signature vector (skipped where the shared fixtures are absent)', () => {
  it('knows the construction of each', () => {
    expect(vectors).toHaveLength(11)
    expect(vectors.filter((vector) => !schemes[vector.provider])).toEqual([])
  })

  const verify = (vector: Vector, seconds = 0) => {
    const request = delivery({ body: Buffer.from(vector.body), headers: vectorHeaders(vector) })
    const at = { secrets: [vector.secret], nowMs: ((vector.clock ?? 0) + seconds) * 1000 }
    return verifySignature(schemes[vector.provider] as SignatureScheme, request, at)
  }

  it.each(vectors)('$id verifies, in its own five minutes', (vector) => {
    expect(verify(vector)).toEqual({ ok: true })
    const isTimed = vector.clock !== undefined
    for (const seconds of [300, 301, -301]) expect(verify(vector, seconds).ok).toBe(!isTimed || seconds === 300)
  })
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
      expect(translation).toMatchObject({ commands: expect.arrayContaining([expect.objectContaining(expected)]) })
    }
  })

  it('has a row for each of them', () => {
    const folders = sourceKinds.filter((kind) => existsSync(join(fixtures, kind)))
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
      deliveryKey: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      headers: { 'x-shopify-topic': 'returns/request', 'x-shopify-test': 'true' },
    })
    const event = eventOf(source, { ...from, headers: { ...from.headers, 'x-shopify-test': 'false' } })
    expect(onlyCommand(source.translate(event, settings()))).toMatchObject({
      text: 'Shopify return 123134564567890 was requested by the customer.\nLines: 2.\n- 1 x size too small\n- 1 x size too large',
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
    expect(onlyCommand(source.translate(event, settings({ fields })))).toMatchObject({
      note: expect.stringMatching(
        /^Surf\nGolf\nhttps:\/\/storage\.googleapis\.com\/[^\s?]+\/Tally_Icon\.png\nhttps:\/\/[^\s?]+\.png$/,
      ),
    })
  })
})

const codeOf = (translation: Translation) =>
  'ending' in translation ? translation.ending.reason.code : translation.commands
