import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'

const { world } = createSandbox({ seed: 'demo', now: () => 0 })

describe('the demo world', () => {
  it('has an order without address relations, and both relations on all others', () => {
    for (const { id, typeId, addressRelations, addresses } of world.store.orders.list()) {
      if (typeId !== 1) continue
      const relations = addressRelations.map((relation) => relation.typeId)
      expect([id, relations, addresses.length]).toEqual(id === 10006 ? [id, [], 0] : [id, [1, 2], 2])
    }
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
})
