import { type Log, traceOf } from './log.ts'

/** Rules that always hold, in production too. Each name says what is wrong where one does not. */
export type InvariantCode = OfEvent | OfWrite | OfOrder | OfCall
type OfEvent =
  | 'claim_of_another_event'
  | 'save_under_another_claim'
  | 'status_not_allowed'
  | 'end_with_open_write'
  | OfRun
type OfRun = 'run_stood_still'
type OfWrite = 'done_without_its_work' | 'step_out_of_order' | 'lock_of_another_item' | 'sent_without_record' | OfSend
type OfSend = 'sent_after_lease' | 'sent_without_time_limit' | 'too_many_tries' | 'comment_without_marker'
type OfOrder = 'id_invalid' | 'line_of_another_order' | 'more_than_is_left' | 'link_to_another_order'
type OfCall = 'slot_out_of_time' | 'too_many_login_attempts'
/** Ids and numbers, never what somebody typed. */
export type InvariantFacts = Readonly<Record<string, number | string>>

/** A bug, or a table or back office that broke its word: whoever meets it stops. */
export class InvariantBroken extends Error {
  override name = 'InvariantBroken'
  readonly code: InvariantCode
  readonly facts: InvariantFacts
  constructor(code: InvariantCode, facts: InvariantFacts) {
    super(`${code} ${JSON.stringify(facts)}`)
    this.code = code
    this.facts = facts
  }
}

/** Throws `InvariantBroken` unless the rule holds: the event is held, and a function without an event stops. */
export function invariant(holds: boolean, code: InvariantCode, facts: InvariantFacts = {}): asserts holds {
  if (!holds) throw new InvariantBroken(code, facts)
}

export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export function logBroken(log: Pick<Log, 'error'>, error: InvariantBroken, about: { event?: string } = {}): void {
  const { code, facts } = error
  log.error('invariant broken', { ...about, code, facts, ...traceOf(error) })
}
