import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { googleForms as service } from '../../lib/sources/forms/google-forms.ts'
import { createFormSource } from '../../lib/sources/shared/create-form-source.ts'
import type { Delivery } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings } from './deliveries.ts'
import { createHooks, secretFor } from './hooks.ts'
import { notObject, onlyCommand, unmappable, unreadable } from './problem-endings.ts'

const googleForms = createFormSource(service)

const script = readFileSync(join(import.meta.dirname, '../../docs/google-forms.gs'), 'utf8')
const secret = secretFor('google-forms')
const address = 'https://bridge.example.com/forms/google-forms'
type Fetched = { url: string; options: Record<string, unknown> & { payload: string; headers: Record<string, string> } }
type Answered = [id: number, title: string, value: unknown]

/** Apps Script has Java's bytes, from -128 to 127. */
const toJava = (bytes: Uint8Array): number[] => Array.from(bytes, (byte) => (byte > 127 ? byte - 256 : byte))
const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= -128 && byte <= 127)
function bytes(value: unknown): Buffer {
  if (!isBytes(value)) throw new TypeError('Apps Script would take this for text, and sign question marks.')
  return Buffer.from(value)
}

/** The script with stand-ins for the services of Apps Script (developers.google.com/apps-script/reference). */
function runScript(answers: (url: string) => number, properties: Record<string, string> = {}) {
  const fetched: Fetched[] = []
  const slept: number[] = []
  const triggers: object[] = [
    { getHandlerFunction: () => 'sendResponse', old: true },
    { getHandlerFunction: () => 'other' },
  ]
  const stored: Record<string, string> = { BRIDGE_URL: address, BRIDGE_SECRET: secret, ...properties }
  const context = {
    Utilities: {
      base64Decode: (text: string) => toJava(Buffer.from(text, 'base64')),
      base64Encode: (value: unknown) => bytes(value).toString('base64'),
      newBlob: (text: string) => ({ getBytes: () => toJava(Buffer.from(text, 'utf8')) }),
      computeHmacSha256Signature: (value: unknown, key: unknown) =>
        toJava(createHmac('sha256', bytes(key)).update(bytes(value)).digest()),
      sleep: (ms: number) => void slept.push(ms),
    },
    UrlFetchApp: {
      fetch: (url: string, options: Fetched['options']) => {
        fetched.push({ url, options })
        const status = answers(url)
        if (status === 0) throw new Error('Address unavailable')
        return { getResponseCode: () => status }
      },
    },
    PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => stored[name] ?? null }) },
    FormApp: { getActiveForm: () => 'the form' },
    ScriptApp: {
      getProjectTriggers: () => [...triggers],
      deleteTrigger: (trigger: object) => void triggers.splice(triggers.indexOf(trigger), 1),
      newTrigger: (handler: string) => ({
        forForm: (form: string) => ({
          onFormSubmit: () => ({ create: () => void triggers.push({ getHandlerFunction: () => handler, form }) }),
        }),
      }),
    },
    Date: Object.assign(() => {}, { now: () => nowMs }),
  }
  const functions = runInNewContext(`${script}\n;({ installTrigger, sendResponse })`, context) as {
    installTrigger: () => void
    sendResponse: (event: object) => void
  }
  return { ...functions, fetched, slept, triggers }
}

const submitted = (answers: Answered[], email = 'anna.beispiel@example.com') => ({
  response: {
    getId: () => '2_ABaOnud',
    getTimestamp: () => new Date(nowMs),
    getRespondentEmail: () => email,
    getItemResponses: () =>
      answers.map(([id, title, value]) => ({
        getItem: () => ({ getId: () => id, getTitle: () => title }),
        getResponse: () => value,
      })),
  },
})

const toDelivery = ({ options }: Fetched): Delivery =>
  delivery({
    path: '/forms/google-forms',
    headers: { 'content-type': String(options.contentType), ...options.headers },
    body: Buffer.from(options.payload, 'utf8'),
  })

const answers: Answered[] = [
  [11, 'Bestellnummer', 'Bestellung 6203001001'],
  [12, 'Artikel', ['MUG-BLUE']],
  [13, 'Anzahl', '1'],
  [14, 'Größe & Farbe', 'Straße, 5 €, 茶碗 🍵'],
]
const fields = { 11: 'order_number', Artikel: 'sku', 13: 'quantity', 14: 'note', email: 'email' }

