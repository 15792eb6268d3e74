import { putOrder } from '../../../sandbox/put-order.ts'
import { isBusy } from '../facts/parcels.ts'
import { mustBeFound } from '../judges/wrong-shop-returns.ts'
import type { Town } from '../town/town.ts'
import type { ShopReturns } from './scene.ts'

const minute = 60_000
const clerk = 12
const cancelled = 8

/** Clerks who enter what arrives without a word, and cancel returns that the shop has cancelled. */
export function startClerks(town: Town): void {
  const { shopReturns, nature } = town
  if (!shopReturns) return
  const orders = shopReturns.orders.map(({ id }) => id)
  /** What is entered in the very seconds of a write nobody can see. */
  const whenIdle = (atMs: number, act: () => void, tries = 0): void => {
    nature.timeline.after(atMs, () => {
      void nature.timeline.busy(isBusy(town, orders)).then((busy) => {
        if (!busy) act()
        else if (tries < 500) whenIdle(minute, act, tries + 1)
      })
    })
  }
  for (const given of shopReturns.byHand) whenIdle(given.atMs, () => enter(town, given))
  for (const atMs of shopReturns.tidiedAt) whenIdle(atMs, () => void tidy(town, shopReturns))
}

/** Unless the order has a return with some of it. */
function enter({ nature, sandbox, truth }: Town, { order, pieces }: ShopReturns['byHand'][number]): void {
  const { store } = sandbox.world
  const items = store.orders.childrenOf(order.id).flatMap(({ orderItems }) => orderItems)
  if (items.some(({ references }) => pieces.has(references[0]?.referenceOrderItemId ?? 0))) return
  const orderItems = [...pieces].map(([line, quantity]) => ({
    ...{ typeId: 1, itemVariationId: order.lines.find(({ id }) => id === line)?.variationId ?? 0, quantity },
    references: [{ referenceType: 'parent', referenceOrderItemId: line }],
  }))
  const orderReferences = [{ referenceType: 'parent', referenceOrderId: order.id }]
  const { id } = putOrder(
    store,
    { typeId: 3, statusId: 9, ownerId: clerk, orderReferences, orderItems },
    nature.timeline.now(),
  )
  truth.byHand.push({ id, orderId: order.id, likeOurs: false })
  nature.tell('a clerk', () => `enters return ${id} of order ${order.id}`)
}

async function tidy({ nature, sandbox, events }: Town, scene: ShopReturns): Promise<void> {
  const { orders } = sandbox.world.store
  const seen = { events: await nature.timeline.busy(events()), sandbox }
  for (const id of mustBeFound(scene, seen)) {
    const order = orders.get(id)
    if (order) orders.put({ ...order, statusId: cancelled })
    scene.tidied.push(id)
    nature.tell('a clerk', () => `cancels return ${id}, as the shop has`)
  }
}
