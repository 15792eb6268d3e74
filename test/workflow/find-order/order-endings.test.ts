import { describe, expect, it } from 'vitest'
import type { OrderCommand } from '../../../lib/commands.ts'
import { type ConfigInput, defineConfig } from '../../../lib/config/config.ts'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { operate } from '../../../lib/operator/operate.ts'
import { orderAmbiguous, orderUnknown, waitForShop } from '../../../lib/workflow/find-order/find-order.ts'
import { timingAt } from '../../../lib/workflow/timing.ts'
import type { Work } from '../../../lib/workflow/workflow.ts'
import { operatorOf } from '../../operator/desk.ts'
import { anEvent } from '../an-event.ts'
import { anOrder } from '../an-order.ts'
import {
  commentSubmitted,
  createWorld,
  ended,
  minute,
  orderLike,
  returnRequested,
  type World,
  worldWith,
} from '../world.ts'

const hour = 60 * minute
const email = 'ben.muster@example.com'
const order = { email, label: '#9999' }
const lines = [{ sku: 'LAMP-7', quantity: 1 }]
const asked = returnRequested({ order, lines })

/** The shop's events name an order by e-mail and label. */
const shops: ConfigInput = {
  publicUrl: 'https://bridge.example',
  sources: {
    standard: { kind: 'standard' },
    strict: { kind: 'standard', requireEmail: true },
    shopify: { kind: 'shopify' },
    shopware: { kind: 'shopware', appName: 'bridge' },
    labels: { kind: 'shopify', translate: () => [{ type: 'create-return', order, lines }] },
  },
}

/** Puts an order like 10002 into the back office, of the same contact (502). */
const put = (world: World, id: number, fields: object = {}) =>
  world.put({ ...orderLike(world, 10_002), id, properties: [], ...fields })
const labelled = (value: string) => ({ properties: [{ typeId: 7, value }] })

async function release(world: World, id: string) {
  expect(await operate(operatorOf(world), { command: 'event.release', id })).toMatchObject({ ok: true })
  return await world.finish(id)
}

describe('a release of the only order that may be meant', () => {
  it('counts for the order that the event named, and for none that is found in its place', async () => {
    const world = createWorld()
    const first = await world.deliver('standard', asked)
    expect(first.reason).toMatchObject({ code: 'order_ambiguous', what: 'unlabelled', ids: [10_002] })
    await put(world, 10_077)
    await put(world, 10_002, { statusId: 8 })
    const second = await release(world, first.id)
    expect(second).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous', ids: [10_077] } })
    expect(await world.returnsOf(10_077)).toHaveLength(0)
    const last = await release(world, first.id)
    expect(last).toMatchObject({ status: 'done', orderId: 10_077 })
    expect(last.history.filter(({ code }) => code === 'order_found')).toMatchObject([{ orderId: 10_077 }])
  })

  it('does not count once another order may be meant as well, even where that one is gone again', async () => {
    const { world, id } = await worldWith(asked)
    await world.finish(id)
    await put(world, 10_077, { createdAt: '2026-01-01T00:00:00+01:00' })
    const several = await release(world, id)
    expect(several.reason).toMatchObject({ code: 'order_ambiguous', what: 'label', ids: [10_002, 10_077] })
    await put(world, 10_077, { statusId: 8 })
    expect((await release(world, id)).reason).toMatchObject({ code: 'order_ambiguous', ids: [10_002] })
    expect(await world.returnsOf(10_002)).toHaveLength(0)
    expect(await release(world, id)).toMatchObject({ status: 'done', orderId: 10_002 })
  })

  it('says nothing of several orders, however often they are released', async () => {
    const world = createWorld()
    const asked = { order: { email: 'anna.beispiel@example.com' }, lines: 'all' }
    const { id } = await world.deliver('standard', returnRequested(asked))
    await release(world, id)
    expect(await release(world, id)).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous' } })
    expect(await world.returnsOf(10_013)).toHaveLength(0)
  })

  it('counts for the command that was asked about, and for no other', async () => {
    const one = { type: 'create-return', order, lines } as const
    const other = { ...one, order: { email: 'cleo.exempel@example.com', label: '#1' } }
    const world = createWorld({ config: { sources: { two: { kind: 'standard', translate: () => [one, other] } } } })
    const { id } = await world.deliver('two', {})
    const next = await release(world, id)
    expect(next).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous', ids: [10_003] } })
    expect(Object.values(next.progress)).toMatchObject([
      { orderId: 10_002, state: 'done' },
      { ending: { status: 'held' } },
    ])
    expect(await world.returnsOf(10_003)).toHaveLength(0)
  })
})

