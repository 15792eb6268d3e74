import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { withoutPurchasePrices } from '../../lib/operator/views/order-view.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** A world that keeps what is sent, without purchase prices; every delivery to `own` is its commands. */
function watched(config: Partial<ConfigInput> = {}) {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const fetch =
    (real: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init) => {
      const path = new URL(String(input)).pathname
      const isWrite = init?.method === 'POST' && path.startsWith('/rest/') && path !== '/rest/login'
      if (isWrite) {
        const body = JSON.parse(await new Response(init.body ?? null).text())
        sent.push({ path, body: withoutPurchasePrices(body) as Record<string, unknown> })
      }
      return await real(input, init)
    }
  const sources: ConfigInput['sources'] = {
    standard: { kind: 'standard' },
    shop: { kind: 'standard', tells: 'refund' },
    form: { kind: 'standard', tells: 'announcement', withdrawals: 'return' },
    own: { kind: 'standard', translate: ({ payload }) => payload as never },
  }
  const world = createWorld({ config: { sources, reasons: { defective: '3' }, ...config }, fetch })
  return { sent, ...createDesk(world) }
}

/** An event, and what is planned for it before it runs. */
async function planned(source: string, body: unknown, { ask, ...others } = watched()) {
  const id = await others.world.accept(source, body)
  const { result } = await ask('event.plan', { id })
  return { ...others, ask, id, result }
}

const order = {
  typeId: 1,
  properties: [{ typeId: 7, value: 'NEW-1' }],
  orderItems: [{ typeId: 1, itemVariationId: 1202, quantity: 2 }],
}
const image = { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }

/** Everything of the world that must stay as it is. */
const traces = async (world: World, id: string) => ({
  event: await world.get(id),
  records: await world.workflow.records.get('order#10001'),
  place: await world.workflow.records.placeOf((await world.get(id)).id),
  effects: world.effects(),
})

type Planned = {
  key: string
  body: Record<string, unknown> | null
  comment?: object
  lines: unknown[]
  reason?: { code: string }
}
const commandsOf = (result: Record<string, unknown> = {}) => result.commands as Planned[]

