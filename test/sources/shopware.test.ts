import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shopware } from '../../lib/sources/shopware/translate.ts'
import type { Delivery, SourceSettings } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { notObject, onlyCommand, unmappable, unreadable } from './problem-endings.ts'

const appSecret = 'app-secret'
const context = settings({ publicUrl: 'https://bridge.example.com/' })
const hex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const secretOf = (shop: string, app = appSecret) => hex(hex(app, 'secret of a shop, for backoffice-bridge'), shop)
const shopSecret = secretOf('demoShop')
/** The secret of the shop as a former version derived it. */
const formerVersion = hex(appSecret, 'demoShop')
const seconds = nowMs / 1000
const unmatched = 'the signature matches none of the configured secrets'
const noShop = 'the body names no shop'
const notOfTheShop = 'the body was not sent by the shop that signed it'
const tooLong = 'a part of the registration has more than 16384 bytes'
const tooOld = 'the signature is valid but 301 s old; at most 300 s are allowed'
const noSecret = 'no usable secret is configured for this source'

const respond = (from: Delivery, secrets = [appSecret], at: SourceSettings = context) =>
  shopware.respond?.(from, secrets, at, nowMs)
const whyOf = (from: Delivery, secrets = [appSecret], at: SourceSettings = context) => {
  const verification = shopware.verify(from, secrets, at, nowMs)
  return verification.ok ? 'verified' : verification.why
}
const message = (event: string, payload: unknown, more: object = {}) => ({
  data: { event, payload },
  source: { shopId: 'demoShop', eventId: 'e1' },
  timestamp: seconds,
  ...more,
})
const signedWith = (key: string, body: unknown, more: Partial<Delivery> = {}) => {
  const text = JSON.stringify(body)
  return delivery({ body: Buffer.from(text), headers: { 'shopware-shop-signature': hex(key, text) }, ...more })
}

