/** What commands answer, as far as pages show it (docs/operator.md). What only newer operators answer is optional. */
export type ReasonView = {
  code: string
  text: string
  key?: string
  by?: string
  ids?: readonly number[]
  orderId?: number
  what?: string
  /** Whether the event names an e-mail. */
  named?: boolean
  /** Of a withdrawal: why it has no place. */
  because?: Omit<ReasonView, 'text'>
}

export type EventRow = {
  id: string
  /** `text`: what it is, and of which order; `title`: what people call its source. */
  about?: { text: string; title: string; number?: string; label?: string }
  source: string
  status: string
  attempts: number
  wakeAt?: string
  orderId?: number
  reason?: ReasonView
  withdrawal?: boolean
  receivedAt: string
  updatedAt: string
}

export type EventList = {
  events: EventRow[]
  /** Held events that ask a person about one of the orders. */
  perhaps?: EventRow[]
  /** Others were not looked at. */
  perhapsCut?: boolean
  cursor?: string
  orders?: number[]
  unplaced?: { read: number; more: boolean }
  notAsked?: unknown
}

export type LineView = {
  orderItemId?: number
  itemVariationId?: number
  sku?: string
  name?: string
  quantity: number
  reason?: string
}

export type OrderRefView = { id?: number; externalNumber?: string; email?: string; label?: string }

export type CommandView = {
  type: string
  key: string
  order?: OrderRefView
  lines?: 'all' | LineView[]
  status?: string
  reason?: ReasonView | string
}

export type EventView = EventRow & {
  returnIds: number[]
  commentIds: number[]
  createdOrderIds: number[]
  publishedImageIds: number[]
  commands: CommandView[]
  history: { at: string; code: string; text: string; facts?: { returnId?: number } }[]
  /** Where the back office shows an order or a return, by its id. */
  links?: Record<string, string>
}

export type WhyView = {
  happened: string[]
  next: string
  toDo: string
  /** The commands that do it. */
  actions?: string[]
  locks: { text: string }[]
  writes: { text: string; state: string; by: string }[]
}

export type PlannedLine = {
  orderItemId: number
  included: boolean
  quantity: number
  why: string
  name?: string
  sku?: string
  reason?: string
}

export type Plan = {
  id?: string
  orderId?: number
  body: object | null
  reason?: { code: string; text: string }
  notShipped?: string
  lines: PlannedLine[]
  /** The configured ones. */
  reasons?: string[]
  commands?: {
    key: string
    type: string
    orderId?: number
    body: object | null
    reason?: { text: string }
    lines?: PlannedLine[]
  }[]
}

export type OrderLine = {
  id: number
  itemVariationId: number | null
  quantity: number
  orderItemName: string | null
  sku?: string | null
  typeId: number | null
}

/** An order or a return, as `order.get` and `return.list` show it. */
export type OrderView = {
  id: number
  typeId: number
  statusId: number
  statusName?: string | null
  channel?: string | null
  externalNumber?: string | null
  createdAt?: string | null
  /** Initials. */
  customer?: string | null
  links?: Record<string, string>
  orderItems: OrderLine[] | null
  reasons?: { id: string; names: string[] }[] | null
  properties?: { typeId: number; value: string }[] | null
}

/** `events`: open ones that it holds back. */
export type Paused = { source?: string; since: string; reason: string; events?: number }
/** Held or failed events of one source and reason; `text`: where all say the same. */
export type TroubleGroup = {
  status: string
  source: string
  title?: string
  reason: string
  count: number
  since: string
  newest: string
  text?: string
}
export type LoginView = { state: string; says: string }
export type BudgetView = { limit?: number; used: number; others?: number; until?: string; usedUp?: boolean }

/** What `stats` answers, as far as pages show it. What only newer operators answer is optional. */
export type Stats = {
  open: number
  ready: number
  running: number
  waiting: number
  held: number
  failed: number
  atLeast?: string[]
  oldestDue?: { id: string; about?: { text: string }; dueSince: string }
  /** Of held and failed events the withdrawals, and the newest. */
  stopped?: EventRow[]
  groups?: TroubleGroup[]
  /** Of as many waiting events as were looked at. */
  waits?: { code: string; text: string; count: number }[]
  /** What is configured, with what people call it. */
  sources?: { source: string; title?: string }[]
  language?: string
  paused?: Paused[]
  login?: LoginView
  /** Sources from which nothing has come for long. */
  silent?: { source: string; says: string }[]
  /** What the daily audit has found and nobody has settled. */
  findings?: number
  /** Receivers of messages that take none. */
  down?: { to: string; says: string }[]
  budgets?: Readonly<Record<string, BudgetView>>
  backlog?: { events: number; atLeast?: boolean; endsAt?: string }
}
