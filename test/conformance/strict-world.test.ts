import { describe, expect, it } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { commentSubmitted, returnRequested } from '../workflow/world.ts'
import { createStrictWorld } from './strict-world.ts'

type NewReturn = Parameters<ReturnType<typeof createStrictWorld>['office']['returns']['create']>[0]

const lineOf = (referenceOrderItemId: number): NewReturn['orderItems'][number] => ({
  ...{ typeId: 1, itemVariationId: 31_010, quantity: 1, orderItemName: 'Line 3101' },
  amounts: [{ currency: 'EUR', priceOriginalGross: 20 }],
  references: [{ referenceType: 'parent', referenceOrderItemId }],
  properties: [{ typeId: 35, value: '1' }],
})

const newReturn: NewReturn = {
  ...{ typeId: 3, plentyId: 1, locationId: 4, referrerId: 177.01, ownerId: 77, statusId: 9.01 },
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 31 }],
  orderItems: [lineOf(3101)],
  properties: [{ typeId: 7, value: 'EXT-31' }],
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 70 + typeId })),
}

describe('the client, over the sandbox in its strict dialect', () => {
  it('finds sales orders by external number, newest first, without cancelled orders and returns', async () => {
    const { office } = createStrictWorld()
    expect((await office.orders.findByExternalNumber('TWIN')).entries.map(({ id }) => id)).toEqual([33, 32])
    expect((await office.orders.findByExternalNumber('#31')).entries).toEqual([])
  })

  const names = [[], ['parentOrderId'], ['parentOrderId', 'orderType'], ['externalOrderId'], ['statusFrom', 'statusTo']]
  it.each(
    names.flatMap((ignoredFilters) => [
      { ignoredFilters, returnCount: 12, listsLoad: false },
      { ignoredFilters, returnCount: 110, listsLoad: true },
    ]),
  )('finds what it asked for with $ignoredFilters, nested data in lists: $listsLoad', async (options) => {
    const { office } = createStrictWorld(options)
    const { returnCount } = options
    expect((await office.returns.ofOrder({ id: 31, orderReferences: null })).entries).toEqual([])
    expect((await office.returns.ofOrder({ id: 32, orderReferences: null })).entries).toHaveLength(returnCount)
    expect((await office.orders.findByExternalNumber('EXT-31')).entries.map(({ id }) => id)).toEqual([31])
    expect(await Array.fromAsync(office.returns.listActive())).toHaveLength(returnCount - Math.floor(returnCount / 3))
  })

  it('creates a return and an order of another type, from answers of an id alone', async () => {
    const { office, returnsOf, sendBefore } = createStrictWorld()
    const { id } = await office.returns.create(newReturn, { sendBefore })
    expect(returnsOf(31)).toMatchObject([{ id, statusId: 9.01, referrerId: 177.01 }])
    expect((await office.returns.ofOrder({ id: 31, orderReferences: null })).entries.map((one) => one.id)).toEqual([id])
    const body = { typeId: 1, statusId: 3, orderItems: [{ typeId: 1, itemVariationId: 7, quantity: 1 }] }
    const order = await office.orders.create(body, { sendBefore })
    expect(await office.orders.read(order.id)).toMatchObject({ typeId: 1, statusId: 3 })
  })

  it.each<[string, object]>([
    ['a field more than is stated', { contactId: 9 }],
    ['another status', { statusId: 9.02 }],
    ['a line of another order', { orderItems: [lineOf(3200)] }],
  ])('is refused a return with %s', async (_, change) => {
    const { office, returnsOf, sendBefore } = createStrictWorld()
    await expect(office.returns.create({ ...newReturn, ...change }, { sendBefore })).rejects.toMatchObject({
      name: 'Rejected',
      status: 422,
    })
    expect(returnsOf(31)).toEqual([])
  })

  it('reads images from a bare array of ids, makes one available, and knows its own user id', async () => {
    const { office, store, sendBefore } = createStrictWorld()
    expect((await office.images.ofItem(6)).entries.map(({ id }) => id)).toEqual([61, 62])
    await office.images.makeAvailable(6, 61, { type: 'marketplace', value: 177.01 }, { sendBefore })
    expect(store.images.get(61)?.availabilities).toEqual([{ imageId: 61, type: 'marketplace', value: 177.01 }])
    expect(await office.user.id()).toBe(77)
  })
})

