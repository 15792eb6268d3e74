import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import * as schemas from '../../../lib/back-office/resources/schemas.ts'
import { damaged, damages, pathsOf } from '../damaged.ts'

const order = { id: 1, typeId: 1, statusId: 7 }

describe('numbers', () => {
  it.each([
    [9.01, 9.01],
    ['9.01', 9.01],
    ['14.00', 14],
    ['177.01', 177.01],
    ['-2', -2],
    ['0', 0],
  ])('%j is the decimal %d', (value, expected) => {
    expect(schemas.decimal.parse(value)).toBe(expected)
  })

  it.each(['', ' ', '9,01', '1e3', '0x10', '9.01abc', 'NaN', null, true, [], {}])('%j is no decimal', (value) => {
    expect(schemas.decimal.safeParse(value).success).toBe(false)
  })

  it.each([1, '1', '9007199254740991', 9007199254740991])('%j is an id', (value) => {
    expect(schemas.id.parse(value)).toBe(Number(value))
  })

  it.each([0, -1, 1.5, '0', '1.5', '9007199254740993', 2 ** 53, 1e300, '12345678901234567890', null])(
    '%j is no id that could be acted on',
    (value) => {
      expect(schemas.id.safeParse(value).success).toBe(false)
    },
  )

  it.each([0, -1, 1.5, null, undefined])('a line whose id is %j has none, so that nothing refers to it', (id) => {
    expect(schemas.orderItem.parse({ id, quantity: 1 }).id).toBe(0)
  })

  it('an integer written with decimals stays itself', () => {
    expect(schemas.integer.parse('104.00')).toBe(104)
  })

  it('decimals survive being written as text', () => {
    void fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 4 }), (digits, places) => {
        const text = (digits / 10 ** places).toFixed(places)
        expect(schemas.decimal.parse(text)).toBe(Number(text))
      }),
    )
  })
})

describe('orders', () => {
  it('are null where nothing was loaded, and keep unknown fields', () => {
    expect(schemas.order.parse({ ...order, lockStatus: 'unlocked', orderItems: null })).toMatchObject({
      lockStatus: 'unlocked',
      plentyId: null,
      locationId: null,
      referrerId: null,
      ownerId: null,
      orderItems: null,
      properties: null,
      addresses: null,
      orderReferences: null,
      shippingPackages: null,
      documents: null,
    })
  })

  it('keep a client of 0 apart from one that was not shown', () => {
    expect(schemas.order.parse({ ...order, plentyId: 0 }).plentyId).toBe(0)
    expect(schemas.order.parse({ ...order, plentyId: null }).plentyId).toBeNull()
  })

  it('have lines that are null where nothing was loaded, and never phantom lines or lines without amounts by guess', () => {
    const shown = { id: 5, typeId: 1, quantity: 1 }
    expect(schemas.order.parse({ ...order, orderItems: [shown] }).orderItems).toEqual([
      { ...shown, itemVariationId: null, orderItemName: null, amounts: null, references: null, properties: null },
    ])
    const empty = { ...shown, itemVariationId: 0, orderItemName: '', amounts: [], references: [], properties: [] }
    expect(schemas.order.parse({ ...order, orderItems: [empty] }).orderItems).toEqual([empty])
  })

  it('read everything that may come as text', () => {
    const parsed = schemas.order.parse({
      ...{
        id: '1',
        typeId: '3',
        statusId: '9.01',
        plentyId: '1',
        locationId: '104',
        referrerId: '143.20',
        ownerId: '77',
      },
      orderItems: [
        { id: '5', typeId: '1', itemVariationId: '-2', quantity: '1.0000', properties: [{ typeId: 35, value: 1 }] },
      ],
    })
    expect(parsed).toMatchObject({
      id: 1,
      typeId: 3,
      statusId: 9.01,
      plentyId: 1,
      locationId: 104,
      referrerId: 143.2,
      ownerId: 77,
    })
    expect(parsed.orderItems?.[0]).toMatchObject({
      id: 5,
      itemVariationId: -2,
      quantity: 1,
      properties: [{ typeId: 35, value: '1' }],
    })
  })

  it('keep the amounts of a line exactly as they came', () => {
    const amounts = [
      { id: 1, orderItemId: 2, priceOriginalGross: 12.9, currency: 'EUR', exchangeRate: '1.0', nested: { a: [1] } },
    ]
    const parsed = schemas.order.parse({ ...order, orderItems: [{ id: 5, typeId: 1, quantity: 1, amounts }] })
    expect(parsed.orderItems?.[0]?.amounts).toEqual(amounts)
  })
})

