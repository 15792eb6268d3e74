import { afterEach, describe, expect, it } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { commentSubmitted, returnRequested } from '../workflow/world.ts'
import { createSecondWorld } from './second-world.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
const open = async (readings?: Parameters<typeof createSecondWorld>[0]) => {
  const world = await createSecondWorld(readings)
  opened.push(world.server.close)
  return world
}

const nested = [
  'addresses',
  'addressRelations',
  'orderItems',
  'properties',
  'orderReferences',
  'shippingPackages',
  'documents',
] as const
const everything = [...nested, 'orderItems.properties'] as const

const newReturn = {
  typeId: 3,
  plentyId: 1,
  locationId: 4,
  referrerId: 177.01,
  ownerId: 5,
  statusId: 9.01,
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 31 }],
  orderItems: [
    {
      typeId: 1,
      itemVariationId: 31_010,
      quantity: 1,
      orderItemName: 'Line 3101',
      amounts: [{ currency: 'EUR', priceOriginalGross: 20 }],
      references: [{ referenceType: 'parent', referenceOrderItemId: 3101 }],
      properties: [{ typeId: 35, value: '1' }],
    },
  ],
  properties: [{ typeId: 7, value: 'EXT-31' }],
  addressRelations: [
    { typeId: 1, addressId: 71 },
    { typeId: 2, addressId: 72 },
  ],
} satisfies Parameters<Awaited<ReturnType<typeof createSecondWorld>>['office']['returns']['create']>[0]