describe('the registration', () => {
  const query = `shop-id=demoShop&shop-url=http%3A%2F%2Fshop.example.com&timestamp=${seconds}`
  const register = (more: { query?: string; headers?: Record<string, string>; key?: string } = {}): Delivery => {
    const asked = more.query ?? query
    const headers = { 'shopware-app-signature': hex(more.key ?? appSecret, asked), ...more.headers }
    return delivery({ method: 'GET', path: '/shops/shopware/register', query: asked, body: Buffer.from(''), headers })
  }
  const withHeader = (name: string, value: string) => register({ headers: { [`shopware-${name}-signature`]: value } })
  const proofOf = (appName: string, key = appSecret) => hex(key, `demoShophttp://shop.example.com${appName}`)

  it('gets a proof, the derived secret of the shop and the address of the confirmation', () => {
    expect(respond(register())).toEqual({
      status: 200,
      body: {
        proof: proofOf('BackofficeBridge'),
        secret: shopSecret,
        confirmation_url: 'https://bridge.example.com/shops/shopware/confirm',
      },
    })
    expect(shopSecret).toHaveLength(64)
  })

  const former = secretOf('demoShop', 'former')
  const secrets = [appSecret, 'former']
  const named = { ...register(), path: '/shops/register/register' }
  const confirmationOfNamed = { confirmation_url: 'https://bridge.example.com/shops/register/confirm' }
  const slashes = { publicUrl: 'https://bridge.example.com//' }
  const byFormer = { secret: former, proof: proofOf('BackofficeBridge', 'former') }
  const ownApp = { appName: 'OwnApp' }
  const anew = { secret: shopSecret }
  it.each<[string, Delivery, object, { secrets?: string[]; more?: Partial<SourceSettings> }?]>([
    ['the confirmation of a source called register', named, confirmationOfNamed, { more: slashes }],
    ['a proof of the app name of the source', register(), { proof: proofOf('OwnApp') }, { more: ownApp }],
    ['an answer with the app secret that signed', register({ key: 'former' }), byFormer, { secrets }],
    ['its secret again where it signs with that too', withHeader('shop', hex(shopSecret, query)), anew],
    ['a new secret for one of a former app', withHeader('shop', hex(former, query)), anew, { secrets }],
    ['a new secret for one of a former version', withHeader('shop', hex(formerVersion, query)), anew],
  ])('gets %s', (_title, from, body, { secrets: configured, more } = {}) => {
    expect(respond(from, configured, { ...context, ...more })).toMatchObject({ status: 200, body })
  })

  it('signs nothing that is the secret of a shop, whatever others see of it', () => {
    const { body } = respond(register()) as { body: { proof: string } }
    const seen = [query, 'demoShophttp://shop.example.comBackofficeBridge', 'secret of a shop, for backoffice-bridge']
    for (const shopId of seen) {
      const forged = message('x', {}, { source: { shopId, eventId: 'e1' } })
      for (const key of [register().headers['shopware-app-signature'], body.proof])
        expect(whyOf(signedWith(String(key), forged))).toBe(noShop)
    }
  })

  const at = `timestamp=${seconds}`
  const incomplete = [
    ...[`shop-url=x&${at}`, `shop-id=x&${at}`, 'shop-id=x&shop-url=y', 'shop-id=x&shop-url=y&timestamp=soon'],
    ...['', 'a b', 'a%26b', 'a%3Db', 'a/b', 'x'.repeat(65)].map((id) => `shop-id=${id}&shop-url=y&${at}`),
    ...[`${seconds}x`, `x${seconds}`, `${seconds}.5`].map((time) => `shop-id=x&shop-url=y&timestamp=${time}`),
  ]
  const ofAnother = 'the app signature matches none of the configured app secrets'
  const noHex = 'the header shopware-app-signature holds no HMAC-SHA256 in hex'
  const ofAnotherApp =
    'the shop was registered with another app secret: list that one behind the present one, then register again'
  const noPublicUrl = 'the answer must hold the address of the confirmation: set publicUrl in bridge.config.ts'
  it.each<[string, Delivery, string, SourceSettings?]>([
    ['another secret', register({ key: 'other' }), ofAnother],
    ['a changed query', { ...register(), query: `${query}&x=1` }, ofAnother],
    ['no signature', withHeader('app', ''), 'the header shopware-app-signature is missing'],
    ['a signature that is none', withHeader('app', 'x'), noHex],
    ['a wrong shop signature', withHeader('shop', 'x'), ofAnotherApp],
    ...incomplete.map((given): [string, Delivery, string] => [
      `the query ${given}`,
      register({ query: given }),
      'the query has no shop-id, shop-url or timestamp',
    ]),
    ['a query of a page', register({ query: `${query}&x=${'x'.repeat(16_384)}` }), tooLong],
    ['an old time', register({ query: `shop-id=x&shop-url=y&timestamp=${seconds - 301}` }), tooOld],
    ['no publicUrl', register(), noPublicUrl, settings()],
  ])('is refused with %s', (_title, from, why, set) => {
    expect(respond(from, [appSecret], set)).toBeUndefined()
    expect(whyOf(from, [appSecret], set)).toBe(why)
  })

  it('is refused without a configured secret, and with an empty one', () => {
    expect(respond(register({ key: '' }), [''])).toBeUndefined()
    expect(respond(register(), [])).toBeUndefined()
  })

  it('is never an event', () => {
    expect(whyOf(register())).toBe('this is a registration, not an event')
  })
})

