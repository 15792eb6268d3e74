import type { InvariantCode, InvariantFacts } from './invariant.ts'
import type { MappingProblem, PayloadProblem, TopicProblem } from './problems.ts'
import type { WriteKind } from './write-kinds.ts'

/** The closed list of reasons an event can end with; docs/errors.md explains each to people. */
export const reasonsByStatus = {
  failed: [
    'payload_invalid',
    'mapping',
    'order_unknown',
    'not_a_sales_order',
    'order_cancelled',
    'line_unknown',
    'nothing_to_return',
    'rejected',
    'attempts_used_up',
  ],
  held: [
    'possible_duplicate',
    'same_parcel',
    'too_many',
    'order_ambiguous',
    'email_mismatch',
    'addresses_missing',
    'return_incomplete',
    'outcome_unclear',
    'deferred_too_long',
    'source_unknown',
    'withdrawal_unplaced',
    'invariant_broken',
    'write_cap',
    'not_shipped',
  ],
  ignored: ['topic_not_mapped', 'test_delivery', 'already_done', 'order_not_named', 'parcel_ended'],
} as const

export type FailedCode = (typeof reasonsByStatus.failed)[number]
export type HeldCode = (typeof reasonsByStatus.held)[number]
export type IgnoredCode = (typeof reasonsByStatus.ignored)[number]
export type ReasonCode = FailedCode | HeldCode | IgnoredCode

/** Which name of a line the request used; the name itself is what somebody typed and is never repeated. */
export type LineName =
  | { by: 'orderItemId'; id: number }
  | { by: 'itemVariationId'; id: number }
  | { by: 'sku' }
  | { by: 'name' }

/** A line of a request, counted from 1, and the order items that it fits. */
type AskedLine = { orderId: number; line: number; name: LineName; orderItemIds: readonly number[] }
type Ids = readonly number[]
type OfKind<What extends string> = { what: What; kind: WriteKind; orderId?: number; ids: Ids }
/** The list lacks or mixes records; what is there is only `similar` to what was sent; or an earlier try came through late (`twice`). */
type OfList = OfKind<'list_incomplete'> | OfKind<'list_mixed'> | OfKind<'similar'> | OfKind<'twice'>

/** Why nobody but a person can tell what became of a write. */
export type Unclear =
  | OfList
  /** It is not there, and is sent again only after a release. `tries`: how often it was sent so far. */
  | { what: 'missing'; kind: WriteKind; tries: number; ids: Ids }
  /** The work cannot go on for a reason of its own, or the configuration no longer gives the command. `words`: of a refusal. */
  | { what: 'cannot_continue'; because: Reason['code'] | 'command_gone'; words?: string; ids: Ids }

/** Why the event cannot go on: a code and its facts, never personal data. The sentences are in lib/sentences. */
export type Reason = OwnReason & { several?: Several }
/** `count` of the `of` commands failed; `failed`: the first ones, by their place in the event from 1. The reason itself is of the first. */
export type Several = { count: number; of: number; failed: readonly FailedCommand[] }
type FailedCommand = { position: number; key: string; because: OwnReason }
type SameParcel = { orderId: number; what: 'covered' | 'several' | 'part' | 'gone'; ids: Ids }

