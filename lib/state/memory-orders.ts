import { deepCopy } from '../inbox/deep-copy.ts'
import type { Holder, OrderKey, OrderMemory, OrderStore } from './order-memory.ts'
import { isInUse, LostOrder, nothingRemembered, remembersAnything } from './order-memory.ts'

/** `freedBy` is the last holder: an older claim of the same event must not take the order again behind its back. */
type Stored = OrderMemory & { freedBy?: Holder; print?: { name: string; replaced: Print | undefined } }
type Print = OrderMemory['fingerprints'][string]

/** The order items in memory, for tests and the simulation. */
export function createMemoryOrders(): OrderStore {
  const stored = new Map<OrderKey, Stored>()
  const orderOf = (orderId: OrderKey): Stored => {
    const order = stored.get(orderId) ?? nothingRemembered(orderId)
    stored.set(orderId, order)
    return order
  }
  const heldBy = (orderId: OrderKey, holder: Holder): Stored => {
    const order = stored.get(orderId)
    if (!order || !isHeldBy(order, holder))
      throw new LostOrder(`order ${orderId} is not held by ${holder.event} at epoch ${holder.epoch}`)
    return order
  }

  return {
    async get(orderId) {
      const order = stored.get(orderId)
      return order && remembered(order)
    },

    async take(orderId, { holder, now, wish, command }) {
      const order = orderOf(orderId)
      if (!canTake(order, holder, now)) return 'busy'
      order.holder = { ...holder }
      order.wishes[wish] ??= { event: holder.event, command, at: now }
      return remembered(order)
    },

    async claimWish(orderId, { event, command, wish, now }) {
      const order = orderOf(orderId)
      order.wishes[wish] ??= { event, command, at: now }
      return remembered(order)
    },

    async passWish(orderId, { wish, from, event, command, now }) {
      const order = stored.get(orderId)
      const owner = order?.wishes[wish]?.event
      if (order && owner === from) order.wishes[wish] = { event, command, at: now }
      return owner === from || owner === event
    },

    async recordIntent(orderId, { holder, intent, fingerprint, now }) {
      const order = heldBy(orderId, holder)
      order.intent = deepCopy(intent)
      // A renewed intent replaces what the first one has replaced, not itself.
      giveBackPrint(order)
      order.print = { name: fingerprint, replaced: order.fingerprints[fingerprint] }
      order.fingerprints[fingerprint] = { event: holder.event, at: now }
    },

    async recordResult(orderId, { holder, returnId, command, lines, now }) {
      const known = stored.get(orderId)
      if (known && !isHeldBy(known, holder) && known.returns[returnId]?.event === holder.event) return
      const order = heldBy(orderId, holder)
      order.returns[returnId] = { event: holder.event, command, lines: deepCopy(lines), at: now }
      freed(order)
    },

    async dropIntent(orderId, { holder }) {
      const order = heldBy(orderId, holder)
      giveBackPrint(order)
      freed(order)
    },

    async forget(orderId, { event, now }) {
      const order = stored.get(orderId)
      if (!order) return true
      if (isInUse(order, now)) return false
      for (const part of [order.returns, order.wishes, order.fingerprints])
        for (const [name, entry] of Object.entries(part)) if (entry.event === event) delete part[name]
      if (!remembersAnything(order)) stored.delete(orderId)
      return true
    },

    async free(orderId, { holder }) {
      const order = stored.get(orderId)
      if (order && isHeldBy(order, holder) && !order.intent) freed(order)
    },
  }
}

function isHeldBy(order: Stored, holder: Holder): boolean {
  const mine = order.holder?.event === holder.event && order.holder.epoch === holder.epoch
  return mine && (!order.intent || order.intent.event === holder.event)
}

function canTake({ holder, intent, freedBy }: Stored, me: Holder, now: number): boolean {
  if (intent && intent.event !== me.event) return false
  if (freedBy?.event === me.event && freedBy.epoch > me.epoch) return false
  if (!holder) return true
  return holder.event === me.event ? holder.epoch <= me.epoch : holder.leaseUntil < now
}

function giveBackPrint({ print, fingerprints }: Stored): void {
  if (print?.replaced) fingerprints[print.name] = print.replaced
  else if (print) delete fingerprints[print.name]
}

function freed(order: Stored): void {
  if (order.holder) order.freedBy = order.holder
  delete order.holder
  delete order.intent
  delete order.print
}

function remembered({ freedBy: _, print: __, ...memory }: Stored): OrderMemory {
  return deepCopy(memory)
}