describe('event.plan', () => {
  const cases: [string, string, unknown][] = [
    ['a return', 'standard', returnRequested({ reason: 'defective', note: 'Frau Geheim' })],
    ['by number', 'standard', returnRequested({ order: { externalNumber: '302-1234567-1234567' }, lines: 'all' })],
    ['a comment', 'standard', commentSubmitted({ text: 'Frau Geheim' })],
    ['to the customer', 'own', [{ type: 'add-comment', order: { id: 10_001 }, text: 'x', visibleForContact: true }]],
    ['a withdrawal with its return', 'form', withdrawalDeclared({ lines: [{ sku: 'MUG-BLUE', quantity: 1 }] })],
    ['several commands', 'own', [{ type: 'create-return', order: { id: 10_002 }, lines: 'all' }, image]],
    ['an image', 'own', [image]],
  ]
  it.each(cases)('shows what a run then sends, and moves nothing: %s', async (_title, source, body) => {
    const { ask, sent, world } = watched()
    const id = await world.accept(source, body)
    const before = await traces(world, id)
    const { result, ok } = await ask('event.plan', { id })
    expect(ok).toBe(true)
    expect(sent).toEqual([])
    expect(await traces(world, id)).toEqual(before)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const bodies = commandsOf(result).flatMap(({ body: main, comment }) => [main, comment].filter((one) => one))
    expect(bodies).toHaveLength(sent.length)
    for (const [at, one] of sent.entries()) {
      const shown = bodies[at] as Record<string, unknown>
      expect({ ...one.body, ...shown }).toEqual(shown)
      for (const [name, value] of Object.entries(shown))
        if (value !== '[redacted]') expect(one.body[name]).toEqual(value)
    }
    expect(JSON.stringify(result)).not.toContain('Geheim')
  })

  it('shows what would be sent once it is corrected, and corrects nothing', async () => {
    const { ask, sent, world } = watched()
    const id = await world.accept(
      'standard',
      returnRequested({ order: { id: 1 }, lines: [{ sku: 'NO', quantity: 1 }] }),
    )
    expect((await world.finish(id)).reason).toMatchObject({ code: 'order_unknown' })
    const before = await traces(world, id)
    const lines = [{ sku: 'MUG-BLUE', quantity: 1 }]
    const plan = await ask('event.plan', { id, order: { externalNumber: '6203001001' }, lines })
    expect(plan.result).toMatchObject({ orderId: 10_001, body: { typeId: 3 } })
    expect((await ask('event.plan', { id, order: { id: 10_001 } })).result).toMatchObject({
      ...{ body: null, reason: { code: 'line_unknown' } },
    })
    expect([await traces(world, id), sent]).toEqual([before, []])
    expect((await ask('event.plan', { id, key: 'no', lines })).error).toMatchObject({ code: 'not_found' })
  })

  it('says at the top what the first return is, and names each line of its order', async () => {
    const comment = { type: 'add-comment', key: 'c', order: { id: 10_002 }, text: 'x' }
    const wanted = { type: 'create-return', key: 'r', order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
    const { id, result } = await planned('own', [comment, wanted])
    expect(result).toMatchObject({
      id,
      orderId: 10_001,
      body: { typeId: 3 },
      commands: [
        { key: 'own/c', type: 'add-comment', orderId: 10_002, body: { text: '[redacted]', referenceValue: 10_002 } },
        { key: 'own/r', type: 'create-return', comment: { text: '[redacted]' } },
      ],
    })
    expect(result?.lines).toContainEqual({
      ...{ orderItemId: 30_001, included: true, quantity: 1, why: expect.any(String) },
      ...{ name: expect.any(String), sku: 'MUG-BLUE' },
    })
    expect(result).not.toHaveProperty('key')
  })

  it('shows no purchase price and nobody of a new order', async () => {
    const orderItems = [{ ...order.orderItems[0], orderItemName: 'For Frau Geheim', amounts: [{ purchasePrice: 1 }] }]
    const created = { type: 'create-order', body: { ...order, orderItems, addresses: ['Geheim'] } }
    const { id, result, world } = await planned('own', [created])
    const [shown] = commandsOf(result)
    expect(shown?.body).toEqual({ typeId: 1, ownerId: expect.any(Number), orderItems: order.orderItems })
    expect(JSON.stringify(result)).not.toMatch(/Geheim|purchase|9000000/)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('says that a command waits for an order that the same event makes', async () => {
    const { result } = await planned('own', [
      { type: 'create-order', body: order },
      { type: 'create-return', order: { externalNumber: 'NEW-1' }, lines: 'all' },
    ])
    expect(commandsOf(result)).toMatchObject([
      { type: 'create-order', body: { typeId: 1 } },
      { type: 'create-return', body: null, reason: { code: 'order_not_there_yet' }, lines: [] },
    ])
    expect(JSON.stringify(result)).not.toContain('9000000')
  })

  it('says that what is done is done already, by this event or another one', async () => {
    const desk = watched()
    const { ask, world } = desk
    const body = [{ type: 'create-return', key: 'k', order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }]
    const { id: first } = await world.deliver('own', body)
    const [made] = await world.returnsOf(10_001)
    const done = { body: null, returnId: made?.id, reason: { code: 'already_done', by: first } }
    expect((await ask('event.plan', { id: first })).result).toMatchObject(done)
    const { result } = await planned('own', body, desk)
    expect(result).toMatchObject({ body: null, reason: { code: 'already_done', by: first } })
    await ask('event.replay', { id: first })
    const again = { body: null, reason: { code: 'already_done' } }
    expect((await ask('event.plan', { id: first })).result).toMatchObject(again)
  })

  it('says which return a request belongs to instead, and that only the comment is written', async () => {
    const desk = watched()
    const { sent, world } = desk
    const about = { order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
    await world.deliver('form', returnRequested(about))
    const [made] = await world.returnsOf(10_001)
    const before = sent.length
    const { id, result } = await planned('shop', returnRequested(about), desk)
    expect(result).toMatchObject({ body: null, returnId: made?.id, comment: { text: '[redacted]' } })
    expect(result).not.toHaveProperty('reason')
    await world.finish(id)
    expect(sent.slice(before)).toHaveLength(1)
  })

  it.each([
    ['too_many', { lines: [{ sku: 'TEAPOT-W', quantity: 2 }] }],
    ['line_unknown', { lines: [{ sku: 'NO-1', quantity: 1 }] }],
    ['order_unknown', { order: { externalNumber: 'gone' } }],
    ['addresses_missing', { order: { id: 10_006 }, lines: 'all' }],
  ])('says why nothing would be sent, before and after a run: %s', async (code, data) => {
    const { ask, id, result, world } = await planned('standard', returnRequested(data))
    expect(result).toMatchObject({ body: null, reason: { code, text: expect.any(String) } })
    await world.finish(id)
    expect((await ask('event.plan', { id })).result).toMatchObject({ body: null, reason: { code } })
  })

  it('shows what a release of a possible duplicate would send', async () => {
    const { ask, sent, world } = watched()
    const about = { lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
    await world.deliver('standard', returnRequested(about))
    const { id } = await world.deliver('standard', returnRequested(about))
    const { result } = await ask('event.plan', { id })
    expect(result).toMatchObject({ orderId: 10_001, body: { typeId: 3 }, reason: { code: 'possible_duplicate' } })
    await ask('event.release', { id })
    await world.finish(id)
    expect(sent.findLast(({ path }) => path === '/rest/orders')?.body).toEqual(result?.body)
  })

  it('plans what has failed anew, and says what a delivery without commands lacks', async () => {
    const { id, result } = await planned('standard', 'not JSON')
    const reason = expect.objectContaining({ code: 'payload_invalid' })
    expect(result).toEqual({ id, body: null, lines: [], commands: [], reason })
  })

  it('says that another event works on the order', async () => {
    const { ask, world } = watched()
    const id = await world.accept('standard', returnRequested({}))
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + minute }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    expect((await ask('event.plan', { id })).result).toMatchObject({ body: null, reason: { code: 'busy' } })
  })

  it('answers retry_later while the back office is down, login_closed, and not_found', async () => {
    const { ask, world } = watched()
    const id = await world.accept('standard', returnRequested({}))
    await world.fault({ method: 'GET', path: '/rest/orders', times: 9, kind: 'status', status: 500 })
    expect(await ask('event.plan', { id })).toMatchObject({ error: { code: 'retry_later' } })
    expect(await ask('event.plan', { id: 'standard/none' })).toMatchObject({ error: { code: 'not_found' } })
    const closed = createWorld({ secret: () => ({ password: 'wrong-password', version: '1' }) })
    const { id: other } = await closed.begin('standard', returnRequested({}))
    expect(await createDesk(closed).ask('event.plan', { id: other })).toMatchObject({ error: { code: 'login_closed' } })
  })
})
