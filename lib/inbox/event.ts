import type { LineRef, OrderRef } from '../commands.ts'
import type { Reason, Wait } from '../reasons.ts'
import type { WriteKind } from '../write-kinds.ts'
import type { Asked } from './asked.ts'
import { openItem, type Progress } from './progress.ts'

export const openStatuses = ['ready', 'running', 'waiting'] as const
export const eventStatuses = [...openStatuses, 'held', 'done', 'failed', 'ignored', 'discarded'] as const
export type EventStatus = (typeof eventStatuses)[number]
export const isOpen = (status: EventStatus): boolean => openStatuses.some((open) => open === status)
/** The parts of the `wake` index: open events by when they are due, and what needs a person by when it came to need one. */
export type WakePart = 'due' | 'held' | 'failed'

/** Where an event of this status stands in the `wake` index; `open` is all that are due some time. */
export const wakePartOf = (status: EventStatus | 'open'): WakePart | undefined =>
  status === 'open' || isOpen(status) ? 'due' : status === 'held' || status === 'failed' ? status : undefined

/** The time that sorts an event within its part: when it is due, or since when it needs a person. */
export const wakeTimeOf = ({ wakeAt, endedAt, updatedAt }: Times): number => wakeAt ?? endedAt ?? updatedAt
type Times = Pick<InboxEvent, 'wakeAt' | 'endedAt' | 'updatedAt'>

/** When a store may delete an event, in seconds. A failed one has ended, too, but waits for a person as a held one does. */
export const expiryOf = ({ status, endedAt }: Ended, retentionMs: number): number | undefined =>
  endedAt === undefined || status === 'failed' ? undefined : Math.ceil((endedAt + retentionMs) / 1_000)
type Ended = Pick<InboxEvent, 'status' | 'endedAt'>

/** What the sender delivered, as bytes: nothing of it has been interpreted yet. */
export type StoredDelivery = {
  body: Buffer
  /** The few headers that matter later (topic, content type, delivery id), lower-case names. */
  headers: Record<string, string>
}

/** What is left of a delivery once its person was forgotten. */
export const noDelivery: StoredDelivery = { body: Buffer.alloc(0), headers: {} }

/** What a person says that a command is about; never an address. */
export type Correction = { order?: OrderRef; lines?: 'all' | readonly LineRef[] }

/** Who a person says to be. Nothing proves it. */
type Said = { by?: string }

/** One line of an event's history: a code and its facts, never personal data but an operator's note and name. */
export type HistoryEntry = { at: number } & (
  | ({ code: 'accepted' } & Said)
  | { code: 'claimed'; attempt: number }
  | { code: 'order_found'; orderId: number }
  /** `found`: it was there already, and nothing was sent (again). */
  | { code: 'written' | 'found'; kind: WriteKind; id?: number; orderId?: number }
  | { code: WriteStep; kind: WriteKind; orderId?: number }
  /** The request belongs to a return that was there. */
  | { code: 'linked'; returnId: number }
  | { code: 'return_checked' | 'incomplete_accepted'; returnId: number; statusId: number }
  | { code: 'already_done'; by: string }
  /** `deferred`: the wait is nobody's fault, and the attempt does not count. */
  | { code: 'waiting' | 'deferred'; why: Wait; until: number }
  | { code: 'held' | 'failed' | 'ignored'; reason: Reason['code'] }
  | { code: 'done' }
  /** `bulk`: moved together with others, under this name; `link`: by the link that this receiver got. */
  | ({ code: 'released' | 'replayed'; note?: string; bulk?: string; link?: LinkReceiver } & Said)
  /** `stoppedDays`: by the audit, because nobody had moved it for so long. */
  | ({ code: 'discarded'; note?: string; bulk?: string; link?: LinkReceiver; stoppedDays?: number } & Said)
  | ({ code: 'link_chosen'; returnId: number; note?: string } & Said)
  /** A person has corrected what it asks for. */
  | ({ code: 'corrected'; what: readonly ('order' | 'lines')[]; note: string } & Said)
  /** `unlisted`: so many reveals before it have lost their entries. */
  | ({ code: 'revealed'; note: string; unlisted?: number } & Said)
  /** What it had made is gone from the back office, and may be made again. */
  | ({ code: 'forgotten'; kind: WriteKind; id: number; note?: string } & Said)
  /** The person whom it was about was forgotten: nothing that was delivered or noted is left. */
  | ({ code: 'erased'; note?: string } & Said)
)
/** What lists say of an event. Nothing about the person, and nothing that a customer typed freely: names and numbers are the order's or the shop's, but for `typed`. */
export type About = {
  what: 'return' | 'refund' | 'comment' | 'cancellation' | 'withdrawal' | 'order' | 'image'
  /** Of the named line; without a `name`, of all lines. */
  pieces?: number
  name?: string
  /** Lines beside the named one. */
  more?: number
  all?: true
  /** The order's external number, and what customers call it. */
  number?: string
  label?: string
  /** Of an order that is not known: its number as somebody typed it, where it has the form of one. */
  typed?: string
}
/** Who gets links of questions. */
export type LinkReceiver = 'email' | 'webhook'
export type WriteStep = 'outcome_unknown' | 'missing' | 'sent_again' | 'refused' | 'not_sent' | 'second_look'
type Without<Entry> = Entry extends unknown ? Omit<Entry, 'at'> : never
export type NewEntry = Without<HistoryEntry>
/** Killed runs in a row that cost no attempt. After these, the event itself counts as what kills its process. */
export const mostCutsGivenBack = 50

