import { getItem, type Table, updateItem } from '../inbox/conditional-write.ts'
import { forgetInTable } from './dynamo-forget.ts'
import { dropIntent, free, holderNames, recordIntent, recordResult } from './dynamo-holder.ts'
import { orderItemId, toOrderMemory, wishColumn } from './order-item.ts'
import type { OrderKey, OrderStore } from './order-memory.ts'

type Orders = Table & { newId: () => string }

/** The order items of the state table; `newId` makes the ids of conditional writes. What each operation means: order-memory.ts. */
export function createDynamoOrders(orders: Orders): OrderStore {
  return {
    async get(orderId) {
      const item = await getItem(orders, orderItemId(orderId))
      return item && toOrderMemory(item)
    },

    take: (orderId, options) => take(orders, orderId, options),
    claimWish: (orderId, options) => claimWish(orders, orderId, options),
    passWish: (orderId, options) => passWish(orders, orderId, options),

    recordIntent: (orderId, options) => recordIntent(orders, orderId, options),
    recordResult: (orderId, options) => recordResult(orders, orderId, options),
    dropIntent: (orderId, options) => dropIntent(orders, orderId, options),
    forget: (orderId, options) => forgetInTable(orders, orderId, options),
    free: (orderId, options) => free(orders, orderId, options),
  }
}

async function take(
  orders: Orders,
  orderId: OrderKey,
  { holder, now, wish, command }: Parameters<OrderStore['take']>[1],
) {
  const written = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { orderId, holder: { ...holder }, writeId: orders.newId() },
    actions: ['#wish = if_not_exists(#wish, :wish)'],
    condition: [
      '(attribute_not_exists(#intent) OR #intent.#event = :event)',
      '(attribute_not_exists(#freedBy) OR #freedBy.#event <> :event OR #freedBy.#epoch <= :epoch)',
      `(attribute_not_exists(#holder) OR (#holder.#event = :event AND #holder.#epoch <= :epoch)
        OR (#holder.#event <> :event AND #holder.#leaseUntil < :now))`,
    ].join(' AND '),
    names: { ...holderNames, '#freedBy': 'freedBy', '#leaseUntil': 'leaseUntil', '#wish': wishColumn(wish) },
    values: {
      ':event': holder.event,
      ':epoch': holder.epoch,
      ':now': now,
      ':wish': { event: holder.event, command, at: now },
    },
  })
  return written.applied ? toOrderMemory(written.item) : 'busy'
}

async function claimWish(
  orders: Orders,
  orderId: OrderKey,
  { event, command, wish, now }: Parameters<OrderStore['claimWish']>[1],
) {
  const written = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { orderId, writeId: orders.newId() },
    actions: ['#wish = if_not_exists(#wish, :wish)'],
    names: { '#wish': wishColumn(wish) },
    values: { ':wish': { event, command, at: now } },
  })
  return toOrderMemory(written.applied ? written.item : { orderId })
}

async function passWish(
  orders: Orders,
  orderId: OrderKey,
  options: Parameters<OrderStore['passWish']>[1],
): Promise<boolean> {
  const { wish, from, event, command, now } = options
  const written = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { [wishColumn(wish)]: { event, command, at: now }, writeId: orders.newId() },
    condition: '#wish.#event = :from',
    names: { '#wish': wishColumn(wish), '#event': 'event' },
    values: { ':from': from },
  })
  return written.applied || toOrderMemory(written.stored ?? { orderId }).wishes[wish]?.event === event
}
