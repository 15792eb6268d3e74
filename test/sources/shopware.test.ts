import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shopware } from '../../lib/sources/shopware.ts'
import type { Delivery, SourceSettings } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { notObject, unmappable, unreadable } from './problem-endings.ts'

const appSecret = 'app-secret'
const context = settings({ publicUrl: 'https://bridge.example.com/' })
const hex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const secretOf = (shop: string, app = appSecret) => hex(hex(app, 'secret of a shop, for backoffice-bridge'), shop)
const shopSecret = secretOf('demoShop')
const seconds = nowMs / 1000
const unmatched = 'the signature matches none of the configured secrets'
const noShop = 'the body names no shop'
const notOfTheShop = 'the body was not sent by the shop that signed it'
const tooLong = 'a part of the registration has more than 16384 bytes'
const tooOld = 'the signature is valid but 301 s old; at most 300 s are allowed'

const respond = (from: Delivery, secrets = [appSecret], at: SourceSettings = context) =>
  shopware.respond?.(from, secrets, at, nowMs)
const whyOf = (from: Delivery, secrets = [appSecret], at: SourceSettings = context) => {
  const verification = shopware.verify(from, secrets, at, nowMs)
  return verification.ok ? 'verified' : verification.why
}

describe('the registration', () => {
  const query = `shop-id=demoShop&shop-url=http%3A%2F%2Fshop.example.com&timestamp=${seconds}`
  const register = (more: { query?: string; headers?: Record<string, string>; key?: string } = {}): Delivery => {
    const asked = more.query ?? query
    const headers = { 'shopware-app-signature': hex(more.key ?? appSecret, asked), ...more.headers }
    return delivery({ method: 'GET', path: '/shops/shopware/register', query: asked, body: Buffer.from(''), headers })
  }

  it('gets a proof, the derived secret of the shop and the address of the confirmation', () => {
    expect(respond(register())).toEqual({
      status: 200,
      body: {
        proof: hex(appSecret, 'demoShophttp://shop.example.comBackofficeBridge'),
        secret: shopSecret,
        confirmation_url: 'https://bridge.example.com/shops/shopware/confirm',
      },
    })
    expect(shopSecret).toHaveLength(64)
  })

  it('names the right confirmation for a source called register and a publicUrl that ends with slashes', () => {
    const from = { ...register(), path: '/shops/register/register' }
    expect(respond(from, [appSecret], { ...context, publicUrl: 'https://bridge.example.com//' })).toMatchObject({
      body: { confirmation_url: 'https://bridge.example.com/shops/register/confirm' },
    })
  })

  it('proves the app name of the source, if it has one', () => {
    expect(respond(register(), [appSecret], { ...context, appName: 'OwnApp' })).toMatchObject({
      body: { proof: hex(appSecret, 'demoShophttp://shop.example.comOwnApp') },
    })
  })

  it('answers with the one of several app secrets that signed', () => {
    expect(respond(register({ key: 'former' }), [appSecret, 'former'])).toMatchObject({
      body: {
        secret: secretOf('demoShop', 'former'),
        proof: hex('former', 'demoShophttp://shop.example.comBackofficeBridge'),
      },
    })
  })

  it('is accepted again from a registered shop that also signs with its own secret', () => {
    const again = register({ headers: { 'shopware-shop-signature': hex(shopSecret, query) } })
    expect(respond(again)).toMatchObject({ status: 200 })
    const rotated = register({ headers: { 'shopware-shop-signature': hex(secretOf('demoShop', 'former'), query) } })
    expect(respond(rotated, [appSecret, 'former'])).toMatchObject({ status: 200, body: { secret: shopSecret } })
  })

  it('is accepted from a shop that still has the secret of a former version, which signs nothing else', () => {
    const former = hex(appSecret, 'demoShop')
    const again = register({ headers: { 'shopware-shop-signature': hex(former, query) } })
    expect(respond(again)).toMatchObject({ status: 200, body: { secret: shopSecret } })
    const body = Buffer.from(JSON.stringify(message('x', {})))
    const headers = { 'shopware-shop-signature': hex(former, body.toString()) }
    expect(whyOf(delivery({ body, headers }))).toBe(unmatched)
  })

  it('signs nothing that is the secret of a shop, whatever others see of it', () => {
    const { body } = respond(register()) as { body: { proof: string } }
    const seen = [query, 'demoShophttp://shop.example.comBackofficeBridge', 'secret of a shop, for backoffice-bridge']
    const signatures = [register().headers['shopware-app-signature'], body.proof]
    for (const shopId of seen) {
      for (const key of signatures) {
        const forged = Buffer.from(JSON.stringify(message('x', {}, { source: { shopId, eventId: 'e1' } })))
        const headers = { 'shopware-shop-signature': hex(String(key), forged.toString()) }
        expect(whyOf(delivery({ body: forged, headers }))).toBe(noShop)
      }
    }
  })

  const at = `timestamp=${seconds}`
  const incomplete = [
    ...[`shop-url=x&${at}`, `shop-id=x&${at}`, 'shop-id=x&shop-url=y', 'shop-id=x&shop-url=y&timestamp=soon'],
    ...['', 'a b', 'a%26b', 'a%3Db', 'a/b', 'x'.repeat(65)].map((id) => `shop-id=${id}&shop-url=y&${at}`),
    ...[`${seconds}x`, `x${seconds}`, `${seconds}.5`].map((time) => `shop-id=x&shop-url=y&timestamp=${time}`),
  ]
  const ofAnother = 'the app signature matches none of the configured app secrets'
  const withHeader = (name: string, value: string) => register({ headers: { [`shopware-${name}-signature`]: value } })
  it.each<[string, Delivery, string]>([
    ['another secret', register({ key: 'other' }), ofAnother],
    ['a changed query', { ...register(), query: `${query}&x=1` }, ofAnother],
    ['no signature', withHeader('app', ''), 'the header shopware-app-signature is missing'],
    [
      'a signature that is none',
      withHeader('app', 'x'),
      'the header shopware-app-signature holds no HMAC-SHA256 in hex',
    ],
    [
      'a wrong shop signature',
      withHeader('shop', 'x'),
      'the shop was registered with another app secret: list that one behind the present one, then register again',
    ],
    ...incomplete.map((given): [string, Delivery, string] => [
      `the query ${given}`,
      register({ query: given }),
      'the query has no shop-id, shop-url or timestamp',
    ]),
    ['a query of a page', register({ query: `${query}&x=${'x'.repeat(16_384)}` }), tooLong],
    ['an old time', register({ query: `shop-id=x&shop-url=y&timestamp=${seconds - 301}` }), tooOld],
  ])('is refused with %s', (_title, from, why) => {
    expect(respond(from)).toBeUndefined()
    expect(whyOf(from)).toBe(why)
  })

  it('is refused without a configured secret, and with an empty one', () => {
    expect(respond(register({ key: '' }), [''])).toBeUndefined()
    expect(respond(register(), [])).toBeUndefined()
  })

  it('needs publicUrl', () => {
    expect(respond(register(), [appSecret], settings())).toBeUndefined()
    expect(whyOf(register(), [appSecret], settings())).toBe(
      'the answer must hold the address of the confirmation: set publicUrl in bridge.config.ts',
    )
  })

  it('is never an event', () => {
    expect(whyOf(register())).toBe('this is a registration, not an event')
  })
})