const cup = { lines: [{ sku: 'CUP', quantity: 1 }], note: 'Say "hi" <b>' }
const byId = { order: { id: 31 }, ...cup }
const byNumber = { order: { externalNumber: 'EXT-31' }, ...cup }

describe('the workflow, over the sandbox in its strict dialect', () => {
  it.each([
    [byId, []],
    [byNumber, []],
    [byId, ['parentOrderId']],
    [byNumber, ['parentOrderId']],
    [byNumber, ['externalOrderId', 'orderType', 'parentOrderId']],
  ])('makes exactly one return and one comment of %j, ignoring %j', async (data, ignoredFilters) => {
    const world = createStrictWorld({ ignoredFilters })
    const event = await world.deliver('standard', returnRequested(data))
    expect([event.status, event.reason]).toEqual(['done', undefined])
    expect(world.returnsOf(31)).toMatchObject([{ typeId: 3, statusId: 9.01, ownerId: 77, locationId: 4 }])
    expect(world.ownComments(31)).toHaveLength(1)
  })

  it.each([
    ['a number that no order has', ['externalOrderId', 'orderType'], { externalNumber: 'EXT-3' }, 'order_unknown'],
    ['an address that no contact has', ['email', 'contactEmail'], { email: 'nobody@example.com' }, 'order_unknown'],
  ] as const)('writes nothing for %s where %j are ignored', async (_title, ignoredFilters, order, code) => {
    for (const dialect of ['strict', 'usual'] as const) {
      const world = createStrictWorld({ dialect, ignoredFilters: [...ignoredFilters] })
      const writes = async () => Object.entries((await world.calls()).byRoute).filter(([name]) => /POST.*s$/.test(name))
      const event = await world.deliver('standard', returnRequested({ order, ...cup }))
      expect([event.status, event.reason?.code, await writes()]).toEqual(['failed', code, []])
    }
  })

  it.each([
    ['an id alone proves no address', 'standard'],
    ['also where the e-mail must fit, which that person is not asked again', 'strict'],
  ])('makes none of an order found by e-mail before a person says so: %s', async (_title, source) => {
    const world = createStrictWorld()
    const held = await world.deliver(source, returnRequested({ order: { email: 'kim@example.com' }, ...cup }))
    expect(held).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous', what: 'unproven', ids: [31] } })
    expect(world.returnsOf(31)).toEqual([])
    await world.workflow.inbox.save(held, released(held, { now: world.now(), writeId: 'release' }))
    expect(await world.finish(held.id)).toMatchObject({ status: 'done', orderId: 31 })
    expect(world.returnsOf(31)).toHaveLength(1)
  })

  it.each([
    ['shows its customer, but the contact no address', true, 'kim@example.com'],
    ['shows another customer', true, 'lee@example.com'],
    ['shows a customer, and the address is nobody’s', true, 'nobody@example.com'],
    ['shows no more than the specification names', false, 'kim@example.com'],
  ])('holds an event whose e-mail must fit where the order %s', async (_title, showsCustomers, email) => {
    const world = createStrictWorld({ showsCustomers })
    const { status, reason } = await world.deliver('strict', returnRequested({ ...byNumber, email }))
    expect([status, reason?.code, world.returnsOf(31)]).toEqual(['held', 'email_mismatch', []])
  })

  it('makes no return if the returns of the order are not known', async () => {
    const world = createStrictWorld({ ignoredFilters: ['parentOrderId'], returnCount: 250 })
    expect((await world.deliver('standard', returnRequested(byId))).status).toBe('failed')
    expect(world.returnsOf(31)).toEqual([])
  })

  it('copies the properties of the parent that the specification names, and whole bundles by their SKU', async () => {
    const world = createStrictWorld()
    const lines = [{ sku: 'SET', quantity: 1 }]
    await world.deliver('standard', returnRequested({ order: { id: 31 }, lines }))
    const [made] = world.returnsOf(31)
    expect(made?.properties?.map(({ typeId }) => typeId).sort((a, b) => a - b)).toEqual([1, 2, 7, 995])
    expect(made?.orderItems?.map(({ typeId, quantity }) => [typeId, quantity])).toEqual([
      [2, 1],
      [3, 1],
      [3, 4],
    ])
  })

  it('knows its own comment again after an editor has normalised its HTML', async () => {
    const world = createStrictWorld()
    const event = commentSubmitted({ order: { id: 31 }, text: 'Say "hi" & <b>\nplease' })
    expect((await world.deliver('standard', event)).status).toBe('done')
    expect(world.ownComments(31)).toHaveLength(1)
  })
})
