import type { Command } from '../commands.ts'
import type { Reason } from '../reasons.ts'

/**
 * What one item of the state table is about: an order of the back office by its id; an order that is still to be created, by the external number that
 * nobody may use twice; or the visibility of an item's image, by item, image, type and value.
 */
export type OrderKey = number | `number/${string}` | `image/${string}`

export const openStatuses = ['ready', 'running', 'waiting'] as const
export const eventStatuses = [...openStatuses, 'held', 'done', 'failed', 'ignored', 'discarded'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** What the sender delivered, as bytes: nothing of it has been interpreted yet. */
export type StoredDelivery = {
  /** Raw body. */
  body: Buffer
  /** The few headers that matter later (topic, content type, delivery id), lower-case names. */
  headers: Record<string, string>
}

/** One line of a return as it is sent: which line of the parent, and how many pieces. */
export type ReturnLine = { orderItemId: number; quantity: number }

/** What is known about one command's work; only ever grows. Index in `ledger` = index in `commands`. */
export type Progress = {
  /** The order the command is about; frozen once found, or created. */
  orderId?: number
  /** The only order that may be meant, as the event was last held for it: a release confirms this one alone. */
  mayBeMeant?: number
  /** Another event has done the same: in which words that is told. Nothing of the command is left to do. */
  alreadyDone?: string
  return?: {
    /** Exact body of the POST, frozen before the intent (its amounts are confidential: never logged or shown); null after erasure. */
    body: unknown
    lines: ReturnLine[]
    /** Returns of the order that were there before it was sent, by id: none of them is it. Gone with its result. */
    known?: number[]
    returnId?: number
    /** Status the return came out with. */
    statusId?: number
    /** The event that has sent it, or may have, was given up: this one, or the one whose wish it took over. Its intent may be closed. */
    givenUp?: true
    /** An operator has let it pass as incomplete as it is. */
    accepted?: true
    /** When a write that was sent a second time is to be looked at once more, epoch ms; removed when done. */
    lookAt?: number
  }
  newOrder?: {
    /** Its item in the state table, by the external number. */
    key: OrderKey
    /** Exact body of the POST, frozen before the intent (addresses and prices: never logged or shown); null after erasure. */
    body: unknown
    /** The order that was created. */
    orderId?: number
    /** As with a return. */
    lookAt?: number
    /** When the event was held with the words that the order is not there, epoch ms: only a release from then on lets it be sent again. */
    toldAbsent?: number
  }
  image?: {
    /** Its item in the state table. */
    key: OrderKey
    /** Exact body of the POST, frozen before the intent; null after erasure. */
    body: unknown
    /** It is visible as asked for. */
    published?: true
    /** As with a new order. */
    toldAbsent?: number
  }
  comment?: {
    orderId: number
    text: string
    /** `[bridge:XXXXXXXXXXXX]`, at the start of the text. */
    marker: string
    /** No send of this comment begins after this time, epoch ms. */
    sendBefore: number
    /** It is in the back office. */
    written?: true
    /** Absent where the answer named none. */
    commentId?: number
  }
}

/** One line of an event's story, for people and the console. `what` is a short fixed word, the rest redacted facts. */
export type HistoryEntry = { at: number; what: string; [fact: string]: unknown }

/** Whoever kills the process again and again is rarely the event: only one that ends each of so many runs is taken for it. */
export const mostCutsGivenBack = 50

/** One event of the inbox: what was delivered, where its work stands, what was done for it. Times are epoch milliseconds. */
export type InboxEvent = {
  /** `<source>/<delivery key>`: the dedupe key. */
  id: string
  source: string
  status: EventStatus
  /** When somebody must look at it again; absent where only a person can move it. */
  wakeAt?: number
  /** Since when it is done, ignored, failed or discarded: from here its retention counts. Open and held events have no clock. */
  endedAt?: number
  /** When payload, headers and all words of people were erased; stays where it is replayed. */
  erasedAt?: number
  /** When the table may drop an erased event by itself, whole seconds; the audit removes it before. Gone once it is open again. */
  expiresAt?: number
  /** Fencing token: rises with every claim and every operator transition, never falls. */
  epoch: number
  /** Tries used; counted at the claim, given back by a deferral. */
  attempts: number
  /** So many runs in a row ended with the process and had saved nothing; gone with the next save. See `endLeases` of the inbox. */
  cut?: number
  /** Since when it has only been deferred; removed by real progress. */
  deferredSince?: number
  /** Its last wait was for its turn at the pace of the back office. */
  queued?: true
  /** Started over together with many others: it leaves room for those that come fresh. */
  lane?: 'replay'
  /** Absent after erasure. */
  delivery?: StoredDelivery
  /** Translated, once there is one; absent before and after a replay without any intent. */
  commands?: Command[]
  ledger: Progress[]
  history: HistoryEntry[]
  /** The order it turned out to be about (the first command's), for the `order` index. */
  orderId?: number
  reason?: Reason
  /** Reasons an operator's release has overruled; each honoured once. */
  waived?: string[]
  receivedAt: number
  updatedAt: number
  /** Fresh for every conditional write: tells an own write whose answer was lost from a foreign one. */
  writeId: string
}

/** An ended event as retention and audit find it. */
export type EndedSummary = Omit<EventSummary, 'wakeAt'> & { endedAt: number }

/** What lists show: never payload, headers, commands or ledger. */
export type EventSummary = Pick<
  InboxEvent,
  'id' | 'source' | 'status' | 'wakeAt' | 'epoch' | 'attempts' | 'orderId' | 'reason' | 'receivedAt' | 'updatedAt'
>