/** One event of the inbox: what was delivered and where its work stands; nothing that can be derived. Times are epoch milliseconds. */
export type InboxEvent = {
  /** `<source>/<delivery key>`: a second delivery under it is a duplicate. */
  id: string
  source: string
  status: EventStatus
  /** When an open event is due; absent where only a person can move it. A claim leaves it as it is. */
  wakeAt?: number
  leaseUntil?: number
  /** Since when it is done, ignored, failed or discarded. */
  endedAt?: number
  /** Fencing token: rises with every claim and every operator transition, never falls. */
  epoch: number
  /** Attempts used; counted at the claim, given back by a deferral. */
  attempts: number
  /** Runs that ended without a save, and whose writes no run has looked up since; `leaseEnded` (transitions.ts) counts them. */
  cut?: number
  /** Claims since the last save: with more than one, the runs before this one ended without a word. */
  unsaved?: number
  /** Since when it has only been deferred; removed by real progress. */
  deferredSince?: number
  /** As the last run knew it. Absent: none has saved it. */
  about?: About
  /** Replayed together with many others: fresh events go first. */
  lane?: 'replay'
  /** It declares a withdrawal from the contract: lists look for that. */
  withdrawal?: true
  delivery: StoredDelivery
  /** By idempotency key of the command. */
  progress: Readonly<Record<string, Progress>>
  history: HistoryEntry[]
  /** The order it turned out to be about (the first command's), for the `order` index. */
  orderId?: number
  reason?: Reason
  /** Of a held event whose question a link may answer. */
  asked?: Asked
  /** Reasons that a release has overruled; each counts for the very question that it answers. */
  approvals?: readonly Reason[]
  /** By key of a command: what a person says that it means instead of what was delivered. */
  corrections?: Readonly<Record<string, Correction>>
  receivedAt: number
  updatedAt: number
  /** Fresh for every conditional write: distinguishes an own write whose answer was lost from a foreign one. */
  writeId: string
}

export const isErased = ({ history }: Pick<InboxEvent, 'history'>): boolean =>
  history.some(({ code }) => code === 'erased')

/** What lists show: never the delivery. */
export const summaryFields = [
  ...(['id', 'source', 'status', 'wakeAt', 'epoch', 'attempts'] as const),
  ...(['orderId', 'reason', 'withdrawal', 'about', 'receivedAt', 'updatedAt'] as const),
] as const
export type EventSummary = Pick<InboxEvent, (typeof summaryFields)[number]>

export const hasOpenWrite = ({ progress }: Pick<InboxEvent, 'progress'>): boolean =>
  Object.values(progress).some((one) => openItem(one) !== undefined)

/** Whether runs before this claim may have left writes that nobody has looked up since. */
export const isUnheard = ({ unsaved = 1, cut }: Pick<InboxEvent, 'unsaved' | 'cut'>): boolean =>
  unsaved > 1 || cut !== undefined

/** What a run saves if it has not looked up what runs before have left: the next one must. */
export const stillUnheard = (claimed: Pick<InboxEvent, 'unsaved' | 'cut'>): { cut?: number } =>
  isUnheard(claimed) ? { cut: Math.max(1, claimed.cut ?? 0) } : {}

/** Entries of what people do to let an event go on. */
const moves: ReadonlySet<string> = new Set(['released', 'replayed', 'link_chosen', 'corrected'])
const queues: ReadonlySet<string> = new Set(['pace', 'limit_used_up', 'form_share_used_up', 'paused'])

/** Whether its last wait was for a slot of the budget, or through a pause: it keeps its place. */
export function isQueued({ history }: Pick<InboxEvent, 'history'>): boolean {
  const last = history.findLast((entry) => 'why' in entry || moves.has(entry.code))
  return last !== undefined && 'why' in last && queues.has(last.why.code)
}