describe('the client, against a server by a second reading of the specification', () => {
  it('logs in once, with a token named accessToken', async () => {
    const { office, server } = await open()
    await office.orders.read(31)
    await office.orders.read(32)
    expect([server.login.logins, server.login.failures]).toEqual([1, 0])
  })

  it('reads decimals written as strings', async () => {
    const { office } = await open()
    const { statusId, referrerId, locationId, ownerId } = await office.orders.read(31)
    expect([statusId, referrerId, locationId, ownerId]).toEqual([7, 177.01, 4, 2])
  })

  for (const name of nested)
    it(`loads ${name} and leaves the rest null`, async () => {
      const { office } = await open()
      const order = await office.orders.read(31, { with: [name] })
      expect(nested.filter((other) => Array.isArray(order[other]))).toEqual([name])
    })

  it('loads everything in one call', async () => {
    const { office } = await open()
    const order = await office.orders.read(31, { with: everything })
    expect(nested.filter((other) => Array.isArray(order[other]))).toEqual(nested)
    expect(order.orderItems?.map(({ properties }) => properties?.length)).toEqual([1, 1, 1, 1, 0, 0])
  })

  it('says which status an unknown order was answered with, where the error is a sentence', async () => {
    const { office } = await open()
    await expect(office.orders.read(999)).rejects.toMatchObject({ name: 'Rejected', status: 404 })
  })

  it('pages by isLastPage where 100 entries are given of the 250 asked for', async () => {
    const { office } = await open({ returnCount: 250 })
    const ids = (await office.orders.list({ typeId: 3 })).entries.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([250, 250])
  })

  it('lists returns of a range of statuses and the active ones', async () => {
    const { office } = await open()
    const list = await Array.fromAsync(office.returns.list({ statusFrom: 9.02, statusTo: 9.02 }))
    expect([list.length, new Set(list.map(({ statusId }) => statusId))]).toEqual([13, new Set([9.02])])
    expect(await Array.fromAsync(office.returns.listActive())).toHaveLength(27)
  })

  it('finds sales orders by external number, newest first, without cancelled orders and returns', async () => {
    const { office } = await open()
    expect((await office.orders.findByExternalNumber('TWIN')).entries.map(({ id }) => id)).toEqual([33, 32])
    expect((await office.orders.findByExternalNumber('#31')).entries).toEqual([])
  })

  it('takes the contact of an e-mail address where the record is its id alone, and finds its orders', async () => {
    const { office } = await open()
    const {
      entries: [contact],
    } = await office.contacts.findByEmail('lee@example.com')
    expect(contact?.id).toBe(10)
    expect((await office.orders.ofContact(10)).entries.map(({ id }) => id)).toEqual([33, 32])
  })

  it('takes none of several contacts that show only an id: the search also finds what resembles', async () => {
    const { office } = await open()
    expect((await office.contacts.findByEmail('@example.com')).entries).toEqual([])
  })

  for (const ignores of [
    [],
    ['parentOrderId'],
    ['parentOrderId', 'orderType'],
    ['externalOrderId'],
    ['statusFrom', 'statusTo'],
  ])
    for (const [lists, rest] of [
      ['without nested data', { returnCount: 12 }],
      ['with nested data', { returnCount: 110, loadsLists: true }],
    ] as const)
      it(`finds what it asked for where the server ignores ${ignores.join(', ') || 'no filter'} and lists come ${lists}`, async () => {
        const { office } = await open({ ignores, ...rest })
        expect((await office.returns.ofOrder({ id: 31, orderReferences: null })).entries).toEqual([])
        expect((await office.returns.ofOrder({ id: 32, orderReferences: null })).entries).toHaveLength(rest.returnCount)
        expect((await office.orders.findByExternalNumber('EXT-31')).entries.map(({ id }) => id)).toEqual([31])
        const active = await Array.fromAsync(office.returns.listActive())
        expect(active).toHaveLength(rest.returnCount - Math.floor(rest.returnCount / 3))
      })

  it('gives no answer rather than a wrong one where 250 returns would have to be read one by one', async () => {
    const { office } = await open({ ignores: ['parentOrderId'], returnCount: 250 })
    await expect(office.returns.ofOrder({ id: 31, orderReferences: null })).rejects.toMatchObject({
      name: 'RetryLater',
    })
  })

  it('creates a return, from an answer of its id alone', async () => {
    const { office, returnsOf, sendBefore } = await open()
    const { id } = await office.returns.create(newReturn, { sendBefore })
    expect(returnsOf(31)).toMatchObject([{ id, statusId: 9.01, referrerId: 177.01 }])
    expect((await office.returns.ofOrder({ id: 31, orderReferences: null })).entries.map((one) => one.id)).toEqual([id])
  })

  it('creates an order of another type', async () => {
    const { office, sendBefore } = await open()
    const body = { typeId: 1, statusId: 3, orderItems: [{ typeId: 1, itemVariationId: 7 }] }
    const { id } = await office.orders.create(body, { sendBefore })
    expect(await office.orders.read(id)).toMatchObject({ typeId: 1, statusId: 3 })
  })

  it('writes comments and reads them from records of text alone', async () => {
    const { office, sendBefore } = await open()
    const comment = { referenceType: 'order', referenceValue: 31 } as const
    await office.comments.create({ ...comment, text: 'one', isVisibleForContact: true }, { sendBefore })
    await office.comments.create({ ...comment, text: 'two', isVisibleForContact: false, userId: 5 }, { sendBefore })
    expect((await office.comments.ofOrder(31)).entries.map(({ text }) => text)).toEqual(['<p>two</p>', '<p>one</p>'])
  })

  it('reads images from a bare array of ids and makes one available', async () => {
    const { office, server, sendBefore } = await open()
    expect((await office.images.ofItem(6)).entries.map(({ id }) => id)).toEqual([61, 62])
    expect((await office.images.ofVariation(6, 7)).entries.map(({ id }) => id)).toEqual([61, 62])
    await office.images.makeAvailable(6, 61, { type: 'marketplace', value: 177.01 }, { sendBefore })
    expect(server.availabilities).toEqual([{ imageId: 61, type: 'marketplace', value: 177.01 }])
  })

  it('knows its own user id', async () => {
    const { office } = await open()
    expect(await office.user.id()).toBe(5)
  })
})

