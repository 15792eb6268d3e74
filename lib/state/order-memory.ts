import type { OrderKey, ReturnLine } from '../inbox/event.ts'

export type { OrderKey } from '../inbox/event.ts'

/** Who works on an order: one claim of one event. */
export type Holder = { event: string; epoch: number; leaseUntil: number }

/** A write that was about to be sent, and may have been. While one is open its event never loses the order by time. */
export type Intent = {
  event: string
  command: number
  /** No send begins after this time, epoch ms. */
  sendBefore: number
  /** Ids of all returns of the order (of all orders of the number), of any status, at that moment. */
  known: number[]
  /** Set once the same body is sent a second time. */
  repeated?: true
}

/** Everything remembered about one order of the back office: lock, intent and memory in one conditional item. */
export type OrderMemory = {
  orderId: OrderKey
  holder?: Holder
  intent?: Intent
  /** Returns made by this bridge, by return id; for a number the order, for an image the image that it made visible. */
  returns: Record<string, { event: string; command: number; lines: ReturnLine[]; at: number }>
  /** Facts claimed, by `<source>/<wish>`: the event that does them. */
  wishes: Record<string, { event: string; command: number; at: number }>
  /** Submits of like content, by fingerprint of kind and lines. */
  fingerprints: Record<string, { event: string; at: number }>
}

/**
 * The order items of the state table. Each operation is one conditional write of a single item.
 * Operations of a holder throw `LostOrder` when the item is not held by exactly this event and epoch.
 */
export type OrderStore = {
  get(orderId: OrderKey): Promise<OrderMemory | undefined>
  /**
   * Takes the order for `holder` where nobody else holds it (or their lease is over) and no intent of another event is open;
   * the same event may take it again with the same or a later epoch. Claims `wish` for the event unless another event has it
   * (the answer tells whose it is). `busy`: held by somebody else.
   */
  take(
    orderId: OrderKey,
    options: { holder: Holder; now: number; wish: string; command: number },
  ): Promise<OrderMemory | 'busy'>
  /** Claims a wish without taking the order (comments need no lock); answers what is remembered. */
  claimWish(
    orderId: OrderKey,
    options: { event: string; command: number; wish: string; now: number },
  ): Promise<OrderMemory>
  /** Hands a wish of an event that failed or was discarded (`from`) over to `event`. False: somebody was faster. */
  passWish(
    orderId: OrderKey,
    options: { wish: string; from: string; event: string; command: number; now: number },
  ): Promise<boolean>
  /**
   * Opens the intent, or renews an own open one, and makes the fingerprint this event's. Whose it was before is kept with the intent:
   * the earlier event may have its return.
   */
  recordIntent(
    orderId: OrderKey,
    options: { holder: Holder; intent: Intent; fingerprint: string; now: number },
  ): Promise<void>
  /**
   * Adds the return, closes the intent and frees the order in one write. Does nothing where this event has recorded the return
   * already and has given the order up since.
   */
  recordResult(
    orderId: OrderKey,
    options: { holder: Holder; returnId: number; command: number; lines: ReturnLine[]; now: number },
  ): Promise<void>
  /** Closes an own intent that provably came to nothing, gives its fingerprint back to whose it was before, if any, and frees the order. */
  dropIntent(orderId: OrderKey, options: { holder: Holder }): Promise<void>
  /**
   * Forgets returns, wishes and fingerprints of an event, and the order with the last of them. False, and nothing is forgotten, while an
   * intent is open or somebody holds the order, or where the order changed meanwhile.
   */
  forget(orderId: OrderKey, options: { event: string; now: number }): Promise<boolean>
  /** Frees the order without an intent; does nothing where the holder is somebody else or an intent is open. */
  free(orderId: OrderKey, options: { holder: Holder }): Promise<void>
}

/** Somebody else holds the order now: nothing may be sent for it. */
export class LostOrder extends Error {
  override name = 'LostOrder'
}

/** Somebody works on the order, or a write of unknown outcome is open: nothing of it may be forgotten. */
export const isInUse = ({ holder, intent }: OrderMemory, now: number): boolean =>
  intent !== undefined || (holder !== undefined && holder.leaseUntil >= now)

/** Of an order that nothing was done for yet. */
export const nothingRemembered = (orderId: OrderKey): OrderMemory => ({
  orderId,
  returns: {},
  wishes: {},
  fingerprints: {},
})

export const remembersAnything = ({ returns, wishes, fingerprints }: OrderMemory): boolean =>
  [returns, wishes, fingerprints].some((part) => Object.keys(part).length > 0)
