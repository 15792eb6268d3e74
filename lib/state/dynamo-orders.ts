import { getItem, type Item, type Table, updateItem } from '../inbox/conditional-write.ts'
import { forgetInTable } from './dynamo-forget.ts'
import { orderItemId, printColumn, returnColumn, toOrderMemory, wishColumn } from './order-item.ts'
import { type Holder, LostOrder, type OrderKey, type OrderMemory, type OrderStore } from './order-memory.ts'

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

    recordIntent(orderId, { holder, intent, fingerprint, now }) {
      const print = { [printColumn(fingerprint)]: { event: holder.event, at: now } }
      return writeAsHolder(orders, orderId, {
        holder,
        columns: { intent: plain(intent), intentPrint: fingerprint, ...print },
      })
    },

    recordResult(orderId, { holder, returnId, command, lines, now }) {
      const made = { [returnColumn(returnId)]: { event: holder.event, command, lines: plain(lines), at: now } }
      const recorded = (stored: OrderMemory) => stored.returns[returnId]?.event === holder.event
      return writeAsHolder(orders, orderId, { holder, columns: { ...made, ...freeing(holder) }, recorded })
    },

    dropIntent: (orderId, options) => dropIntent(orders, orderId, options),
    forget: (orderId, options) => forgetInTable(orders, orderId, options),

    async free(orderId, { holder }) {
      const id = orderItemId(orderId)
      const { condition, ...sides } = heldBy(holder)
      const columns = { ...freeing(holder), writeId: orders.newId() }
      await updateItem(orders, { id, columns, condition: `${condition} AND attribute_not_exists(#intent)`, ...sides })
    },
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

/** The one operation of two requests: which fingerprint goes back is read first. */
async function dropIntent(orders: Orders, orderId: OrderKey, { holder }: { holder: Holder }): Promise<void> {
  const stored = await getItem(orders, orderItemId(orderId))
  const print = typeof stored?.intentPrint === 'string' ? printColumn(stored.intentPrint) : undefined
  const own = print !== undefined && (stored?.[print] as { event: string } | undefined)?.event === holder.event
  await writeAsHolder(orders, orderId, { holder, columns: { ...freeing(holder), ...(own && { [print]: undefined }) } })
}

type HolderWrite = { holder: Holder; columns: Item; recorded?: (stored: OrderMemory) => boolean }

/** One write on condition that exactly this claim holds the order, or that what it says is `recorded` already. */
async function writeAsHolder(
  orders: Orders,
  orderId: OrderKey,
  { holder, columns, recorded }: HolderWrite,
): Promise<void> {
  const { condition, names, values } = heldBy(holder)
  const written = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { ...columns, writeId: orders.newId() },
    condition: `${condition} AND (attribute_not_exists(#intent) OR #intent.#event = :event)`,
    names,
    values,
  })
  if (written.applied || (written.stored && recorded?.(toOrderMemory(written.stored)))) return
  throw new LostOrder(`order ${orderId} is not held by ${holder.event} at epoch ${holder.epoch}`)
}

const holderNames = { '#holder': 'holder', '#event': 'event', '#epoch': 'epoch', '#intent': 'intent' }

const heldBy = (holder: Holder) => ({
  condition: '#holder.#event = :event AND #holder.#epoch = :epoch',
  names: holderNames,
  values: { ':event': holder.event, ':epoch': holder.epoch },
})

/** Who freed it last is kept: an older claim of the same event must not take the order again behind its back. */
const freeing = (holder: Holder): Item => ({
  holder: undefined,
  intent: undefined,
  intentPrint: undefined,
  freedBy: { ...holder },
})

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