describe('a label that no order carries', () => {
  it('is for a person when the shop’s order never appears', async () => {
    const world = createWorld({ config: { ...shops, appearsWithin: '1h' } })
    const event = await world.deliver('labels', {})
    expect(event).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous' } })
    expect(event.updatedAt - event.receivedAt).toBe(hour)
    expect(await release(world, event.id)).toMatchObject({ status: 'done', orderId: 10_002 })
  })

  it('is not the case of two orders that carry the same one: they are for a person at once', async () => {
    const world = createWorld({ config: shops })
    await put(world, 10_077, labelled('#9999'))
    await put(world, 10_078, labelled('9999'))
    const event = await world.deliver('labels', {})
    expect(event).toMatchObject({ reason: { code: 'order_ambiguous' }, updatedAt: event.receivedAt })
    expect(event.reason).toMatchObject({ what: 'label' })
    const ids = event.reason?.code === 'order_ambiguous' ? event.reason.ids : []
    expect(ids.toSorted()).toEqual([10_002, 10_077, 10_078])
  })
})

describe('a comment on an order that is cancelled', () => {
  const cancelled = { id: 6203001007, cancelled_at: '2026-03-02T09:00:00Z', cancel_reason: 'customer', line_items: [] }

  it('stands there once the shop’s order is waited for no longer: so a shop reports a cancellation', async () => {
    const world = createWorld({ config: { ...shops, appearsWithin: '1h' } })
    const id = await world.accept('shopify', cancelled, { 'x-shopify-topic': 'orders/cancelled' })
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'done', orderId: 10_007 })
    expect(event.updatedAt - event.receivedAt).toBe(hour)
    expect(await world.commentsOf(10_007)).toHaveLength(1)
  })

  it('goes to the newest one of the number, and to an open one before all', async () => {
    const world = createWorld()
    for (const [id, day] of [
      [10_081, 1],
      [10_082, 3],
      [10_083, 2],
    ] as const)
      await put(world, id, { statusId: 8, createdAt: `2026-02-0${day}T09:00:00+01:00`, ...labelled('N-1') })
    expect(await ended(world, 'standard', commentSubmitted({ order: { externalNumber: 'N-1' } }))).toBe('done 10082')
    await put(world, 10_084, { createdAt: '2026-01-01T09:00:00+01:00', ...labelled('N-1') })
    const again = commentSubmitted({ order: { externalNumber: 'N-1' }, text: 'And again' })
    expect(await ended(world, 'standard', again)).toBe('done 10084')
  })

  it('is never a cancelled return that has the number', async () => {
    const world = createWorld()
    await put(world, 10_081, { statusId: 8, typeId: 3, ...labelled('N-1') })
    expect(await ended(world, 'standard', commentSubmitted({ order: { externalNumber: 'N-1' } }))).toBe('order_unknown')
  })

  it('needs the e-mail of the order like any other', async () => {
    const world = createWorld()
    const addresses = [{ id: 7_001, options: [{ typeId: 5, value: 'office@example.com' }] }]
    const addressRelations = [1, 2].map((typeId) => ({ typeId, addressId: 7_001 }))
    await put(world, 10_081, { statusId: 8, addresses, addressRelations, ...labelled('N-1') })
    const from = (address: string) => commentSubmitted({ order: { externalNumber: 'N-1' }, email: address })
    expect(await ended(world, 'strict', from('eve@example.com'))).toBe('email_mismatch')
    expect(await world.commentsOf(10_081)).toHaveLength(0)
    expect(await ended(world, 'strict', from('office@example.com'))).toBe('done 10081')
  })
})

