import { describe, expect, it } from 'vitest'
import {
  constantsWith,
  countries,
  isActiveReturn,
  isCancelled,
  type StatusRange,
} from '../../lib/back-office/constants.ts'
import {
  channelOf,
  deliveryAddress,
  deliveryCountry,
  startsWithReferrer,
} from '../../lib/back-office/resources/order-filter.ts'
import { defineConfig } from '../../lib/config/config.ts'
import { aNewLine, aNewReturn } from './a-new-return.ts'
import { loginReply } from './lying-server.ts'
import { errorOf, soon, startWorker } from './one-worker.ts'

describe('channels', () => {
  it.each([
    [2, 'large general online marketplace'],
    [9, 'hosted online-shop platform'],
    [14, 'furniture retailer'],
    [143, 'retailer 143'],
    [143.2, 'retailer 143'],
    [143.01, 'retailer 143'],
    [160.1, 'retailer 143 (older id)'],
    [152, 'marketplace of the Dutch-language market'],
    [177.01, 'do-it-yourself retailer'],
    [177, undefined],
    [1.43, undefined],
    [0, undefined],
    [null, undefined],
  ])('referrer %s is %s', (referrerId, channel) => {
    expect(channelOf(referrerId, constantsWith())).toBe(channel)
  })

  it('compares the start of the id as text', () => {
    expect(startsWithReferrer(143.2, '143')).toBe(true)
    expect(startsWithReferrer(14.3, '143')).toBe(false)
  })
})

describe('countries', () => {
  it('are the 16 of the specification', () => {
    const written =
      '1=DE, 2=AT, 3=BE, 4=CH, 8=DK, 9=ES, 12=FR, 14=GB, 19=IE, 20=IT, 25=NL, 27=PL, 28=PT, 33=SE, 51=HR, 165=US'
    const listed = written.split(', ').map((pair) => pair.split('='))
    expect(countries).toEqual(Object.fromEntries(listed))
  })
})

/** Every table of numbers: each entry with its number of the specification, and with that of another deployment. */
const tablesWith = (pick: <T>(specified: T, other: T) => T) => ({
  orderTypes: { salesOrder: pick(1, 101), return: pick(3, 103), creditNote: pick(4, 104) },
  statuses: {
    ...{ incomplete: pick(1, 201), cancelled: pick<readonly StatusRange[]>([[8, 9]], [[208, 209]]) },
    ...{ returnFrom: pick(9.01, 209.01), returnTo: pick(9.02, 209.02) },
  },
  itemTypes: {
    ...{ regular: pick(1, 301), bundleMaster: pick(2, 302), bundleComponent: pick(3, 303), coupon: pick(4, 304) },
    ...{ giftCard: pick(5, 305), shippingCosts: pick(6, 306), surcharge: pick(7, 307), giftWrap: pick(8, 308) },
    ...{ unassigned: pick(9, 309), deposit: pick(10, 310), order: pick(11, 311), dunningCharge: pick(12, 312) },
    ...{ set: pick(13, 313), setComponent: pick(14, 314), orderProperty: pick(15, 315) },
  },
  propertyTypes: {
    ...{ warehouse: pick(1, 401), shippingProfile: pick(2, 402), externalOrderNumber: pick(7, 407) },
    ...{ sku: pick(98, 498), loyalty: pick(995, 495), returnReason: pick(35, 435) },
  },
  addressRelationTypes: { billing: pick(1, 501), delivery: pick(2, 502) },
  emailOptionTypes: { address: pick(5, 605), contact: pick(2, 602) },
  defaultReturnReason: pick('1', '7'),
})

it('the numbers of the specification are what types, statuses, properties, relations and reasons mean', () => {
  expect(constantsWith()).toMatchObject(tablesWith((specified) => specified))
})

describe('a return', () => {
  it.each([
    [9, false],
    [9.01, true],
    [9.015, true],
    [9.02, true],
    [9.03, false],
    [8, false],
    [1, false],
  ])('of status %d is active: %s', (statusId, expected) => {
    expect(isActiveReturn(statusId, constantsWith())).toBe(expected)
  })
})