describe('the confirmation', () => {
  const confirm = (body: unknown, key = shopSecret) => signedWith(key, body, { path: '/shops/shopware/confirm' })
  const shop = { shopUrl: 'http://shop.example.com', shopId: 'demoShop' }
  const credentials = { apiKey: 'key', secretKey: 'secret', timestamp: String(seconds), ...shop }

  it.each([
    ['', credentials],
    [' also without the time', { shopId: 'demoShop' }],
  ])('gets an empty answer%s, and is no event', (_title, body) => {
    expect(respond(confirm(body))).toEqual({ status: 200, body: {} })
    expect(whyOf(confirm(body))).toBe('this is a registration, not an event')
  })

  it.each<[string, Delivery, string]>([
    ['the app secret itself', confirm(credentials, appSecret), unmatched],
    ['the secret of another shop', confirm(credentials, secretOf('other')), unmatched],
    ['no shop', confirm({}), noShop],
    ['an empty shop', confirm({ shopId: '' }), noShop],
    ['an old time', confirm({ ...credentials, timestamp: seconds - 301 }), tooOld],
    ['a shop that is only a part of it', confirm({ x: { shopId: 'demoShop' } }), notOfTheShop],
    ['a page of anything', confirm({ ...credentials, x: 'x'.repeat(16_384) }), tooLong],
    ['no JSON', { ...confirm({}), body: Buffer.from('x') }, noShop],
  ])('is refused with %s', (_title, from, why) => {
    expect(respond(from)).toBeUndefined()
    expect(whyOf(from)).toBe(why)
  })
})

it.each([
  ['GET', '/shops/shopware'],
  ['POST', '/shops/shopware/register'],
  ['GET', '/shops/shopware/confirm'],
  ['POST', '/shops/shopware'],
])('%s %s is not part of the handshake', (method, path) => {
  expect(respond(delivery({ method, path }))).toBeUndefined()
  expect(whyOf(delivery({ method, path }))).toBe('the header shopware-shop-signature is missing')
})

describe('the proof of an event', () => {
  const send = (body: object) => signed(shopware, { body: JSON.stringify(body), secret: appSecret })
  const plain = message('x', {})
  const timed = (timestamp: number | undefined) => send(message('x', {}, { timestamp }))
  /** A body that names another shop behind the one of its own part, and one that does so before it. */
  const several = message('x', { order: { customFields: { shopId: 'otherShop' } } })
  const { data, ...own } = several
  const onlyShops = { body: Buffer.from('"shopId":"a"'.repeat(10_000)) }
  const ahead = 'the signature is valid but 301 s ahead of this clock; at most 300 s are allowed'

  it('is signed with the secret of the shop that the body names', () => {
    expect(send(plain).headers['shopware-shop-signature']).toBe(hex(shopSecret, JSON.stringify(plain)))
  })

  it.each<[string, Delivery, string, string[]?]>([
    ['the secret of the shop', send(plain), 'verified'],
    ['the secret of the shop behind a new one', send(plain), 'verified', ['new-secret', appSecret]],
    ['the app secret itself', signedWith(appSecret, plain), unmatched],
    ['the secret of a former version', signedWith(formerVersion, plain), unmatched],
    ['no configured secret', send(plain), noSecret, []],
    ['an empty secret', signedWith(secretOf('demoShop', ''), plain), noSecret, ['']],
    ['a time 300 s ahead', timed(seconds + 300), 'verified'],
    ['a time 300 s ago', timed(seconds - 300), 'verified'],
    ['a time 301 s ahead', timed(seconds + 301), ahead],
    ['a time 301 s ago', timed(seconds - 301), tooOld],
    ['no time, as before Shopware 6.4.1', timed(undefined), 'verified'],
    ['no source', send({ data: { event: 'x' } }), noShop],
    ['an empty source', send({ data: { event: 'x' }, source: {} }), noShop],
    ['a shop that is a number', send({ data: { event: 'x' }, source: { shopId: 5 } }), noShop],
    ['several shops, signed by its own', signedWith(shopSecret, several), 'verified'],
    ['several shops, its own first', signedWith(shopSecret, { ...own, data }), 'verified'],
    ['several shops, signed by another', signedWith(secretOf('otherShop'), several), notOfTheShop],
    ['nothing but shops', signedWith('', '', onlyShops), unmatched],
    ['a source called register', { ...send(plain), path: '/shops/register' }, 'verified'],
    ['a source called confirm', { ...send(plain), path: '/shops/confirm' }, 'verified'],
  ])('with %s', (_title, from, why, secrets) => {
    expect(whyOf(from, secrets)).toBe(why)
  })
})