describe('the wait for a shop’s order', () => {
  const second = 1_000
  const waitAt = (source: string, afterMs: number, fields: Partial<InboxEvent> = {}) => {
    const workflow = { config: defineConfig(shops), timing: timingAt(1, hour), now: () => 5 * hour + afterMs }
    return waitForShop({
      workflow,
      event: () => anEvent({ source, receivedAt: 5 * hour, ...fields }),
    } as unknown as Work)
  }

  it('is none for what a visitor typed into a form of the shop, unless it is a withdrawal', () => {
    const asked = (event: string) => ({
      delivery: { body: Buffer.from(JSON.stringify({ data: { event, payload: {} } })), headers: {} },
    })
    expect(waitAt('shopware', 0, asked('contact_form.send'))).toBeUndefined()
    expect(waitAt('shopware', 0, asked('state_enter.order_delivery.state.returned'))).toMatchObject({ kind: 'wait' })
    const withdrawal = { ...asked('revocation_request.sent'), withdrawal: true as const }
    expect(waitAt('shopware', 0, withdrawal)).toMatchObject({ kind: 'wait' })
  })

  it.each([
    [0, 10 * second],
    [10 * second, 20 * second],
    [minute, 90 * second],
    [59 * minute, hour],
  ])('after %d ms is until %d ms, with a reason and a limit of its own', (afterMs, untilMs) => {
    const why = { code: 'order_not_there_yet' }
    expect(waitAt('shopify', afterMs)).toEqual({ kind: 'wait', until: 5 * hour + untilMs, why })
  })

  it.each([
    ['is over after its time', 'shopify', hour],
    ['does not happen for a form', 'standard', 0],
    ['does not happen for an operator', 'operator', 0],
  ])('%s', (_title, source, afterMs) => {
    expect(waitAt(source, afterMs)).toBeUndefined()
  })
})

describe('the reason', () => {
  const command = (type: OrderCommand['type'], ref: OrderCommand['order']): OrderCommand => {
    const named = { order: ref, key: 'w' }
    return type === 'add-comment' ? { type, ...named, text: 'Please' } : { type, ...named, lines: 'all' }
  }
  const two = [anOrder({ id: 10_001 }), anOrder({ id: 10_002 })]
  const labelledOrder = { email, label: '#9999' }

  it.each([
    ['create-return', 'return'],
    ['add-comment', 'comment'],
  ] as const)('of orders that may be meant says which, and that %s wants a %s', (type, wanted) => {
    const facts = { code: 'order_ambiguous', key: 'standard/w', wanted }
    const reasonOf = (orders: typeof two, ref: OrderCommand['order']) =>
      orderAmbiguous('standard/w', orders, command(type, ref)).reason
    expect(reasonOf(two, { email })).toEqual({ ...facts, what: 'several', ids: [10_001, 10_002] })
    expect(reasonOf(two, labelledOrder)).toEqual({ ...facts, what: 'label', ids: [10_001, 10_002] })
    expect(reasonOf(two.slice(1), labelledOrder)).toEqual({ ...facts, what: 'unlabelled', ids: [10_002] })
  })

  it.each([
    [undefined, false],
    ['eve@example.com', true],
  ])('of the e-mail %s names the order and never the address', async (given, named) => {
    const world = createWorld({ config: shops })
    const { reason } = await world.deliver('strict', returnRequested({ ...(given && { email: given }) }), {}, 'w')
    expect(reason).toEqual({ code: 'email_mismatch', key: 'strict/w', orderId: 10_001, named })
  })

  it('of many orders names the first twenty', () => {
    const many = Array.from({ length: 21 }, (_, index) => anOrder({ id: 101 + index }))
    const { reason } = orderAmbiguous('standard/w', many, command('create-return', { email }))
    expect(reason).toMatchObject({ ids: many.slice(0, 20).map(({ id }) => id) })
  })

  it.each([
    ['create-return', { id: 4711 }, { by: 'id', orderId: 4711, wanted: 'return' }],
    ['create-return', { externalNumber: 'anna@example.com' }, { by: 'number', wanted: 'return' }],
    ['add-comment', { externalNumber: 'anna@example.com' }, { by: 'number', wanted: 'comment' }],
    ['create-return', { email: 'anna@example.com' }, { by: 'email', wanted: 'return' }],
  ] as const)('of an unknown order says how it was looked for, never what was typed: %s by %j', (type, ref, facts) => {
    expect(orderUnknown(command(type, ref)).reason).toEqual({ code: 'order_unknown', ...facts })
  })
})