it('a return of a status that the configuration makes returns with is active, wherever that lies', () => {
  expect(isActiveReturn(9.7, constantsWith({ returnStatuses: [5.5, 9.7] }))).toBe(true)
  expect(isActiveReturn(9.6, constantsWith({ returnStatuses: [5.5, 9.7] }))).toBe(false)
})

it.each([
  [8, true],
  [8.1, true],
  [8.9999, true],
  [9, false],
  [7.99, false],
  [9.01, false],
])('status %d is cancelled: %s', (statusId, expected) => {
  expect(isCancelled(statusId, constantsWith().statuses)).toBe(expected)
  expect(
    isCancelled(statusId, {
      cancelled: [
        [1, 2],
        [8.1, 9.5],
      ],
    }),
  ).toBe(statusId >= 8.1)
})

/** A deployment in which every number is another one. */
const others = {
  ...tablesWith((_specified, other) => other),
  automaticComments: { userIds: [9], startsWith: ['Label:'] },
  referrers: [{ prefix: '77', channel: 'outlet' }],
  countries: { 10: 'FR' },
}

describe('constants of a deployment', () => {
  it('can be other ones in every table, each entry', () => {
    const { countries: all, isBillingConfigured: _is, returnStatuses: _made, ...changed } = constantsWith(others)
    const { countries: _countries, ...expected } = others
    expect(changed).toEqual(expected)
    expect(all).toEqual({ ...countries, 10: 'FR' })
    const { isBillingConfigured: _, returnStatuses: __, ...tables } = constantsWith()
    expect(Object.keys(tables).toSorted()).toEqual(Object.keys(others).toSorted())
  })

  it('are all taken by bridge.config.ts', () => {
    const config = defineConfig({ sources: {}, backOffice: { constants: others } })
    expect(config.backOffice.constants).toEqual(others)
  })

  it.each([
    [{ itemTypes: { regular: 6 } }, 'itemTypes: two entries of this table have the same number'],
    [{ addressRelationTypes: { delivery: 1 } }, 'addressRelationTypes: two entries'],
    [{ orderTypes: { return: 1 } }, 'orderTypes: two entries'],
    [{ itemTypes: { regular: 1.5 } }, 'itemTypes.regular'],
    [{ orderTypes: { refund: 5 } }, 'unknown setting "refund"'],
    [{ defaultReturnReason: 'none' }, 'defaultReturnReason: a reason id is a number as text'],
    [{ automaticComments: { startsWith: ['[bridge:'] } }, "the bridge's own comments begin with"],
    [{ automaticComments: { startsWith: ['['] } }, "the bridge's own comments begin with"],
    [{ automaticComments: { startsWith: ['[bridge:ABC'] } }, "the bridge's own comments begin with"],
  ])('are refused as %j', (constants, says) => {
    expect(() => defineConfig({ sources: {}, backOffice: { constants } } as never)).toThrow(says)
  })

  it('are those that the client asks, sends and recognises by', async () => {
    const asked: string[] = []
    const sent: unknown[] = []
    const line = { id: 5, typeId: 301, quantity: 1 }
    const order = { id: 47, typeId: 101, statusId: 207, properties: [{ typeId: 407, value: 'X' }], orderItems: [line] }
    const loaded = { ...order, plentyId: 1, addresses: [], addressRelations: [], orderReferences: [] }
    const listed = [
      { ...loaded, orderItems: [] },
      { ...loaded, id: 48, statusId: 208, orderItems: [] },
    ]
    const comments = [{ text: 'Label: 1' }, { text: 'A', userId: 9 }, { text: 'B', userId: 1 }]
    const contacts = [
      { id: 3, options: [{ typeId: 602, value: 'a@example.com' }] },
      { id: 4, options: [{ typeId: 2, value: 'a@example.com' }] },
    ]
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input))
      if (pathname === '/rest/login') return Response.json(loginReply.body)
      asked.push(pathname + search)
      if (init?.method === 'POST') sent.push(await new Response(init.body).json())
      if (init?.method === 'POST') return Response.json({ id: 4711 })
      if (pathname.includes('/comments/')) return Response.json(comments)
      const entries = pathname.endsWith('/contacts') ? contacts : listed
      return Response.json({ entries, isLastPage: true })
    }
    const { backOffice } = startWorker({ baseUrl: 'https://back-office.invalid', fetch, constants: others })
    await Array.fromAsync(backOffice.returns.listActive())
    expect(asked[0]).toContain('orderType=103&statusFrom=209.01&statusTo=209.02')
    expect((await backOffice.orders.findByExternalNumber('X')).entries.map(({ id }) => id)).toEqual([47])
    expect((await backOffice.comments.ofOrder(47)).entries.map(({ text }) => text)).toEqual(['B'])
    expect((await backOffice.contacts.findByEmail('a@example.com')).entries.map(({ id }) => id)).toEqual([3])
    const relations = (...types: number[]) => types.map((typeId) => ({ typeId, addressId: 1 }))
    const item = aNewLine({ typeId: 6 })
    const ours = { typeId: 103, statusId: 209.01, addressRelations: relations(501, 502), orderItems: [item] }
    const body = aNewReturn(ours)
    expect(await backOffice.returns.create(body, soon())).toMatchObject({ id: 4711 })
    expect(sent).toEqual([body])
    const shipping = { orderItems: [{ ...item, typeId: 306 }] }
    for (const wrong of [{ typeId: 3 }, { addressRelations: relations(1, 2) }, shipping]) {
      const error = await errorOf(backOffice.returns.create(aNewReturn({ ...ours, ...wrong }), soon()))
      expect(error).toMatchObject({ name: 'Rejected', status: 0 })
    }
    expect(sent).toHaveLength(1)
  })

  it('name channel and country', () => {
    const constants = constantsWith({ referrers: others.referrers, countries: others.countries })
    expect(channelOf(77.3, constants)).toBe('outlet')
    expect(channelOf(9, constants)).toBeUndefined()
    const order = { addresses: [{ id: 5, countryId: 10 }], addressRelations: [{ typeId: 2, addressId: 5 }] }
    expect(deliveryCountry(order, constants)).toBe('FR')
    expect(deliveryCountry(order, constantsWith())).toBeUndefined()
    expect(deliveryCountry({ ...order, addressRelations: null }, constants)).toBeUndefined()
  })

  it('differ where it says so and nowhere else', () => {
    const constants = constantsWith({ statuses: { returnFrom: 9.1 }, countries: { 10: 'FR' } })
    expect(constants.statuses).toEqual({ incomplete: 1, cancelled: [[8, 9]], returnFrom: 9.1, returnTo: 9.02 })
    expect(constants.countries).toMatchObject({ 10: 'FR', 1: 'DE' })
    expect(constants.propertyTypes).toEqual(constantsWith().propertyTypes)
  })
})

describe('the delivery address', () => {
  const addresses = [{ id: 5 }, { id: 6 }]
  const relation = (typeId: number, addressId: number) => ({ typeId, addressId })

  it('is the one that the relation of type 2 points at', () => {
    const order = { addresses, addressRelations: [relation(1, 5), relation(2, 6)] }
    expect(deliveryAddress(order, constantsWith())?.id).toBe(6)
  })

  it.each([
    ['no relation of type 2', { addresses, addressRelations: [relation(1, 5)] }],
    ['a relation to an address that is not there', { addresses, addressRelations: [relation(2, 7)] }],
    ['relations that were not loaded', { addresses, addressRelations: null }],
    ['addresses that were not loaded', { addresses: null, addressRelations: [relation(2, 6)] }],
  ])('is missing with %s', (_, order) => {
    expect(deliveryAddress(order, constantsWith())).toBeUndefined()
  })
})