describe('a field that cannot be read', () => {
  const property = { typeId: 98, value: 'MUG' }
  const option = { typeId: 2, value: 'a@example.com' }
  const line = {
    ...{ id: 5, typeId: 1, itemVariationId: 1101, quantity: 1, orderItemName: 'Mug', properties: [property] },
    ...{ amounts: [{ currency: 'EUR' }], references: [{ referenceType: 'parent', referenceOrderItemId: 4 }] },
    variation: { id: 1101, number: 'M-1' },
  }
  const whole = {
    ...{ ...order, plentyId: 1, locationId: 1, referrerId: 9, ownerId: 5, createdAt: '2026-01-01', updatedAt: '' },
    ...{ orderItems: [line], properties: [property], addresses: [{ id: 4, countryId: 1, options: [option] }] },
    addressRelations: [{ typeId: 2, addressId: 4 }],
    orderReferences: [{ referenceType: 'parent', referenceOrderId: 2 }],
    relations: [{ referenceType: 'contact', referenceId: 3, relation: 'receiver' }],
    ...{ shippingPackages: [{}], documents: [{}] },
  }
  const comment = { id: 1, text: 'x', userId: 1, referenceType: 'order', referenceValue: 1, isVisibleForContact: true }

  it.each<[string, z.ZodType, object, string[]]>([
    ['an order', schemas.order, whole, ['id', 'typeId', 'statusId']],
    ['a comment', schemas.comment, { ...comment, createdAt: '' }, ['text']],
    ['a contact', schemas.contact, { id: 1, email: 'a@example.com', options: [option] }, ['id']],
    ['an image', schemas.itemImage, { id: 1, itemId: 2, availabilities: [{}] }, ['id']],
    ['the API user', schemas.user, { id: 1 }, ['id']],
    ['a new order', schemas.created, { id: 1, statusId: 9.01 }, ['id']],
  ])('makes %s unreadable only where no step could do without it', (_record, schema, record, needed) => {
    const unread = pathsOf(record).filter((path) =>
      damages.some((put) => !schema.safeParse(damaged(record, path, put)).success),
    )
    expect(unread.map((path) => path.join('.'))).toEqual(needed)
  })
})

describe('the login answer', () => {
  const read = { token: 'a', tokenType: 'Bearer', lifetimeSeconds: 60, refreshToken: 'r' }
  const fields = [
    ['access_token', 'accessToken', 'a'],
    ['token_type', 'tokenType', 'Bearer'],
    ['expires_in', 'expiresIn', 60],
    ['refresh_token', 'refreshToken', 'r'],
  ] as const

  it('is read whichever way each of its fields is spelt', () => {
    for (let mix = 0; mix < 16; mix += 1) {
      const answer = Object.fromEntries(
        fields.map(([snake, camel, value], at) => [(mix >> at) & 1 ? camel : snake, value]),
      )
      expect(schemas.loginAnswer.parse(answer), JSON.stringify(answer)).toEqual(read)
    }
  })

  it.each([
    [{ access_token: null, accessToken: 'b' }, { token: 'b' }],
    [
      { access_token: 'a', expires_in: '60' },
      { token: 'a', lifetimeSeconds: 60 },
    ],
    [{ access_token: 'a', expires_in: 'soon' }, { token: 'a' }],
    [{ access_token: 'a', token_type: 5, refresh_token: {} }, { token: 'a' }],
    [{ access_token: '' }, {}],
  ])('%j', (answer, expected) => {
    const nothing = { token: undefined, tokenType: undefined, lifetimeSeconds: undefined, refreshToken: undefined }
    expect(schemas.loginAnswer.parse(answer)).toEqual({ ...nothing, ...expected })
  })
})
