import type { WideSource } from '../all-senders/sources.ts'
import type { Chance } from '../random.ts'
import type { Weather } from '../weather/weather.ts'

export type Line = { itemId: number; variationId: number; sku: string; quantity: number }
export type ScriptedOrder = {
  id: number
  externalNumber: string
  lines: Line[]
  /** Minutes until the back office knows it; undefined: never. */
  appearsAfter: number | undefined
  /** Returns that were made before. */
  earlierReturns: number
  /** Its id once it was cancelled and imported anew. */
  anewId?: number
  /** What comes back of it are the script's parcels, and nothing else. */
  isOfParcels?: true
}

export type Delivery = {
  source: 'form' | 'shop' | 'woo' | 'desk' | 'operator' | WideSource
  id: string
  topic?: string
  body: unknown
  atMs: number
  /** As it is sent, where that is not `body`. */
  raw?: { text: string; contentType: string }
  /** The sender's own id of it, where the event has another. */
  sentId?: string
  /** What is sent once this one was heard. */
  next?: Delivery[]
}

/** One thing that somebody wants once, however often it is reported. `tag` is found again in what is written for it. */
export type Fact = {
  tag: string
  kind: 'return' | 'comment' | 'order' | 'image'
  order: ScriptedOrder
  deliveries: Delivery[]
  /** Asked for by the lines that it names, or by "all". */
  lines: 'all' | { line: Line; quantity: number }[]
  /** A command of the same event is for an order that there is not. */
  besideHopeless?: true
  /** Of a new order. */
  externalNumber?: string
  /** What is to become visible, and where. */
  image?: { itemId: number; imageId: number; type: 'mandant'; value: number }
}

/** One parcel with one piece, and all who report it. */
export type Parcel = {
  line: Line
  deliveries: Delivery[]
  /** When a person wants to enter its return in the back office; absent: never. */
  byHandAt?: number
  /** When a person enters a return by mistake, and cancels it at once; absent: never. */
  mistakenAt?: number
}

export type Script = { orders: ScriptedOrder[]; facts: Fact[]; parcels: Parcel[]; faultyMs: number }

export type Draw = { chance: Chance; weather: Weather; faultyMs: number }