type OwnReason =
  | ({ code: 'payload_invalid' } & PayloadProblem)
  | ({ code: 'mapping' } & MappingProblem)
  | { code: 'order_unknown'; by: 'id' | 'email' | 'number'; orderId?: number; wanted: 'return' | 'comment' }
  | { code: 'not_a_sales_order'; orderId: number; typeId: number; salesOrder: number }
  | { code: 'order_cancelled'; orderId: number; statusId: number }
  | ({ code: 'line_unknown' } & AskedLine)
  | { code: 'nothing_to_return'; orderId: number; what: 'no_line' | 'nothing_asked_for' | 'nothing_left' }
  | { code: 'rejected'; words: string }
  | { code: 'attempts_used_up'; attempts: number; cause?: Wait }
  /** `by`: the event of the earlier submit; `ids`: what is there. */
  | { code: 'possible_duplicate'; key: string; what: 'same_lines'; orderId: number; by: string }
  | { code: 'possible_duplicate'; key: string; what: 'number_taken'; ids: readonly number[]; by?: string }
  | { code: 'possible_duplicate'; key: string; what: 'number_cancelled'; ids: readonly number[]; by: string }
  /** Returns hold all pieces (`covered`, `several`) or a `part`; `gone`: the chosen one has left the order. `link`: chosen by a person. */
  | ({ code: 'same_parcel'; key: string; link?: number } & SameParcel)
  | ({ code: 'too_many'; key: string; quantity: number; left: number } & AskedLine)
  | {
      code: 'order_ambiguous'
      key: string
      what: 'unlabelled' | 'label' | 'shared_label' | 'shared_number' | 'unproven' | 'several' | 'too_many' | 'split'
      ids: readonly number[]
      wanted: 'return' | 'comment'
      /** Of `split`: which lines of the request, counted from 1, each order holds; absent where all was asked for. */
      split?: readonly { orderId: number; lines?: readonly number[] }[]
    }
  | { code: 'email_mismatch'; key: string; orderId: number; named: boolean }
  /** `relation`: the address relation beside the delivery address, by its number unless the configuration says what it is. Absent: 1. */
  | { code: 'addresses_missing'; orderId: number; relation?: number | 'billing' }
  | { code: 'return_incomplete'; returnId: number; statusId: number; wanted: number }
  | ({ code: 'outcome_unclear'; key: string } & Unclear)
  | { code: 'deferred_too_long' }
  | { code: 'source_unknown'; source: string }
  /** A withdrawal must reach a person: it is held where another event would have failed, or would have been ignored. */
  | { code: 'withdrawal_unplaced'; because: ReasonOf<FailedCode | IgnoredCode> }
  /** A rule that always holds did not: a bug, or a table or back office that broke its word. */
  | { code: 'invariant_broken'; invariant: InvariantCode; facts: InvariantFacts }
  /** Forms have written so much to the order today as they may: `most` requests. */
  | { code: 'write_cap'; key: string; orderId: number; most: number }
  /** Goods that never left cannot come back. `shippedFrom`: the status from which on an order counts as shipped. */
  | { code: 'not_shipped'; key: string; orderId: number; statusId: number; shippedFrom: number }
  | ({ code: 'topic_not_mapped' } & TopicProblem)
  | { code: 'test_delivery'; sender: string }
  /** `by`: the event that did it; `orderId`: the order that it created. */
  | { code: 'already_done'; by: string; orderId?: number }
  /** The sender leaves out the order in some versions of a message. */
  | { code: 'order_not_named' }
  /** The sender has declined or cancelled what it reports. */
  | { code: 'parcel_ended' }

export type ReasonOf<Code extends ReasonCode> = Extract<Reason, { code: Code }>

/** How an event can end other than done. */
export type Ending =
  | { status: 'failed'; reason: ReasonOf<FailedCode> }
  | { status: 'held'; reason: ReasonOf<HeldCode> }
  | { status: 'ignored'; reason: ReasonOf<IgnoredCode> }

export const failed = (reason: ReasonOf<FailedCode>): Ending => ({ status: 'failed', reason })
export const held = (reason: ReasonOf<HeldCode>): Ending => ({ status: 'held', reason })
export const ignored = (reason: ReasonOf<IgnoredCode>): Ending => ({ status: 'ignored', reason })

/** What an audit finds that is not as it was recorded: ids, no personal data. docs/operator.md explains each to people. */
export type Finding = { event?: string; orderId?: number; returnId?: number; commentId?: number } & (
  | { what: 'order_gone' }
  /** `typeId`: under its id is an order of another type. */
  | { what: 'return_gone'; linked?: true; typeId?: number }
  | { what: 'return_cancelled'; linked?: true }
  | { what: 'return_of_another_order'; linked?: true }
  /** `withOrder`: its order is gone too. */
  | { what: 'comment_gone'; withOrder?: true }
  | { what: 'comment_twice'; ids: readonly number[] }
  | { what: 'return_unknown'; orderIds: readonly number[] }
  /** The shop has cancelled what it was made for, or pieces of it. */
  | { what: 'shop_cancelled' }
  | { what: 'write_unclear'; kind: WriteKind; why: WhyUnclear; ids: readonly number[] }
)
export type FindingCode = Finding['what']
/** `gone`: what the write was for is not in the back office any more. */
export type WhyUnclear = Exclude<Unclear['what'], 'missing' | 'twice' | 'cannot_continue'> | 'gone'

