import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'

const { world } = createSandbox({ seed: 'demo', now: () => 0 })
const order = (id: number) => {
  const found = world.store.orders.get(id)
  if (!found) throw new Error(`no order ${id}`)
  return found
}
const external = (id: number) => order(id).properties.find((property) => property.typeId === 7)?.value
const skuOf = (properties: { typeId: number; value: string }[]) =>
  properties.find((property) => property.typeId === 98)?.value
const lines = (id: number) =>
  order(id).orderItems.map((item) => [
    item.id,
    item.typeId,
    item.itemVariationId,
    item.orderItemName,
    skuOf(item.properties),
    item.quantity,
  ])

describe('the demo world', () => {
  it.each([
    [10001, 9, 7, '6203001001', 501],
    [10002, 2, 7, '302-1234567-1234567', 502],
    [10003, 143.2, 7, 'B-143-0003', 503],
    [10004, 2, 8, 'TWIN-77', 505],
    [10005, 2, 7, 'TWIN-77', 505],
  ])(
    'has order %i of referrer %d with status %d, number %s and contact %i',
    (id, referrer, status, number, contact) => {
      expect([order(id).referrerId, order(id).statusId, external(id), order(id).contactId]).toEqual([
        referrer,
        status,
        number,
        contact,
      ])
    },
  )

  it('has a shop order with two articles, shipping costs and a phantom line', () => {
    expect(lines(10001)).toEqual([
      [30001, 1, 1101, 'Mug, blue', 'MUG-BLUE', 2],
      [30002, 1, 1102, 'Teapot, white', 'TEAPOT-W', 1],
      [30003, 6, 0, 'Shipping costs', undefined, 1],
      [30004, 1, -2, 'Gift note', undefined, 1],
    ])
  })

  it('has a marketplace order with a lamp and four bulbs', () => {
    expect(lines(10002)).toEqual([
      [30011, 1, 1201, 'Desk lamp', 'LAMP-7', 1],
      [30012, 1, 1202, 'Bulb, warm', 'BULB-W', 4],
      [30013, 6, 0, 'Shipping costs', undefined, 1],
    ])
  })

  it('has a bundle whose components carry its SKU and name their master', () => {
    expect(lines(10003).slice(0, 3)).toEqual([
      [30021, 2, 1301, 'Garden set', 'SET-GARDEN', 1],
      [30022, 3, 1302, 'Garden table', 'SET-GARDEN', 1],
      [30023, 3, 1303, 'Garden stool', 'SET-GARDEN', 4],
    ])
    expect(order(10003).orderItems.map((item) => item.references)).toEqual([
      [],
      [{ referenceType: 'bundle', referenceOrderItemId: 30021 }],
      [{ referenceType: 'bundle', referenceOrderItemId: 30021 }],
      [],
      [],
    ])
  })

  it('has an order without address relations, and both relations on all others', () => {
    for (const { id, typeId, addressRelations, addresses } of world.store.orders.list()) {
      if (typeId !== 1) continue
      const relations = addressRelations.map((relation) => relation.typeId)
      expect([id, relations, addresses.length]).toEqual(id === 10006 ? [id, [], 0] : [id, [1, 2], 2])
    }
  })

  it('has cancelled orders', () => {
    expect([order(10004).statusId, order(10007).statusId]).toEqual([8, 8])
  })

  it('has orders of every referrer in the table of the specification', () => {
    const referrers = new Set(world.store.orders.list().map((one) => one.referrerId))
    expect(referrers).toEqual(new Set([2, 9, 14, 143, 143.2, 160.1, 152, 177.01]))
  })

  it('has contacts with several orders, a guest, and one whose address resembles another', () => {
    const ofAnna = world.store.orders.list().filter((one) => one.typeId === 1 && one.contactId === 501)
    expect(ofAnna.map((one) => one.id)).toEqual([10001, 10012, 10013])
    expect(world.store.contacts.get(501)?.email).toBe('anna.beispiel@example.com')
    expect(world.store.contacts.get(502)?.email).toBe('ben.muster@example.com')
    expect(world.store.contacts.get(507)?.email).toContain('anna.beispiel@example.com')
    expect(world.store.contacts.get(508)?.singleAccess).toBe('1')
  })

  it('has 600 returns under order 20000 in statuses 9.01, 9.02 and 8', () => {
    const returns = world.store.orders.list().filter((one) => one.typeId === 3)
    expect([returns.length, returns[0]?.id, returns.at(-1)?.id]).toEqual([600, 600_001, 600_600])
    expect(
      Map.groupBy(returns, (one) => one.statusId)
        .keys()
        .toArray(),
    ).toEqual([9.01, 9.02, 8])
    for (const one of returns) {
      expect(one.orderReferences[0]).toMatchObject({ referenceType: 'parent', referenceOrderId: 20000 })
      expect(one.orderItems[0]?.references).toEqual([{ referenceType: 'parent', referenceOrderItemId: 50001 }])
    }
  })

  it('has warehouse and shipping profile on each order, and confidential purchase prices', () => {
    for (const one of world.store.orders.list()) {
      expect(one.plentyId).toBe(1)
      expect(one.properties).toEqual(
        expect.arrayContaining([
          { typeId: 1, value: '104' },
          { typeId: 2, value: '6' },
        ]),
      )
      for (const item of one.orderItems)
        if (one.typeId === 1) expect(item.amounts[0]?.purchasePrice).toEqual(expect.any(Number))
    }
    expect(order(10002).properties).toContainEqual({ typeId: 995, value: '250' })
  })

  it('gives no id twice', () => {
    const orders = world.store.orders.list()
    const items = orders.flatMap((one) => one.orderItems.map((item) => item.id))
    expect(new Set(items).size).toBe(items.length)
    const addresses = orders
      .filter((one) => one.typeId === 1)
      .flatMap((one) => one.addresses.map((address) => address.id))
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('has e-mail addresses of the example domain only', () => {
    for (const { email } of world.store.contacts.list()) expect(email).toMatch(/@example\.com$/)
  })

  it('has the API user api-bridge with id 77, like the empty world', () => {
    const empty = createSandbox({ seed: 'empty', now: () => 0 })
    const user = { id: 77, username: 'api-bridge', password: 'demo-password', locked: false, failedLogins: 0 }
    expect([world.store.users.list(), empty.world.store.users.list()]).toEqual([[user], [user]])
    expect(empty.world.store.orders.list()).toEqual([])
  })

  it('has a credit note for the whole of order 10014', () => {
    expect(order(610_001)).toMatchObject({
      typeId: 4,
      orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_014 }],
      orderItems: order(10_014).orderItems.map(({ id, quantity }) => ({
        quantity,
        references: [{ referenceType: 'parent', referenceOrderItemId: id }],
      })),
    })
    const prices = (id: number) => order(id).orderItems.flatMap(({ amounts }) => amounts.map((one) => one.priceGross))
    expect(prices(610_001)).toEqual(prices(10_014))
    const amountIds = [10_014, 610_001].flatMap((id) =>
      order(id).orderItems.flatMap(({ amounts }) => amounts.map((one) => one.id)),
    )
    expect(new Set(amountIds).size).toBe(4)
  })
})