describe('the confirmation', () => {
  const confirm = (body: unknown, key = shopSecret): Delivery => {
    const text = JSON.stringify(body)
    const headers = { 'shopware-shop-signature': hex(key, text) }
    return delivery({ path: '/shops/shopware/confirm', body: Buffer.from(text), headers })
  }
  const credentials = {
    apiKey: 'key',
    secretKey: 'secret',
    timestamp: String(seconds),
    shopUrl: 'http://shop.example.com',
    shopId: 'demoShop',
  }

  it('gets an empty answer', () => {
    expect(respond(confirm(credentials))).toEqual({ status: 200, body: {} })
    expect(whyOf(confirm(credentials))).toBe('this is a registration, not an event')
  })

  it('may lack the time', () => {
    expect(respond(confirm({ shopId: 'demoShop' }))).toEqual({ status: 200, body: {} })
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

const message = (event: string, payload: unknown, more: object = {}) => ({
  data: { event, payload },
  source: { shopId: 'demoShop', eventId: 'e1' },
  timestamp: seconds,
  ...more,
})

describe('the proof of an event', () => {
  const send = (body: object) => signed(shopware, { body: JSON.stringify(body), secret: appSecret })

  it('is the secret of the shop that the body names', () => {
    const from = send(message('x', {}))
    expect(from.headers['shopware-shop-signature']).toBe(hex(shopSecret, from.body.toString()))
    expect(whyOf(from)).toBe('verified')
    expect(whyOf(from, ['new-secret', appSecret])).toBe('verified')
  })

  it('is not the app secret itself', () => {
    const from = send(message('x', {}))
    const headers = { 'shopware-shop-signature': hex(appSecret, from.body.toString()) }
    expect(whyOf({ ...from, headers })).toBe(unmatched)
  })

  it('is refused without a secret', () => {
    expect(whyOf(send(message('x', {})), [])).toBe('no usable secret is configured for this source')
    const from = send(message('x', {}))
    const headers = { 'shopware-shop-signature': hex(secretOf('demoShop', ''), from.body.toString()) }
    expect(whyOf({ ...from, headers }, [''])).toBe('no usable secret is configured for this source')
  })

  it.each([
    [300, 'verified'],
    [-300, 'verified'],
    [301, 'the signature is valid but 301 s ahead of this clock; at most 300 s are allowed'],
    [-301, 'the signature is valid but 301 s old; at most 300 s are allowed'],
  ])('a time %i s away: %s', (away, why) => {
    expect(whyOf(send(message('x', {}, { timestamp: seconds + away })))).toBe(why)
  })

  it('may lack a time, as before Shopware 6.4.1', () => {
    expect(whyOf(send(message('x', {}, { timestamp: undefined })))).toBe('verified')
  })

  it.each([{}, { source: {} }, { source: { shopId: 5 } }])('is refused if the body names no shop (%j)', (more) => {
    expect(whyOf(send({ data: { event: 'x' }, ...more }))).toBe(noShop)
  })
})

describe('a body that names several shops', () => {
  const other = { order: { customFields: { shopId: 'otherShop' } } }
  const signedBy = (shop: string, body: object) => {
    const raw = Buffer.from(JSON.stringify(body))
    return delivery({ body: raw, headers: { 'shopware-shop-signature': hex(secretOf(shop), raw.toString()) } })
  }

  it('is from the one that its own part names', () => {
    expect(whyOf(signedBy('demoShop', message('x', other)))).toBe('verified')
    const { data, ...own } = message('x', other)
    expect(whyOf(signedBy('demoShop', { ...own, data }))).toBe('verified')
  })

  it('is not from another one that has signed it', () => {
    expect(whyOf(signedBy('otherShop', message('x', other)))).toBe(notOfTheShop)
  })

  it('may name nothing but shops', () => {
    const body = Buffer.from('"shopId":"a"'.repeat(10_000))
    const headers = { 'shopware-shop-signature': '0'.repeat(64) }
    expect(whyOf(delivery({ body, headers }))).toBe(unmatched)
  })
})

it.each(['register', 'confirm'])('a source may be called %s', (name) => {
  const from = signed(shopware, { body: JSON.stringify(message('x', {})), secret: appSecret })
  expect(whyOf({ ...from, path: `/shops/${name}` })).toBe('verified')
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
  const order = { id: 'uuid', orderNumber: '10023' }
  const noOrder = unreadable('order.id', 'order.orderNumber')
  const inState = (technicalName: string) => ({ stateMachineState: { technicalName } })
  const everything = {
    commands: [{ type: 'create-return', key: 'returned/uuid', order: { externalNumber: '10023' }, lines: 'all' }],
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
      'Shopware reports that a delivery of order 10023 came back. It does not say which lines: create the return by hand.'
    expect(ask(returned, { order: { ...order, deliveries } })).toEqual({
      commands: [{ type: 'add-comment', key: 'returned/e1', order: { externalNumber: '10023' }, text }],
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
    ['order_transaction.state.refunded', 'refunded/e1', 'a payment of order 10023 was refunded'],
    [
      'order_transaction.state.refunded_partially',
      'refunded_partially/e1',
      'a payment of order 10023 was refunded in part. The amount is in the shop',
    ],
    ['order.state.cancelled', 'cancelled/e1', 'order 10023 was cancelled'],
  ])('%s becomes a comment only if `on` names it', (state, key, sentence) => {
    const event = `state_enter.${state}`
    const text = `Shopware reports that ${sentence}.`
    expect(ask(event, { order }, { on: [event] })).toEqual({
      commands: [{ type: 'add-comment', key, order: { externalNumber: '10023' }, text }],
    })
    expect(ask(event, {}, { on: [event] })).toEqual(noOrder)
    expect(ask(event, { order })).toMatchObject({ ending: { reason: { code: 'topic_not_mapped' } } })
  })

  it.each(['{}', '[]', '{"data":{},"source":{}}', '{"data":{"event":5}}', '{"data":"x","source":{}}'])(
    'refuses the body %s',
    (body) => {
      const event = eventOf(shopware, delivery({ body: Buffer.from(body) }))
      expect(shopware.translate(event, context)).toEqual(body === '[]' ? notObject : unreadable('data.event'))
    },
  )
})