describe('the script of docs/google-forms.gs', () => {
  it('signs a response in any alphabet so that the bridge accepts it', async () => {
    const { sendResponse, fetched } = runScript(() => 200)
    sendResponse(submitted(answers))
    expect(fetched).toHaveLength(1)
    const [sent] = fetched as [Fetched]
    expect(sent.url).toBe(address)
    expect(sent.options).toMatchObject({ method: 'post', contentType: 'application/json', muteHttpExceptions: true })
    const hooks = createHooks({ secrets: { 'google-forms': [secret] } })
    expect(await hooks.send('forms', toDelivery(sent))).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect(googleForms.verify(toDelivery(sent), [secretFor('google-forms', 'other')], settings(), nowMs).ok).toBe(false)
  })

  it('sends answers that `fields` finds by item id or title', () => {
    const { sendResponse, fetched } = runScript(() => 200)
    sendResponse(submitted(answers))
    const event = eventOf(googleForms, toDelivery(fetched[0] as Fetched))
    expect(event.id).toBe('google-forms/2_ABaOnud.2026-10-01T09:30:00.000Z')
    expect(onlyCommand(googleForms.translate(event, settings({ fields })))).toEqual({
      type: 'create-return',
      key: '2_ABaOnud',
      order: { externalNumber: '6203001001' },
      email: 'anna.beispiel@example.com',
      lines: [{ sku: 'MUG-BLUE', quantity: 1 }],
      note: 'Straße, 5 €, 茶碗 🍵',
    })
  })

  it('makes four attempts under one id, then fails so that Google informs the owner', () => {
    const statuses = [503, 0, 401, 503]
    const { sendResponse, fetched, slept } = runScript(() => statuses.shift() ?? 200)
    expect(() => sendResponse(submitted(answers))).toThrow(/did not accept the response .*: HTTP 503/)
    expect(new Set(fetched.map(({ options }) => options.headers['webhook-id'])).size).toBe(1)
    expect(fetched).toHaveLength(4)
    expect(slept).toEqual([0, 2000, 8000, 20_000])
  })

  it('stops once a response is accepted', () => {
    const statuses = [0, 200]
    const { sendResponse, fetched } = runScript(() => statuses.shift() ?? 500)
    sendResponse(submitted(answers))
    expect(fetched).toHaveLength(2)
  })

  it('leaves out the e-mail if the form does not collect it', () => {
    const { sendResponse, fetched } = runScript(() => 200)
    sendResponse(submitted([], ''))
    expect(JSON.parse((fetched[0] as Fetched).options.payload)).toEqual({
      responseId: '2_ABaOnud',
      submittedAt: '2026-10-01T09:30:00.000Z',
      answers: [],
    })
  })

  it('installs its trigger once, however often it is run', () => {
    const { installTrigger, triggers } = runScript(() => 200)
    installTrigger()
    installTrigger()
    const ours = triggers.filter(
      (each) => (each as { getHandlerFunction: () => string }).getHandlerFunction() === 'sendResponse',
    )
    expect(ours).toEqual([{ getHandlerFunction: expect.any(Function), form: 'the form' }])
    expect(triggers).toHaveLength(2)
  })
})

describe('a message of the script', () => {
  const ask = (body: unknown, fields?: Record<string, string>) => {
    const from = delivery({ body: Buffer.from(JSON.stringify(body)) })
    return googleForms.translate(eventOf(googleForms, from), settings(fields && { fields }))
  }

  it.each([{}, [], { answers: 'x' }])('of another shape is refused: %j', (body) => {
    expect(ask(body)).toEqual(Array.isArray(body) ? notObject : unreadable('answers'))
  })

  it.each([1, 'x', null, {}, { id: [], title: {}, value: 'nameless' }, { id: 7, value: 'x' }])(
    'is read beside the odd item %j',
    (odd) => {
      const answers = [odd, { title: 'order_number', value: '1001' }, { title: 'sku', value: ['Mug, blue', 'B'] }]
      expect(ask({ answers, responseId: 5, submittedAt: 6 })).toMatchObject({
        commands: [{ key: '5', lines: [{ sku: 'Mug, blue' }, { sku: 'B' }] }],
      })
    },
  )

  it('means the address that was answered before that of the account', () => {
    const given = { order_number: '1001', sku: 'A', email: 'anna@example.com' }
    const answers = Object.entries(given).map(([title, value]) => ({ title, value }))
    expect(ask({ answers, email: 'account@example.com' })).toMatchObject({ commands: [{ email: 'anna@example.com' }] })
  })

  it.each([
    ['quantity', { answers: [{ title: 'quantity', value: [['3'], null] }] }],
    ['email', { answers: [], email: { address: 'anna@example.com' } }],
  ])('with an odd %s becomes no return', (field, { answers, ...more }) => {
    const order = { title: 'order_number', value: '1001' }
    expect(ask({ answers: [order, { title: 'sku', value: 'A' }, ...answers], ...more })).toEqual(
      unmappable({ problem: 'answer_unreadable', field }),
    )
  })

  it.each([
    ['by its hash without an id', {}, expect.stringMatching(/^sha256:/)],
    ['by its response alone if it has no time', { responseId: 'r-1', submittedAt: null }, 'r-1'],
    ['by response and time', { responseId: 'r-1', submittedAt: '2026-10-01T09:30:00Z' }, 'r-1.2026-10-01T09:30:00Z'],
  ])('is identified %s', (_title, more, deliveryKey) => {
    const body = Buffer.from(JSON.stringify({ answers: [], ...more }))
    expect(googleForms.identify(delivery({ body }), settings())).toMatchObject({ deliveryKey })
  })

  it('is translated if an answer has no id or no title', () => {
    const answers = [
      { title: 'order_number', value: '302-1' },
      { id: 7, value: 'LAMP-7' },
      { id: null, title: null, value: 'nobody’s' },
    ]
    expect(ask({ responseId: 'r-1', answers }, { order_number: 'order_number', '7': 'sku' })).toMatchObject({
      commands: [{ type: 'create-return', lines: [{ sku: 'LAMP-7', quantity: 1 }] }],
    })
  })
})
