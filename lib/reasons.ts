/** The closed list of reasons an event can end with; docs/errors.md has a sentence for people for each. */
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
    'too_many',
    'order_ambiguous',
    'email_mismatch',
    'addresses_missing',
    'return_incomplete',
    'outcome_unclear',
    'deferred_too_long',
    'source_unknown',
  ],
  ignored: ['topic_not_mapped', 'test_delivery', 'already_done'],
} as const

export type FailedCode = (typeof reasonsByStatus.failed)[number]
export type HeldCode = (typeof reasonsByStatus.held)[number]
export type IgnoredCode = (typeof reasonsByStatus.ignored)[number]
export type ReasonCode = FailedCode | HeldCode | IgnoredCode

/** Why an event ended, or waits for a person: a code for programs and a sentence for people, without personal data. */
export type Reason = { code: ReasonCode; text: string }

/** How an event can end other than done. */
export type Ending =
  | { status: 'failed'; reason: { code: FailedCode; text: string } }
  | { status: 'held'; reason: { code: HeldCode; text: string } }
  | { status: 'ignored'; reason: { code: IgnoredCode; text: string } }

export const failed = (code: FailedCode, text: string): Ending => ({ status: 'failed', reason: { code, text } })
export const held = (code: HeldCode, text: string): Ending => ({ status: 'held', reason: { code, text } })
export const ignored = (code: IgnoredCode, text: string): Ending => ({ status: 'ignored', reason: { code, text } })
