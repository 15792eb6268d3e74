/** What is wrong with a delivery, or with what is asked for: codes and facts, never what somebody typed. */

/** A custom sender's text as it is (docs/senders.md): it is stored and shown, so without personal data. */
type OwnWords = { problem: 'own_words'; words: string }

/** `fields`: paths in the command, five at most. `of`: of a sender's return or comment, or in a list of commands and who gave it. */
export type InvalidFields = {
  problem: 'invalid_fields'
  of: 'return' | 'comment' | 'withdrawal' | 'translate' | 'operator'
  fields: readonly string[]
}

/** Why a delivery cannot be read. */
export type PayloadProblem =
  | { problem: 'unexpected_body'; expected: 'json' | 'object' | 'multipart' | 'object_or_form' }
  | { problem: 'too_deep' }
  /** At least one of these fields is missing or has another type. */
  | { problem: 'unreadable'; fields: readonly string[] }
  /** The sender signs the body alone, and the body says something else than the topic in its header. `field` shows it. */
  | { problem: 'not_of_topic'; topic: string; field: string }
  | InvalidFields
  | OwnWords

/** Why a new order could not be found again, and so could not be created once. `property`: of the external number. */
export type NewOrderProblem =
  | { problem: 'new_order_type'; salesOrder: number }
  | { problem: 'new_order_number'; property: number; longest: number }
  | { problem: 'new_order_twice'; property: number }

/** Why the answers of a form give no command. `field` is one of the bridge's own names (form-fields.ts). */
export type FormProblem =
  | { problem: 'answer_invalid'; field: string; expected: 'email' | 'order_number' | 'quantity' }
  /** Bytes that are no text, or an answer that is neither text nor a list of texts. */
  | { problem: 'answer_unreadable'; field: string }
  /** It was not answered, but a question without a name was, with what it could be. */
  | { problem: 'answer_unnamed'; field: string }
  | { problem: 'answer_missing'; missing: 'order_or_note' | 'order_or_email' | 'sku' }
  | { problem: 'no_pieces' }
  /** `field` asks for all lines, and others are named as well, or `quantity` was answered. */
  | { problem: 'more_than_all'; field: string; quantity?: string }

/** Why a readable delivery cannot become a command. */
export type MappingProblem =
  | InvalidFields
  | FormProblem
  | NewOrderProblem
  | { problem: 'none_of'; fields: readonly string[] }
  /** A function of bridge.config.ts. Its error may quote the payload, so it is not kept. */
  | { problem: 'function_failed'; source: string; function: 'skip' | 'translate'; what: 'threw' | 'async' }
  | OwnWords

/** Why there is nothing to do. */
export type TopicProblem =
  /** `topic` is absent where the name does not look like one. */
  | { problem: 'topic_unknown'; topic?: string }
  /** The source acts on it only where `on` names it. */
  | { problem: 'topic_not_on'; topic: string }
  /** The message has none of what the source acts on. */
  | { problem: 'not_reported'; what: 'refund' | 'cancellation' }
  /** `field`: what would say what it is about. */
  | { problem: 'field_missing'; field: string }
  /** HubSpot's subscriptions send these instead of answers. */
  | { problem: 'crm_events' }
  | { problem: 'skipped' }
  | { problem: 'no_command' }
  | OwnWords

export type Problem = PayloadProblem | MappingProblem | TopicProblem
