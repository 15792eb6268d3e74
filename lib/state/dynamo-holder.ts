import { getItem, type Item, type Table, updateItem } from '../inbox/conditional-write.ts'
import { orderItemId, printColumn, printedAgain, printGivenBack, returnColumn, toOrderMemory } from './order-item.ts'
import { type Holder, LostOrder, type OrderKey, type OrderMemory, type OrderStore } from './order-memory.ts'

type Orders = Table & { newId: () => string }

// What only the holder of an order does with its item; what each operation means: order-memory.ts.

/** One request for a new intent. A renewed one must look at what the first has replaced. */
export async function recordIntent(
  orders: Orders,
  orderId: OrderKey,
  { holder, intent, fingerprint, now }: Parameters<OrderStore['recordIntent']>[1],
): Promise<void> {
  const column = printColumn(fingerprint)
  const mine = { event: holder.event, at: now }
  const { condition, names, values } = heldBy(holder)
  const opened = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { intent: plain(intent), intentPrint: fingerprint, [column]: mine, writeId: orders.newId() },
    actions: ['#replaced = if_not_exists(#print, :none)'],
    condition: `${condition} AND attribute_not_exists(#intent)`,
    names: { ...names, '#replaced': 'replacedPrint', '#print': column },
    values: { ...values, ':none': null },
  })
  if (opened.applied) return
  const print = printedAgain(opened.stored ?? {}, fingerprint, mine)
  await writeAsHolder(orders, orderId, { holder, columns: { intent: plain(intent), ...print } })
}

/** Of two requests: what goes back is read first, and nobody changes it while the intent is open. */
export async function dropIntent(orders: Orders, orderId: OrderKey, { holder }: { holder: Holder }): Promise<void> {
  const stored = (await getItem(orders, orderItemId(orderId))) ?? {}
  await writeAsHolder(orders, orderId, { holder, columns: { ...freeing(holder), ...printGivenBack(stored) } })
}

export async function recordResult(
  orders: Orders,
  orderId: OrderKey,
  { holder, returnId, command, lines, now }: Parameters<OrderStore['recordResult']>[1],
): Promise<void> {
  const made = { [returnColumn(returnId)]: { event: holder.event, command, lines: plain(lines), at: now } }
  const recorded = (stored: OrderMemory) => stored.returns[returnId]?.event === holder.event
  await writeAsHolder(orders, orderId, { holder, columns: { ...made, ...freeing(holder) }, recorded })
}

export async function free(orders: Orders, orderId: OrderKey, { holder }: { holder: Holder }): Promise<void> {
  const { condition, ...sides } = heldBy(holder)
  const columns = { ...freeing(holder), writeId: orders.newId() }
  await updateItem(orders, {
    id: orderItemId(orderId),
    columns,
    condition: `${condition} AND attribute_not_exists(#intent)`,
    ...sides,
  })
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

export const holderNames = { '#holder': 'holder', '#event': 'event', '#epoch': 'epoch', '#intent': 'intent' }

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
  replacedPrint: undefined,
  freedBy: { ...holder },
})

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