describe('identity', () => {
  const deliveryKeyOf = (body: unknown) => {
    const identity = shopware.identify(
      delivery({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }),
      context,
    )
    return identity.kind === 'event' && identity.deliveryKey
  }

  it('is the event id, also on a retry with another time', () => {
    expect(deliveryKeyOf(message('x', {}))).toBe('e1')
    expect(deliveryKeyOf(message('x', {}, { timestamp: 1 }))).toBe('e1')
  })

  it('is the hash of `data` without an event id', () => {
    const source = { shopId: 'demoShop' }
    const key = deliveryKeyOf(message('x', { a: 1 }, { source }))
    expect(key).toMatch(/^sha256:/)
    expect(deliveryKeyOf(message('x', { a: 1 }, { source, timestamp: 1 }))).toBe(key)
    expect(deliveryKeyOf(message('x', { a: 2 }, { source }))).not.toBe(key)
  })

  it('is the hash of a body that cannot be read', () => {
    expect(deliveryKeyOf('x')).toMatch(/^sha256:/)
    expect(deliveryKeyOf('x')).not.toBe(deliveryKeyOf('y'))
  })
})

describe('events', () => {
  const ask = (event: string, payload: unknown, more: Partial<SourceSettings> = {}) =>
    shopware.translate(eventOf(shopware, delivery({ body: Buffer.from(JSON.stringify(message(event, payload))) })), {
      ...context,
      ...more,
    })
  const returned = 'state_enter.order_delivery.state.returned'
  const order = { id: 'id', orderNumber: '1023' }
  const noOrder = unreadable('order.id', 'order.orderNumber')
  const inState = (technicalName: string) => ({ stateMachineState: { technicalName } })
  const everything = {
    commands: [
      { type: 'create-return', key: 'returned/id', order: { externalNumber: '1023' }, lines: 'all', tells: 'receipt' },
    ],
  }

  const goods = { stateMachineState: null, shippingCosts: { totalPrice: 4.9 } }
  const discount = { stateMachineState: null, shippingCosts: { totalPrice: -4.9 } }

  it.each([
    ['with its state (before 6.6)', [inState('returned')]],
    ['whose state is not in the message (since 6.6)', [goods]],
    ['without costs', [{ ...goods, shippingCosts: { totalPrice: 0 } }]],
    ['beside a discount on its costs', [goods, discount]],
    ['beside a discount that has a state of its own', [discount, { ...discount, ...inState('open') }, goods]],
  ])('an order with a single delivery %s becomes a return of all lines', (_title, deliveries) => {
    expect(ask(returned, { order: { ...order, deliveries } })).toEqual(everything)
  })

  it.each([
    ['no deliveries', undefined],
    ['deliveries that are not loaded', null],
    ['an empty list of deliveries', []],
    ['odd deliveries', 'x'],
    ['a delivery that cannot be read', [null]],
    ['a delivery and one that cannot be read', [goods, 5]],
    ['a delivery whose state cannot be read', [{ ...goods, stateMachineState: {} }]],
    ['a delivery whose costs cannot be read', [{ ...goods, shippingCosts: 'x' }]],
    ['two deliveries whose states are not in the message', [goods, goods]],
    ['two deliveries without states and costs', [{}, {}]],
    ['two deliveries that came back', [inState('returned'), inState('returned')]],
    ['two deliveries, one of which came back', [inState('returned'), inState('shipped')]],
    ['a delivery that is elsewhere', [inState('shipped')]],
    ['nothing but a discount', [discount]],
  ])('an order with %s becomes a comment', (_title, deliveries) => {
    const text =
      'Shopware reports that a delivery of order 1023 came back. It does not say which lines: create the return by hand.'
    expect(ask(returned, { order: { ...order, deliveries } })).toEqual({
      commands: [{ type: 'add-comment', key: 'returned/e1', order: { externalNumber: '1023' }, text }],
    })
  })

  it.each([
    {},
    { order: {} },
    { order: { id: 'x' } },
    { order: { orderNumber: 'x' } },
    { order: { ...order, orderNumber: ' ' } },
    null,
    [],
  ])('refuses the order payload %j', (payload) => {
    expect(ask(returned, payload)).toEqual(noOrder)
    expect(ask(`${returned}_partially`, payload)).toEqual(noOrder)
  })

  it.each([
    [{ subject: 'Hello', comment: 'Where?' }, 'Hello\nWhere?'],
    [{ subject: null, comment: ' Where? ' }, 'Where?'],
    [{ subject: 'Hello' }, 'Hello'],
  ])('the contact form %j becomes a comment', (form, note) => {
    expect(
      ask('contact_form.send', { contactFormData: { email: ' a@example.com ', firstName: 'Anna', ...form } }),
    ).toEqual({
      commands: [
        {
          type: 'add-comment',
          key: 'contact/e1',
          order: { email: 'a@example.com' },
          text: "The customer wrote in the shop's contact form:",
          note,
        },
      ],
    })
  })

  it('names the missing field of a contact form', () => {
    expect(ask('contact_form.send', { contactFormData: { email: 'a@example.com', comment: ' ' } })).toEqual(
      unmappable({ problem: 'none_of', fields: ['contactFormData.subject', 'contactFormData.comment'] }),
    )
    const noEmail = unreadable('contactFormData.email')
    expect(ask('contact_form.send', { contactFormData: { comment: 'x' } })).toEqual(noEmail)
    expect(ask('contact_form.send', {})).toEqual(noEmail)
  })

  it.each([
    ['order_transaction.state.refunded', 'refunded/e1', 'a payment of order 1023 was refunded'],
    [
      'order_transaction.state.refunded_partially',
      'refunded_partially/e1',
      'a payment of order 1023 was refunded in part. The amount is in the shop',
    ],
    ['order.state.cancelled', 'cancelled/e1', 'order 1023 was cancelled'],
  ])('%s becomes a comment only if `on` names it', (state, key, sentence) => {
    const event = `state_enter.${state}`
    const text = `Shopware reports that ${sentence}.`
    expect(ask(event, { order }, { on: [event] })).toEqual({
      commands: [{ type: 'add-comment', key, order: { externalNumber: '1023' }, text }],
    })
    expect(ask(event, {}, { on: [event] })).toEqual(noOrder)
    expect(ask(event, { order })).toMatchObject({ ending: { reason: { code: 'topic_not_mapped' } } })
  })

  const inShop = 'What it is about is in the shop'
  const unlessThere = 'create the return by hand, unless it is there'
  it.each([
    ['return.state.in_progress', 'return_in_progress', `a return of order 1023 is in progress. ${inShop}: create the`],
    ['return.state.done', 'return_done', `a return of order 1023 is done. ${inShop}: ${unlessThere}.`],
    ['return.state.cancelled', 'return_cancelled', `a return of order 1023 was cancelled. ${inShop}: cancel the`],
    ['line_item.state.returned', 'line_returned', 'a line of order 1023 came back. It does not say which lines'],
    ['line_item.state.returned_partially', 'line_returned_partially', 'a line of order 1023 came back in part. It'],
  ])("the commercial order_%s, whose message is the order's, becomes a comment", (state, key, words) => {
    expect(onlyCommand(ask(`state_enter.order_${state}`, { order }))).toEqual({
      ...{ type: 'add-comment', key: `${key}/e1`, order: { externalNumber: '1023' } },
      text: expect.stringContaining(`Shopware reports that ${words}`),
    })
  })

  it.each(['{}', '[]', '{"data":{},"source":{}}', '{"data":{"event":5}}', '{"data":"x","source":{}}'])(
    'refuses the body %s',
    (body) => {
      const event = eventOf(shopware, delivery({ body: Buffer.from(body) }))
      expect(shopware.translate(event, context)).toEqual(body === '[]' ? notObject : unreadable('data.event'))
    },
  )
})