/** Why an audit could not look at something, or ended before its time: the next run goes on. */
export type Unread =
  | { code: 'cause'; cause: string }
  | { code: 'record_unreadable'; error: string }
  | { code: 'item_busy' | 'item_lost' | 'not_settled' }
  | { code: 'open_write'; event: string }
  /** Of one thing. `end`: what ended the run at it. */
  | { code: 'too_many_reads'; end?: Unread }
  | { code: 'time_over' }
  | { code: 'calls_used_up'; calls: number }
  | { code: 'user_unknown' | 'list_unsorted' | 'list_shorter' | 'list_endless' }

/** The limits of the back office: calls of a minute, and calls of a day of the whole system. */
export type BudgetName = 'reads' | 'writes' | 'readsPerDay' | 'writesPerDay'
/** What is known of a budget. `used`: by the bridge; `others`: by other programs, as far as the headers show it. */
export type BudgetFacts = { budget: BudgetName; limit?: number; used?: number; others?: number }

/**
 * What a wait costs its event. `attempt`: one, and the retry schedule says when the next one is. All others give the attempt back:
 * `deferral`: nobody's fault, but a day of nothing else is for a person; `own_limit`: it ends by itself, and other deferrals count from
 * here; `uncounted`: it says nothing about how long the event has waited; `pause`: what was waited before and meanwhile counts for nothing.
 */
export type WaitCost = 'attempt' | 'deferral' | 'own_limit' | 'uncounted' | 'pause'

export const waitCosts = {
  settling: 'deferral',
  second_look: 'deferral',
  busy: 'deferral',
  order_not_there_yet: 'own_limit',
  announcement_not_there_yet: 'own_limit',
  login_closed: 'deferral',
  paused: 'pause',
  newer_version: 'deferral',
  clock_in_doubt: 'uncounted',
  pace: 'uncounted',
  limit_used_up: 'uncounted',
  form_share_used_up: 'uncounted',
  rate_limited: 'deferral',
  too_many_sessions: 'deferral',
  not_ready: 'deferral',
  time_over: 'deferral',
  broken_off: 'attempt',
  not_saved: 'deferral',
  ended_silently: 'own_limit',
  owner_unknown: 'attempt',
  owner_refused: 'deferral',
  cause: 'attempt',
} as const satisfies Record<Wait['code'], WaitCost>

export type Wait =
  /** A write of it whose outcome is unknown settles; then it is read back. A repeated one is looked at once more. */
  | { code: 'settling' | 'second_look'; kind: WriteKind }
  /** Another event works on the same item, or has a write of unknown outcome there. */
  | { code: 'busy'; item: string }
  /** A refund of a parcel that nothing has announced yet. */
  | { code: 'announcement_not_there_yet' }
  /** The licence limits how many sessions are open; a newer version of the bridge wrote an item; the clock of the function is wrong. */
  | { code: 'order_not_there_yet' | 'login_closed' | 'time_over' }
  | { code: 'too_many_sessions' | 'newer_version' | 'clock_in_doubt' }
  | { code: 'paused'; source?: string }
  /** Calls are used up, or reserved for longer than a run waits; a form has had its share of a day; or a call was refused (429). */
  | ({ code: 'limit_used_up' | 'form_share_used_up' | 'rate_limited' } & BudgetFacts)
  /** An error that nobody planned for (its name), or a bug; `not_saved`: nothing was done yet, or the end could not be saved. */
  | { code: 'broken_off' | 'not_saved'; error: string }
  /** Runs before ended without a word, with their function; `attempts`: those that count. */
  | { code: 'ended_silently'; attempts: number }
  /** Technical. `pace`: no slots; `not_ready`: login, limits, a secret or time; `owner_`: the API user's id cannot be read; `cause`: a failure. */
  | { code: 'pace' | 'not_ready' | 'owner_unknown' | 'owner_refused' | 'cause'; cause: string }