const cup = { lines: [{ sku: 'CUP', quantity: 1 }], note: 'Say "hi" <b>' }
const events: [title: string, data: Record<string, unknown>][] = [
  ['by id', { order: { id: 31 }, ...cup }],
  ['by external number', { order: { externalNumber: 'EXT-31' }, ...cup }],
]

describe('the workflow, against a server by a second reading of the specification', () => {
  for (const ignores of [[], ['parentOrderId']])
    for (const [how, data] of events)
      it(`makes exactly one return and one comment of an order found ${how}, ignoring ${ignores.join() || 'no filter'}`, async () => {
        const world = await open({ ignores })
        const event = await world.finish(await world.accept('standard', returnRequested(data)))
        expect([event.status, event.reason]).toEqual(['done', undefined])
        expect(world.returnsOf(31)).toMatchObject([{ typeId: 3, statusId: 9.01, ownerId: 5, locationId: 4 }])
        expect(world.server.comments.filter(({ order }) => order === 31)).toHaveLength(1)
      })

  it.each([
    ['an id alone proves no address', 'standard'],
    ['also where the e-mail must fit, which that person is not asked again', 'strict'],
  ])('makes none of an order found by e-mail before a person says so: %s', async (_title, source) => {
    const world = await open()
    const id = await world.accept(source, returnRequested({ order: { email: 'kim@example.com' }, ...cup }))
    const held = await world.finish(id)
    expect(held).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous', what: 'unproven', ids: [31] } })
    expect(world.returnsOf(31)).toEqual([])
    await world.workflow.inbox.save(held, released(held, { now: world.now(), writeId: 'release' }))
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 31 })
    expect(world.returnsOf(31)).toHaveLength(1)
  })

  describe('where the e-mail must fit the order', () => {
    const ask = async (showsCustomers: boolean, email: string) => {
      const world = await open({ showsCustomers })
      const data = { order: { externalNumber: 'EXT-31' }, email, ...cup }
      const { status, reason } = await world.finish(await world.accept('strict', returnRequested(data)))
      return [status, reason?.code, world.returnsOf(31).length]
    }

    it('holds it for a person where the order shows its customer, but the contact no address', async () => {
      expect(await ask(true, 'kim@example.com')).toEqual(['held', 'email_mismatch', 0])
    })

    it('holds it where the address is another customer’s or nobody’s', async () => {
      expect(await ask(true, 'lee@example.com')).toEqual(['held', 'email_mismatch', 0])
      expect(await ask(true, 'nobody@example.com')).toEqual(['held', 'email_mismatch', 0])
    })

    it('holds it for a person where the order shows no more than the specification names', async () => {
      expect(await ask(false, 'kim@example.com')).toEqual(['held', 'email_mismatch', 0])
    })
  })

  it('makes no return if the returns of the order are not known', async () => {
    const world = await open({ ignores: ['parentOrderId'], returnCount: 250 })
    const { status } = await world.finish(
      await world.accept('standard', returnRequested({ order: { id: 31 }, ...cup })),
    )
    expect(status).toBe('failed')
    expect(world.returnsOf(31)).toEqual([])
  })

  it('copies the properties of the parent that the specification names, and whole bundles by their SKU', async () => {
    const world = await open()
    const lines = [{ sku: 'SET', quantity: 1 }]
    await world.finish(await world.accept('standard', returnRequested({ order: { id: 31 }, lines })))
    const [made] = world.returnsOf(31)
    expect(made?.properties?.map(({ typeId }) => typeId).sort((a, b) => a - b)).toEqual([1, 2, 7, 995])
    expect(made?.orderItems?.map(({ typeId, quantity }) => [typeId, quantity])).toEqual([
      [2, 1],
      [3, 1],
      [3, 4],
    ])
  })

  it('knows its own comment again after an editor has normalised its HTML', async () => {
    const world = await open()
    const event = commentSubmitted({ order: { id: 31 }, text: 'Say "hi" & <b>\nplease' })
    expect((await world.finish(await world.accept('standard', event))).status).toBe('done')
    expect(world.server.comments.filter(({ order }) => order === 31)).toHaveLength(1)
  })
})
