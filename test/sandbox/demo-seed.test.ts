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

  it('has the API user api-bridge with id 77, like the empty world', () => {
    const empty = createSandbox({ seed: 'empty', now: () => 0 })
    const user = { id: 77, username: 'api-bridge', password: 'demo-password', locked: false, failedLogins: 0 }
    expect([world.store.users.list(), empty.world.store.users.list()]).toEqual([[user], [user]])
    expect(empty.world.store.orders.list()).toEqual([])
  })
})
