import { describe, expect, it } from 'vitest'
import { withoutPurchasePrices } from '../../lib/operator/views/order-view.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** Whatever must be in no answer: what customers wrote and are called, payloads, bodies, prices of purchase. */
const private_ =
  /@example\.com|Frau Geheim|streng privat|purchasePrice|"purchase|Bergstrasse|"body":\{.*"amounts":\[\{[^\]]*purchase/

describe('no answer of an operator command', () => {
  it.each([
    ['an SKU', { lines: [{ sku: 'Frau Geheim', quantity: 1 }] }],
    ['an SKU in one word', { lines: [{ sku: 'Geheim', quantity: 1 }] }],
    ['a name', { lines: [{ name: 'Geheim-Strasse5', quantity: 1 }] }],
    ['an order number', { order: { externalNumber: 'Geheim' } }],
    ['a label', { order: { email: 'anna.beispiel@example.com', label: 'Geheim 5' } }],
    ['a reason of one word', { reason: 'Geheim' }],
    ['the reason of a line', { lines: [{ sku: 'MUG-BLUE', quantity: 1, reason: 'Geheim' }] }],
  ])('shows a name that was typed as %s', async (_title, data) => {
    const { world, ask, answers } = createDesk()
    const { id } = await world.deliver('standard', returnRequested(data))
    const { result } = await ask('event.get', { id })
    expect(JSON.stringify(result?.commands)).toContain('[redacted]')
    await ask('why', { id })
    await ask('event.list')
    expect(JSON.stringify(answers)).not.toContain('Geheim')
  })

  it('hides what has the form of a number or an SKU, or is a configured reason', async () => {
    const { world, ask } = createDesk()
    const order = { email: 'anna.beispiel@example.com', label: '#1001' }
    const lines = [{ sku: 'MUG-BLUE', quantity: 1, reason: 'Defective' }]
    const id = await world.accept('standard', returnRequested({ order, lines }))
    expect((await ask('event.get', { id })).result?.commands).toMatchObject([
      { order: { email: '[redacted]', label: '#1001' }, lines },
    ])
  })

  it('holds what else a back office sends of a customer, however deep', async () => {
    const person = { name: 'Frau Geheim', email: 'geheim@example.com' }
    const world = createWorld({
      fetch: (real) => async (input, init) => {
        const response = await real(input, init)
        if (!String(input).includes('/rest/orders')) return response
        const spoil = (value: unknown): unknown =>
          Array.isArray(value)
            ? value.map(spoil)
            : typeof value !== 'object' || value === null
              ? value
              : { ...Object.fromEntries(Object.entries(value).map(([name, of]) => [name, spoil(of)])), person }
        return Response.json(spoil(await response.json()), { status: response.status })
      },
    })
    const { ask } = createDesk(world)
    const answers = [
      await ask('order.get', { orderId: 10_001 }),
      await ask('order.find', { externalNumber: '6203001001' }),
      await ask('order.list', { type: 1, limit: 5 }),
      await ask('return.list', { orderId: 20_000 }),
    ]
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    for (const { result } of answers) expect(JSON.stringify(result)).not.toMatch(private_)
  })
})

it('purchase prices go under every name that begins so, at any depth, and nothing else does', () => {
  const shown = { id: 1, amounts: [{ priceGross: 5, currency: 'EUR' }, null], note: 'purchasePrice' }
  const whole = {
    ...shown,
    purchasePriceNet: 3,
    averagePurchasePrice: 4,
    amounts: [{ priceGross: 5, purchasePrice: 2, purchase_price: 2, currency: 'EUR' }, null],
    PurchasePrices: [{ value: 2 }],
  }
  expect(withoutPurchasePrices(whole)).toEqual(shown)
})
