import type { ReasonCode } from '../lib/reasons.ts'
import type { EventView } from './event-shapes.ts'

/** What a person can do with an event, on its page or on one that is linked there. */
export type Action =
  | 'compare'
  | 'link'
  | 'correct'
  | 'release'
  | 'replay'
  | 'discard'
  | 'comment'
  | 'return'
  | 'order'
  | 'pause'
  | 'login'
  | 'reveal'

/** In the order in which the advice names them; everything else that the state allows follows. */
const byReason: Readonly<Record<ReasonCode, readonly Action[]>> = {
  possible_duplicate: ['compare', 'discard', 'release', 'link'],
  same_parcel: ['link', 'release', 'discard'],
  too_many: ['correct', 'order', 'release', 'discard', 'return'],
  order_ambiguous: ['release', 'correct', 'return', 'comment', 'discard'],
  email_mismatch: ['release', 'discard'],
  addresses_missing: ['release', 'order', 'discard'],
  return_incomplete: ['release', 'order', 'discard'],
  outcome_unclear: ['release', 'order', 'discard'],
  deferred_too_long: ['release', 'discard'],
  source_unknown: ['release', 'reveal', 'discard'],
  withdrawal_unplaced: ['correct', 'comment', 'return', 'release', 'discard'],
  invariant_broken: ['release', 'discard'],
  write_cap: ['order', 'discard', 'release', 'pause'],
  not_shipped: ['release', 'order', 'discard'],
  payload_invalid: ['reveal', 'replay', 'discard'],
  mapping: ['reveal', 'replay', 'discard'],
  order_unknown: ['correct', 'replay', 'return', 'comment', 'discard'],
  not_a_sales_order: ['correct', 'return', 'discard'],
  order_cancelled: ['order', 'discard', 'replay'],
  line_unknown: ['correct', 'replay', 'return', 'discard'],
  nothing_to_return: ['order', 'discard', 'correct', 'replay'],
  rejected: ['replay', 'correct', 'discard'],
  attempts_used_up: ['replay', 'discard'],
  topic_not_mapped: ['replay'],
  test_delivery: [],
  already_done: ['compare'],
  order_not_named: [],
  parcel_ended: [],
}

/** What the state allows at all. */
const byStatus: Readonly<Record<string, readonly Action[]>> = {
  waiting: ['release', 'discard'],
  held: ['release', 'discard', 'replay', 'correct', 'link'],
  failed: ['release', 'replay', 'discard', 'correct', 'link'],
  done: ['replay'],
  ignored: ['replay'],
  discarded: ['replay'],
}
/** Held for a cause that all such events share. Any other hold asks a question of its own, which one answer for many does not answer. */
const sharedCauses: ReadonlySet<string> = new Set<ReasonCode>([
  'deferred_too_long',
  'source_unknown',
  'invariant_broken',
])

/** What helps many events of a reason at once: what has failed is tried anew, what is held for one cause goes on. */
export function moveOfMany({ status, reason }: { status: string; reason: string }): 'replay' | 'release' | undefined {
  if (status === 'failed') return 'replay'
  return sharedCauses.has(reason) ? 'release' : undefined
}

const moves: ReadonlySet<Action> = new Set(['release', 'replay', 'discard', 'correct', 'link'])

/** `asked`: the commands of the advice. `isClosed`: the login of the back office is. */
type Now = { asked?: readonly string[] | undefined; isClosed?: boolean | undefined }

/** The buttons of an event. `advised`: what its advice says, the one that helps first; `also`: what else its state allows. */
export function actionsOf(
  { status, reason, commands }: Pick<EventView, 'status' | 'reason' | 'commands'>,
  { asked = ['event.release'], isClosed }: Now = {},
) {
  const allowed = (byStatus[status] ?? []).filter((action) => fits(action, commands))
  const isAllowed = (action: Action) => !moves.has(action) || allowed.includes(action)
  const isAdvised = status !== 'discarded' && reason !== undefined && Object.hasOwn(byReason, reason.code)
  const named = isAdvised ? byReason[reason.code as ReasonCode] : status === 'waiting' ? whileWaiting(asked) : []
  // A release counts for one order alone, and a source that is still unknown gives no command.
  const isOfMany = reason?.code === 'order_ambiguous' && reason.ids?.length !== 1
  const isUnknown = reason?.code === 'source_unknown' && commands.length === 0
  const lacks: Partial<Record<Action, boolean>> = { compare: reason?.by === undefined, release: isOfMany || isUnknown }
  const fitting = named.filter((action) => isAllowed(action) && !lacks[action])
  const [first] = fitting
  // Nothing can be sent.
  const isStuck = isClosed && (first === 'release' || first === 'replay')
  const advised = isStuck ? ['login' as const, ...fitting] : fitting
  return { advised, also: allowed.filter((action) => !advised.includes(action)) }
}

/** A release of what waits for the login, a limit or its settling time changes nothing. */
const whileWaiting = (asked: readonly string[]): readonly Action[] =>
  asked.includes('login.reset') ? ['login'] : asked.includes('event.release') ? ['release'] : []

/** Only a return can be linked, and only what is about an order can be corrected. */
function fits(action: Action, commands: EventView['commands']): boolean {
  if (action === 'link') return commands.some(({ type }) => type === 'create-return')
  return action !== 'correct' || commands.some(({ order }) => order !== undefined)
}
