import { createWorld, type World } from './world.ts'

type Body = Record<string, unknown>
type Keyed = { key: string; body: Body }

export const anOrderBody = (number: string, quantity = 2): Body => ({
  typeId: 1,
  plentyId: 1,
  statusId: 3,
  orderItems: [{ typeId: 1, itemVariationId: 1101, quantity, orderItemName: 'Mug', amounts: [] }],
  properties: [{ typeId: 7, value: number }],
})

/** A world whose source asks for the orders that its payload lists, and one whose payload lists commands. */
export function createOrders(options: Parameters<typeof createWorld>[0] = {}) {
  const world = createWorld({
    seed: 'empty',
    config: {
      sources: {
        orders: {
          kind: 'standard',
          translate: ({ payload }) =>
            (payload as (Body | Keyed)[]).map((given) =>
              'key' in given
                ? { type: 'create-order', ...(given as Keyed) }
                : { type: 'create-order', body: given as never },
            ) as never,
        },
        commands: { kind: 'standard', translate: ({ payload }) => payload as never },
      },
    },
    ...options,
  })
  return { world, accept: (...bodies: (Body | Keyed)[]) => world.accept('orders', bodies) }
}

/** Sales orders of an external number, whatever their status. */
export const ordersOf = async (world: World, number: string) =>
  world.sandbox.world.store.orders
    .list()
    .filter(({ properties }) => properties.some(({ typeId, value }) => typeId === 7 && value === number))
