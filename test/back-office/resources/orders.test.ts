import { describe, expect, it } from 'vitest'
import { type OrderWith, orderWith } from '../../../lib/back-office/routes.ts'
import type { OrderFilter } from '../../../lib/back-office/types.ts'
import { RetryLater } from '../../../lib/errors.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import type { Received } from '../lying-server.ts'
import { errorOf, routesOf, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const worker = () => startWorker({ baseUrl: sandbox.url })
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)

const office = lyingOffice()
const facing = (answer: (request: Received) => unknown) => office.facing((request) => ({ body: answer(request) }))
const sale = (id: number, more: object = {}) => ({
  id,
  typeId: 1,
  statusId: 7,
  plentyId: 1,
  orderItems: [],
  properties: [{ typeId: 7, value: 'X-1' }],
  addressRelations: [],
  addresses: [],
  orderReferences: [],
  ...more,
})
const customer = (referenceId: number) => ({
  relations: [{ referenceType: 'contact', referenceId, relation: 'receiver' }],
})

describe('reading an order', () => {
  it.each(orderWith.filter((name) => name !== 'addresses' && !name.includes('.')))(
    'loads %s by its name in with[], and nothing else',
    async (name) => {
      const order = await worker().backOffice.orders.read(10001, { with: [name] })
      const nested = orderWith.filter((other) => !other.includes('.')) as Exclude<OrderWith, 'orderItems.properties'>[]
      expect(nested.filter((other) => order[other] !== null)).toEqual([name])
    },
  )

  it('asks for all eight names in one call', async () => {
    const one = await facing(() => sale(47))
    await one.backOffice.orders.read(47, { with: orderWith })
    expect(office.received[1]?.query.getAll('with[]')).toEqual([
      ...['addresses', 'addressRelations', 'orderItems', 'orderItems.properties'],
      ...['properties', 'orderReferences', 'shippingPackages', 'documents'],
    ])
    expect(office.received).toHaveLength(2)
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('sends nothing for the id %s', async (orderId) => {
    expect(await errorOf(worker().backOffice.orders.read(orderId))).toMatchObject({ name: 'Rejected', status: 0 })
    expect(await sandbox.calls()).toEqual({})
  })
})

describe('finding by external number', () => {
  it('finds sales orders that are not cancelled', async () => {
    expect(idsOf((await worker().backOffice.orders.findByExternalNumber('TWIN-77')).entries)).toEqual([10005])
    // A credit note carries the number of its parent.
    expect(idsOf((await worker().backOffice.orders.findByExternalNumber('B-143-0014')).entries)).toEqual([10015, 10014])
  })

  it('sends nothing for an empty number', async () => {
    expect((await worker().backOffice.orders.findByExternalNumber('  ')).entries).toEqual([])
    expect(await sandbox.calls()).toEqual({})
  })

  it('escapes what is typed', async () => {
    const one = await facing(() => ({ entries: [], isLastPage: true }))
    await one.backOffice.orders.findByExternalNumber('a+b &orderType=3#ü')
    expect(office.received[1]?.query.get('externalOrderId')).toBe('a+b &orderType=3#ü')
  })

  it('reads by id what the list brought without nested data', async () => {
    const one = await facing(({ path }) =>
      path === '/rest/orders' ? { entries: [{ id: 5, typeId: 1, statusId: 7 }] } : sale(5),
    )
    expect(idsOf((await one.backOffice.orders.findByExternalNumber('X-1')).entries)).toEqual([5])
    expect(routesOf(one)).toEqual(['POST /rest/login', 'GET /rest/orders', 'GET /rest/orders/{orderId}'])
  })

  it.each<[string, object]>([
    ['carries another number', { body: sale(5, { properties: [{ typeId: 7, value: 'Y-1' }] }) }],
    ['was cancelled meanwhile', { body: sale(5, { statusId: 8.1 }) }],
    ['is gone', { status: 404 }],
  ])('leaves out an order whose own read shows that it %s', async (_, reply) => {
    const list = { body: { entries: [{ id: 5, typeId: 1, statusId: 7 }] } }
    const one = await office.facing(({ path }) => (path === '/rest/orders' ? list : reply))
    expect((await one.backOffice.orders.findByExternalNumber('X-1')).entries).toEqual([])
  })

  it('drops everything else where the server ignored the filter', async () => {
    const others = Array.from({ length: 200 }, (_, at) =>
      sale(100 + at, { properties: [{ typeId: 7, value: `Y-${at}` }] }),
    )
    const one = await facing(() => ({ entries: [...others, sale(5), sale(6, { typeId: 3 })], isLastPage: true }))
    const { entries, unrelated } = await one.backOffice.orders.findByExternalNumber('X-1')
    expect([idsOf(entries), unrelated]).toEqual([[5], 200])
    expect(routesOf(one)).toHaveLength(2)
    expect(one.warned).toEqual([{ route: '/rest/orders', unrelated: 200 }])
  })

  it('does not read a whole back office one by one where the server ignored filter and nested data', async () => {
    const entries = Array.from({ length: 250 }, (_, at) => ({ id: 100 + at, typeId: 1, statusId: 7 }))
    const one = await facing(() => ({ entries, isLastPage: true }))
    expect(await errorOf(one.backOffice.orders.findByExternalNumber('X-1'))).toBeInstanceOf(RetryLater)
    expect(routesOf(one)).toHaveLength(2)
  })

  it('answers the newest first, by time and then by id', async () => {
    const entries = [
      sale(1, { createdAt: '2026-03-01T00:00:00+01:00' }),
      sale(3, { createdAt: '2026-02-01T00:00:00+01:00' }),
      sale(2, { createdAt: '2026-03-01T00:00:00+02:00' }),
    ]
    const one = await facing(() => ({ entries }))
    expect(idsOf((await one.backOffice.orders.findByExternalNumber('X-1')).entries)).toEqual([1, 2, 3])
    const two = await facing(() => ({ entries: [sale(1), sale(3), sale(2)] }))
    expect(idsOf((await two.backOffice.orders.findByExternalNumber('X-1')).entries)).toEqual([3, 2, 1])
  })
})

describe('orders of a contact', () => {
  it('are sales orders that are not cancelled, newest first and loaded, in one call', async () => {
    const one = worker()
    const { entries: orders } = await one.backOffice.orders.ofContact(501)
    expect(orders.length).toBeGreaterThan(1)
    expect(
      orders.every(({ typeId, statusId, orderItems }) => typeId === 1 && statusId !== 8 && orderItems !== null),
    ).toBe(true)
    const times = orders.map(({ createdAt }) => Date.parse(createdAt ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(routesOf(one)).toEqual(['POST /rest/login', 'GET /rest/orders/contacts/{contactId}'])
  })

  it('leave out an order that names another customer', async () => {
    const one = await facing(() => ({
      entries: [sale(1, customer(501)), sale(2, customer(502)), sale(3)],
      isLastPage: true,
    }))
    const { entries, unrelated } = await one.backOffice.orders.ofContact(501)
    expect([idsOf(entries), unrelated]).toEqual([[3, 1], 1])
    expect(one.warned).toEqual([{ route: '/rest/orders/contacts/{contactId}', unrelated: 1 }])
  })
})

describe('listing orders', () => {
  const march = '2026-03-01T00:00:00Z'
  const ofParent = (referenceOrderId: number) => ({ orderReferences: [{ referenceType: 'parent', referenceOrderId }] })
  it.each<[OrderFilter, string, other: object]>([
    [{ typeId: 3 }, 'orderType', { typeId: 1 }],
    [{ statusFrom: 9.01 }, 'statusFrom', { statusId: 9 }],
    [{ statusTo: 9.02 }, 'statusTo', { statusId: 9.03 }],
    [{ externalNumber: 'A-1' }, 'externalOrderId', { properties: [{ typeId: 7, value: 'A-11' }] }],
    [{ parentOrderId: 10001 }, 'parentOrderId', ofParent(7)],
    [{ contactId: 501 }, 'contactId', customer(5)],
    [{ createdFrom: march }, 'createdAtFrom', { createdAt: '2026-02-28T23:59:59Z' }],
    [{ createdTo: march }, 'createdAtTo', { createdAt: '2026-03-01T00:00:01Z' }],
    [{ updatedFrom: march }, 'updatedAtFrom', { updatedAt: '2026-02-28T23:59:59Z' }],
    [{ updatedTo: '2026-03-01T01:00:00+01:00' }, 'updatedAtTo', { updatedAt: '2026-03-01T00:00:01Z' }],
    [{ referrerId: 143 }, 'referrerId', { referrerId: '143.2' }],
    [{ referrerId: 143 }, 'referrerId', { referrerId: null }],
  ])('asks by %j, and counts and logs what a server answers that ignores it', async (filter, parameter, other) => {
    const fitting = {
      ...{ id: 1, typeId: 3, statusId: 9.015, createdAt: march, updatedAt: march, referrerId: '143.00' },
      properties: [{ typeId: 7, value: 'A-1' }],
      ...ofParent(10001),
      ...customer(501),
    }
    const one = await facing(() => ({ entries: [fitting, { ...fitting, id: 2, ...other }], isLastPage: true }))
    const { entries, unrelated } = await one.backOffice.orders.list(filter)
    expect([idsOf(entries), unrelated]).toEqual([[1], 1])
    expect(office.received[1]?.query.get(parameter)).toBe(String(Object.values(filter)[0]))
    expect(one.warned).toEqual([{ route: '/rest/orders', unrelated: 1 }])
  })

  it('reads one page of the size that was asked for, and names everything on it', async () => {
    const one = await facing(() => ({ entries: [sale(1), sale(2, { typeId: 3 })], isLastPage: false, totalsCount: 7 }))
    const page = await one.backOffice.orders.page({ typeId: 1 }, 3, 2)
    expect([idsOf(page.entries), page.ids, page.isLastPage, page.totalsCount]).toEqual([[1], [1, 2], false, 7])
    const asked = Object.fromEntries(office.received[1]?.query ?? [])
    expect([asked, office.received.length]).toEqual([{ orderType: '1', page: '3', itemsPerPage: '2' }, 2])
    await one.backOffice.orders.page({ typeId: 1 }, 1)
    expect(office.received.at(-1)?.query.get('itemsPerPage')).toBe('250')
  })
})
