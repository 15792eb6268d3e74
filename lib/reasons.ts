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
  ignored: ['topic_not_mapped', 'test_delivery', 'already_done', 'order_not_named'],
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

/** Why nobody but a person can tell what became of a write. */
export type Unclear =
  /** The list lacks records that were there before. */
  | { what: 'list_incomplete'; kind: WriteKind; orderId?: number; ids: readonly number[] }
  /** The list held entries that were not asked for. */
  | { what: 'list_mixed'; kind: WriteKind; orderId?: number; ids: readonly number[] }
  /** What is there is similar to what was sent, but not the same, or there are several. */
  | { what: 'similar'; kind: WriteKind; orderId?: number; ids: readonly number[] }
  /** It is not there, and is sent again only after a release. `tries`: how often it was sent so far. */
  | { what: 'missing'; kind: WriteKind; tries: number; ids: readonly number[] }
  /** It is there more than once: an earlier try came through late. */
  | { what: 'twice'; kind: WriteKind; orderId?: number; ids: readonly number[] }
  /** The work cannot go on for a reason of its own, or the configuration no longer gives the command. `words`: of a refusal. */
  | { what: 'cannot_continue'; because: Reason['code'] | 'command_gone'; words?: string; ids: readonly number[] }

/** Why the event cannot go on: a code and its facts, never personal data. The sentences are in lib/sentences. */
export type Reason = OwnReason & { several?: Several }

/**
 * Of an event with several commands of which some failed, or all for different reasons; the reason itself is that of the first one. `count` of
 * them failed, of `of`; `failed`: the first ones by their place in the event, from 1.
 */
export type Several = { count: number; of: number; failed: readonly FailedCommand[] }
type FailedCommand = { position: number; key: string; because: OwnReason }

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
  /**
   * Returns of the order hold pieces that the request may be about: `covered`, one holds all of them; `several`, more than one does; `part`,
   * they hold only a part; `gone`, the one that a person chose is none of the order any more. `link`: in an approval, the one that a person chose.
   */
  | {
      code: 'same_parcel'
      key: string
      orderId: number
      what: 'covered' | 'several' | 'part' | 'gone'
      ids: readonly number[]
      link?: number
    }
  | ({ code: 'too_many'; key: string; quantity: number; left: number } & AskedLine)
  | {
      code: 'order_ambiguous'
      key: string
      what: 'unlabelled' | 'label' | 'shared_label' | 'unproven' | 'several' | 'too_many' | 'split'
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

export type ReasonOf<Code extends ReasonCode> = Extract<Reason, { code: Code }>

/** How an event can end other than done. */
export type Ending =
  | { status: 'failed'; reason: ReasonOf<FailedCode> }
  | { status: 'held'; reason: ReasonOf<HeldCode> }
  | { status: 'ignored'; reason: ReasonOf<IgnoredCode> }

export const failed = (reason: ReasonOf<FailedCode>): Ending => ({ status: 'failed', reason })
export const held = (reason: ReasonOf<HeldCode>): Ending => ({ status: 'held', reason })
export const ignored = (reason: ReasonOf<IgnoredCode>): Ending => ({ status: 'ignored', reason })

/** What an audit finds; docs/operator.md explains each to people. */
export type FindingCode =
  | 'order_gone'
  | 'return_gone'
  | 'return_cancelled'
  | 'return_of_another_order'
  | 'comment_gone'
  | 'comment_twice'
  | 'return_unknown'
  | 'write_unclear'

/** What an event waits for: a code and its facts. */
export type Wait =
  /** A write of it whose outcome is unknown settles; then it is read back. */
  | { code: 'settling'; kind: WriteKind }
  /** A repeated write is looked at once more. */
  | { code: 'second_look'; kind: WriteKind }
  /** Another event works on the same item, or has a write of unknown outcome there. */
  | { code: 'busy'; item: string }
  | { code: 'order_not_there_yet' }
  | { code: 'login_closed' }
  /** An operator has paused the source, or all writes. */
  | { code: 'paused'; source?: string }
  /** A table item was written by a newer version of the bridge. */
  | { code: 'newer_version' }
  /** The clock of the function is wrong, or has jumped. */
  | { code: 'clock_in_doubt' }
  /** A run ended before its work: by an error that nobody planned for (its name), or without a word, with its function. */
  | { code: 'broken_off'; error?: string }
  /** The id of the API user cannot be read: in the technical words of the error. */
  | { code: 'owner_unknown'; cause: string }
  /** The back office, or the way to it: in the technical words of the error. */
  | { code: 'cause'; cause: string }
