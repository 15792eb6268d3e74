import type { Need } from './pace/budget.ts'
import type { ImageAvailability, NewComment, NewOrder, NewReturn } from './resources/new-records.ts'
import type { Comment, Contact, ItemImage, Order } from './resources/schemas.ts'
import type { OrderWith } from './routes.ts'

/** One request as it ended, for metrics. `route` is the template (`/rest/orders/{orderId}`), so it never shows personal data. */
export type Call = { method: string; route: string; status: number | 'unknown'; durationMs: number }
/** What a list shows: the entries that were asked for, and how many others it has, or entries that cannot be read. */
export type Listed<Entry> = { entries: Entry[]; unrelated: number }

/** Nothing may be in flight at `deadlineMs` (epoch ms). `pace`: what it still needs. `patienceMs`: longest wait. */
export type Run = {
  deadlineMs: number
  patienceMs?: number
  readonly pace?: Need
  /** Id of the event that the run works for; named in the log. */
  event?: string
  onCall?: (call: Call) => void
}

/** `sendBefore` (epoch ms) is checked right before the send: too late is `RetryLater` `not_ready`, nothing was sent. */
export type SendOptions = { sendBefore: number }

/** Conditions of a list. Entries that show another value are unrelated: the server silently ignores a filter that it does not know. */
export type OrderFilter = {
  typeId?: number
  statusFrom?: number
  statusTo?: number
  externalNumber?: string
  contactId?: number
  parentOrderId?: number
  /** Exactly this one: 143 is not 143.2. */
  referrerId?: number
  /** ISO times with offset; both ends are included. */
  createdFrom?: string
  createdTo?: string
  updatedFrom?: string
  updatedTo?: string
  with?: readonly OrderWith[]
}

/** A range of statuses, both ends included, without cancelled orders; `cancelled`: these too, wherever the range ends. */
export type AskedStatuses = { statusFrom?: number; statusTo?: number; cancelled?: boolean }
export type ReturnFilter = AskedStatuses & { with?: readonly OrderWith[] }
/** `ids`: of everything on the page, also of what was not asked for. `totalsCount` where the server shows it. */
export type OrdersPage = { entries: Order[]; ids: number[]; isLastPage: boolean; totalsCount: number | undefined }

/** By the id of an article. */
export type MarketSkus = ReadonlyMap<number, readonly string[]>

/** docs/back-office.md 12.1. Throws `Rejected` (4xx), `RetryLater`, `LoginClosed`; writes also `OutcomeUnknown`. */
export type BackOffice = {
  orders: {
    /** `Rejected` with status 404 where there is none. What `with` does not name is null. */
    read(orderId: number, options?: { with?: readonly OrderWith[] }): Promise<Order>
    /** To the last page, each entry once. */
    list(filter: OrderFilter): Promise<Listed<Order>>
    /** One page of that list, counted from 1, of 250 entries or as many as asked for: a reader that is cut off goes on there. */
    page(filter: OrderFilter, page: number, itemsPerPage?: number): Promise<OrdersPage>
    /** Sales orders that are not cancelled and carry the number as property 7, newest first, loaded. */
    findByExternalNumber(number: string): Promise<Listed<Order>>
    /** Sales orders, newest first, loaded; cancelled ones if asked for. `TooManyFound`: over two pages, or over 50 without nested data. */
    ofContact(contactId: number, options?: { cancelled?: boolean }): Promise<Listed<Order>>
    /** With the variations of its lines, as far as one more read brings them. `Rejected`: it refuses their name. */
    withVariations(order: Order): Promise<Order>
    create(body: NewOrder, options: SendOptions): Promise<{ id: number }>
  }
  returns: {
    /** All returns of a sales order, of any status, with items and references: those listed, and those it names. */
    ofOrder(parent: Parent, options?: { with?: readonly OrderWith[] }): Promise<Listed<Order>>
    /** Returns by status, page by page as they are needed. Unrelated entries are only logged. */
    list(filter: ReturnFilter): AsyncIterable<Order>
    listActive(options?: Pick<ReturnFilter, 'cancelled' | 'with'>): AsyncIterable<Order>
    /** `statusId` as answered, where the answer shows it. */
    create(body: NewReturn, options: SendOptions): Promise<{ id: number; statusId: number | undefined }>
  }
  comments: {
    /** Without those that the back office writes by itself (docs/back-office.md 6.3), unless asked for. */
    ofOrder(orderId: number, options?: { withAutomatic?: boolean }): Promise<Listed<Comment>>
    create(body: NewComment, options: SendOptions): Promise<{ id: number }>
  }
  contacts: { findByEmail(email: string): Promise<Listed<Contact>> }
  images: {
    ofItem(itemId: number): Promise<Listed<ItemImage>>
    ofVariation(itemId: number, variationId: number): Promise<Listed<ItemImage>>
    makeAvailable(itemId: number, imageId: number, body: ImageAvailability, options: SendOptions): Promise<void>
  }
  variations: {
    /** Of this referrer, as far as shown. `isOnlyWay`: an order's read does not show its variations, which is remembered. */
    marketSkus(ids: readonly number[], options: { referrerId: number; isOnlyWay?: boolean }): Promise<MarketSkus>
  }
  /** Waits until the next write may go out at once. Throws `RetryLater` or `LoginClosed`: nothing was sent then. */
  reserveWrites(): Promise<void>
  /** Whether the next write could go out within so many milliseconds, without another reservation; absent: right now. */
  isWriteReady(withinMs?: number): boolean
  user: {
    /** The API user's id: configured, else asked for once and remembered with the session. */
    id(): Promise<number>
  }
  /** Tries a path that reads by one read. An answer of another shape is `RetryLater`. */
  paths: {
    /** `orderId`: one of the orders. `contactId`: a customer of one of them, where one is shown. `ignored`: filters without effect. */
    orders(): Promise<{ orderId: number | undefined; contactId: number | undefined; ignored: string[] }>
    /** By a filter under which the order, which `orders` has shown, cannot be listed. */
    ordersExcluding(orderId: number, filter: 'parentOrderId' | 'createdFrom'): Promise<{ ignored: string[] }>
    ordersByNumber(): Promise<{ ignored: string[] }>
    ordersOfContact(contactId: number): Promise<void>
    contacts(): Promise<{ ignored: string[] }>
    variations(): Promise<void>
    user(): Promise<void>
    statuses(): Promise<{ statusId: number; names: readonly string[] }[]>
    order(orderId: number): Promise<void>
    commentsOfOrder(orderId: number): Promise<void>
    imagesOfItem(itemId: number): Promise<void>
    imagesOfVariation(itemId: number, variationId: number): Promise<void>
  }
}

/** A sales order as far as it shows its returns: it may name them, and where it names none there can be some all the same. */
export type Parent = Pick<Order, 'id' | 'orderReferences'>
export type OpenBackOffice = (run: Run) => BackOffice
