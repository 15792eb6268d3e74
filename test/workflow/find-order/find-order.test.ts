import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { commentSubmitted, createWorld, ended, orderLike, returnRequested } from '../world.ts'

const address = {
  id: 7_001,
  options: [
    { typeId: 5, value: ' Office@Example.com ' },
    { typeId: 4, value: 'phone@example.com' },
  ],
}

async function createShop(config?: ConfigInput) {
  const world = createWorld(config ? { config } : {})
  const addressRelations = [1, 2].map((typeId) => ({ typeId, addressId: 7_001 }))
  const put = (id: number, fields: object) =>
    world.put({ ...orderLike(world, 10_002), id, addressRelations, ...fields })
  await put(10_050, { addresses: [address], contactId: 502, properties: [] })
  await put(10_051, { addresses: [address], contactId: null, relations: [], properties: [] })
  return world
}

const asked = (orderId: number, email?: string) =>
  returnRequested({ order: { id: orderId }, lines: [{ sku: 'LAMP-7', quantity: 1 }], ...(email && { email }) })

describe('an order number with an e-mail', () => {
  it('finds an order that the contact’s own list does not lead to, where the order shows the e-mail', async () => {
    const world = await createShop()
    const order = { ...world.sandbox.world.store.orders.get(10_050), id: 10_070, contactId: 503, relations: undefined }
    await world.put({ ...order, properties: [{ typeId: 7, value: 'L-1' }] })
    const asking = (email: string) =>
      returnRequested({ order: { email, label: 'L-1' }, lines: [{ sku: 'LAMP-7', quantity: 1 }] })
    expect(await ended(world, 'standard', asking('office@example.com'))).toBe('done 10070')
    expect(await ended(world, 'standard', asking('anna.beispiel@example.com'))).toBe('order_ambiguous')
  })
})

describe('the e-mail of a form', () => {
  it.each([
    ["of an address's e-mail option fits", 10_050, 'office@example.com', 'done 10050'],
    ['of the contact fits', 10_050, 'Ben.Muster@example.com', 'done 10050'],
    ['of another option of the address does not fit', 10_050, 'phone@example.com', 'email_mismatch'],
    ['of another contact does not fit', 10_050, 'anna.beispiel@example.com', 'email_mismatch'],
    ['that is missing does not fit', 10_050, undefined, 'email_mismatch'],
    ['fits an order without contact by its address alone', 10_051, 'office@example.com', 'done 10051'],
    ['of a contact does not fit an order without contact', 10_051, 'ben.muster@example.com', 'email_mismatch'],
  ])('%s', async (_title, orderId, email, expected) => {
    const world = await createShop()
    expect(await ended(world, 'strict', asked(orderId, email))).toBe(expected)
    expect(await world.returnsOf(orderId)).toHaveLength(expected === 'email_mismatch' ? 0 : 1)
  })

  it('guards comments as well', async () => {
    const world = await createShop()
    const body = commentSubmitted({ order: { id: 10_050 }, email: 'eve@example.com' })
    expect(await ended(world, 'strict', body)).toBe('email_mismatch')
    expect(await world.commentsOf(10_050)).toHaveLength(0)
  })

  it('is guarded by the source, whatever a command says: that can only ask for more', async () => {
    const world = await createShop()
    const { data, ...message } = asked(10_050, 'somebody@example.com')
    const body = (requireEmail: boolean) => ({ ...message, data: { ...data, requireEmail } })
    expect(await ended(world, 'strict', body(false))).toBe('email_mismatch')
    expect(await ended(world, 'standard', body(true))).toBe('email_mismatch')
    expect(await world.returnsOf(10_050)).toHaveLength(0)
  })

  it('is not asked of the merchant’s own systems', async () => {
    expect(await ended(await createShop(), 'standard', asked(10_050, 'eve@example.com'))).toBe('done 10050')
  })

  it('is never skipped because the source was taken from the configuration meanwhile', async () => {
    const world = await createShop()
    await world.fault({ path: '/rest/orders', times: 1, kind: 'status', status: 503 })
    const id = await world.accept('strict', asked(10_050, 'eve@example.com'))
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    delete world.workflow.config.sources.strict
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'source_unknown' } })
    expect(await world.returnsOf(10_050)).toHaveLength(0)
  })
})

describe('an order', () => {
  it.each([
    ['by an id that nobody has', { id: 999_999 }, 'order_unknown'],
    ['by an e-mail that nobody has', { email: 'eve@example.com' }, 'order_unknown'],
    ['by the number of two orders, one of them cancelled', { externalNumber: 'TWIN-77' }, 'done 10005'],
    ['by a number that only a cancelled order has', { externalNumber: '6203001007' }, 'order_unknown'],
  ])('%s', async (_title, order, expected) => {
    const world = createWorld()
    expect(await ended(world, 'standard', returnRequested({ order, lines: [{ sku: 'LAMP-7', quantity: 1 }] }))).toBe(
      expected,
    )
  })

  it('that cannot be read for another reason than its absence is refused in the words of the back office', async () => {
    const world = createWorld()
    await world.fault({ path: '/rest/orders', times: 1, kind: 'status', status: 403 })
    expect(await ended(world, 'standard', returnRequested({}))).toBe('rejected')
  })
})

/** Where a sender cuts a text by its length, an emoji is cut in two: no address and no JSON of other languages can hold one half. */
describe('half a character', () => {
  it('in an e-mail address leads to no order, and is reported at once', async () => {
    const body = returnRequested({ order: { email: 'anna\ud83d@example.com' }, lines: 'all' })
    expect(await ended(await createShop(), 'standard', body)).toBe('order_unknown')
  })

  it('in the number of a new order is sent and found again as another', async () => {
    const translate = () => [
      {
        type: 'create-order' as const,
        body: {
          typeId: 1,
          properties: [{ typeId: 7, value: 'N-\ud83d' }],
          orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 1 }],
        },
      },
    ]
    const world = createWorld({ config: { sources: { standard: { kind: 'standard', translate } } } })
    expect(await ended(world, 'standard', {})).toMatch(/^done /)
    const orders = world.sandbox.world.store.orders.list()
    expect(orders.flatMap(({ properties }) => properties.map(({ value }) => value))).toContain('N-\ufffd')
  })

  it('in what a customer wrote reaches the back office as a sign that it takes', async () => {
    const world = await createShop()
    const body = commentSubmitted({ order: { id: 10_002 }, text: 'Danke \ud83d' })
    expect(await ended(world, 'standard', body)).toBe('done 10002')
    expect((await world.commentsOf(10_002)).at(-1)?.text).toMatch(/ Danke \ufffd$/)
  })
})
