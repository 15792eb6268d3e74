import type { ReasonCode } from '../reasons.ts'
import type { ToDo } from '../sentences/why-facts.ts'

const settle = ['event.release', 'event.discard'] as const
const look = ['order.get', 'return.list', 'comment.list'] as const
const search = ['order.find', 'contact.find'] as const

/** The commands that do what the advice about each reason says, in its order. A test compares them with the advice. */
const byReason: Readonly<Record<ReasonCode, readonly string[]>> = {
  possible_duplicate: settle,
  same_parcel: ['return.list', 'event.link', 'event.release'],
  too_many: ['return.list', ...settle, 'return.create'],
  order_ambiguous: ['event.release', 'event.correct', 'return.create', 'comment.add', 'event.discard'],
  email_mismatch: settle,
  addresses_missing: ['event.release'],
  return_incomplete: ['event.release'],
  outcome_unclear: [...look, ...settle],
  deferred_too_long: ['event.release'],
  source_unknown: settle,
  withdrawal_unplaced: [...search, 'comment.add', 'return.create', 'event.discard', 'event.release'],
  invariant_broken: settle,
  write_cap: ['event.list', 'event.discard', 'event.release'],
  payload_invalid: ['event.replay'],
  mapping: ['event.replay'],
  order_unknown: [...search, 'event.correct', 'event.replay', 'event.discard'],
  not_a_sales_order: ['event.correct', 'return.create', 'event.discard'],
  order_cancelled: ['event.replay'],
  line_unknown: ['order.get', 'event.correct', 'return.create', 'event.discard'],
  nothing_to_return: ['event.discard', 'event.replay'],
  rejected: ['event.replay'],
  attempts_used_up: ['event.replay'],
  topic_not_mapped: ['event.replay'],
  test_delivery: [],
  already_done: [],
  order_not_named: [],
}

/** The commands that do what is to do. */
export function advisedActions(toDo: ToDo): readonly string[] {
  switch (toDo.code) {
    case 'as_advised':
      return byReason[toDo.reason]
    case 'fix_each':
      return settle
    case 'open_login':
      return ['login.reset']
    case 'set_owner':
    case 'release_to_retry':
      return ['event.release']
    case 'replay_if_wanted':
      return ['event.replay']
    case 'resume':
      return ['bridge.resume']
    case 'late':
      return ['stats', 'doctor']
    case 'find_delivery':
      return ['event.list']
    case 'nothing':
    case 'settles':
    case 'settle_first':
    case 'see_events':
      return []
    default:
      return toDo satisfies never
  }
}
