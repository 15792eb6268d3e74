import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../lib/sources/source.ts'
import { toDelivery } from '../../lib/webhook/delivery.ts'
import { toHttpApiEvent } from '../../local/http-api-event.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { kindOf as source } from './hooks.ts'
import { unmappable } from './problem-endings.ts'

const translate = (kind: string, from: Delivery) => source(kind).translate(eventOf(source(kind), from), settings())
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text, 'utf8')

/** One note and one SKU with umlauts, in each kind of body. */
const bodies = {
  'form-encoded': (sku: string, note: string, encode: typeof utf8) => {
    const escaped = (text: string) => [...encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    return Buffer.from(`id=7&order_number=1001&sku=${escaped(sku)}&note=${escaped(note)}`)
  },
  'form-encoded without escapes': (sku: string, note: string, encode: typeof utf8) =>
    encode(`id=7&order_number=1001&sku=${sku}&note=${note}`),
  JSON: (sku: string, note: string, encode: typeof utf8) =>
    encode(JSON.stringify({ id: 7, order_number: '1001', sku, note })),
}
const urlencoded = 'application/x-www-form-urlencoded'
const typeOf = { 'form-encoded': urlencoded, 'form-encoded without escapes': urlencoded, JSON: 'application/json' }

const multipart = (rawRequest: object, encode: typeof utf8, partHeaders = '') =>
  encode(
    `--b\r\nContent-Disposition: form-data; name="submissionID"\r\n\r\n1\r\n` +
      `--b\r\nContent-Disposition: form-data; name="rawRequest"\r\n${partHeaders}\r\n${JSON.stringify(rawRequest)}\r\n--b--`,
  )

const readGravity = (body: Buffer, contentType: string) =>
  translate('gravity-forms', delivery({ body, headers: { 'content-type': contentType } }))
const readJotform = (body: Buffer) =>
  translate('jotform', delivery({ body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }))

const whole = { commands: [{ lines: [{ sku: 'KÜCHE' }], note: 'Für die Küche' }] }
const unreadableSku = unmappable({ problem: 'answer_unreadable', field: 'sku' })

describe.each(Object.keys(bodies) as (keyof typeof bodies)[])('a body that is %s', (kind) => {
  it('is read as UTF-8', () => {
    expect(readGravity(bodies[kind]('KÜCHE', 'Für die Küche', utf8), typeOf[kind])).toMatchObject(whole)
  })

  it.each(['', '; charset=utf-8', '; charset=nonsense'])(
    'has U+FFFD for each byte that is no UTF-8, with "%s" behind its type',
    (charset) => {
      const body = bodies[kind]('A', 'Für die Küche', latin1)
      expect(readGravity(body, typeOf[kind] + charset)).toMatchObject({
        commands: [{ lines: [{ sku: 'A' }], note: 'F\uFFFDr die K\uFFFDche' }],
      })
    },
  )

  it('becomes no return where the SKU is no UTF-8', () => {
    expect(readGravity(bodies[kind]('KÜCHE', '', latin1), typeOf[kind])).toEqual(unreadableSku)
  })
})

it.each(['form-encoded', 'form-encoded without escapes'] as const)('a body that is %s is read as it says', (kind) => {
  const body = bodies[kind]('KÜCHE', 'Für die Küche', latin1)
  for (const charset of ['iso-8859-1', 'ISO-8859-1', '"windows-1252"'])
    expect(readGravity(body, `${typeOf[kind]}; charset=${charset}`)).toMatchObject(whole)
})

describe('a body that is multipart', () => {
  const answers = (sku: string) => ({ q1_order_number: '1001', q2_sku: sku, q3_note: 'Für die Küche' })

  it('is read in the encoding that the header of a part names', () => {
    const header = 'Content-Type: text/plain; charset=ISO-8859-1\r\n'
    expect(readJotform(multipart(answers('KÜCHE'), latin1, header))).toMatchObject(whole)
  })

  it('has U+FFFD for each byte that is no UTF-8, and then becomes no return where that is in the SKU', () => {
    expect(readJotform(multipart(answers('A'), latin1))).toMatchObject({
      commands: [{ note: 'F\uFFFDr die K\uFFFDche' }],
    })
    expect(readJotform(multipart(answers('KÜCHE'), latin1))).toEqual(unreadableSku)
  })
})

describe('a JSON body that is not UTF-8, through an HTTP API', () => {
  const body = latin1('{"order_number":"1001","sku":"A","note":"Für die Küche"}')
  const throughApi = (from: Delivery) => {
    const rawHeaders = Object.entries(from.headers).flatMap(([name, value]) => [name, value ?? ''])
    const request = { method: 'POST', target: from.path, rawHeaders, body: from.body, sourceIp: '127.0.0.1' }
    return { ...toDelivery(toHttpApiEvent(request, 'forms', { id: '1', nowMs })), token: from.token ?? '' }
  }

  it('has another signature than its sender made, so it is refused', () => {
    const typeform = source('typeform')
    const from = signed(typeform, { body, secret: 'secret' })
    expect(typeform.verify(from, ['secret'], settings(), nowMs)).toEqual({ ok: true })
    expect(typeform.verify(throughApi(from), ['secret'], settings(), nowMs).ok).toBe(false)
  })

  it('is accepted from a sender with a token, with U+FFFD for each such byte', () => {
    const token = 'x'.repeat(24)
    const gravity = source('gravity-forms')
    const from = throughApi(signed(gravity, { body, secret: token }))
    expect(gravity.verify(from, [token], settings(), nowMs)).toEqual({ ok: true })
    expect(translate('gravity-forms', from)).toMatchObject({ commands: [{ note: 'F\uFFFDr die K\uFFFDche' }] })
  })
})
