import type { Reason, ReasonCode, Unclear } from '../../reasons.ts'
import type { ByField, OfCode, Places, Sentences } from '../sentences.ts'
import { asSentence, capital, say, sayBy, withPlaces } from '../sentences.ts'
import { wait } from './history.ts'
import { atOrder, aWrite, carriedOut, inBrackets, list, orderItems, pieces, theLine } from './phrases.ts'
import { problem } from './problem.ts'

type Facts<Code extends ReasonCode> = OfCode<Reason, Code>

const places: Places = {
  ofAll: (count, of) => `${count} of the ${of} commands of the event failed.`,
  command: 'Command',
  others: (count) => `The other ${count} are among the commands of the event.`,
}

export const reason: Sentences['reason'] = withPlaces(places, {
  payload_invalid: (facts) => `The bridge cannot read the delivery. ${problem(facts)}`,
  mapping: (facts) => `The bridge cannot turn the delivery into a command. ${problem(facts)}`,
  order_unknown: (facts) => orderUnknown(facts),
  not_a_sales_order: ({ orderId, typeId, salesOrder }) =>
    `Order ${orderId} has type ${typeId}. Only sales orders (type ${salesOrder}) can be returned.`,
  order_cancelled: ({ orderId, statusId }) =>
    `Order ${orderId} is cancelled (status ${statusId}), so nothing of it can be returned.`,
  line_unknown: ({ orderId, line, name, orderItemIds }) =>
    orderItemIds.length === 0
      ? `${theLine(line, name)} fits no line of order ${orderId} that can be returned.`
      : `${theLine(line, name)} fits lines of different articles of order ${orderId} (${orderItems(orderItemIds)}). Name one of them by its order item id.`,
  nothing_to_return: (facts) => nothingToReturn(facts),
  rejected: ({ words }) => `The request was refused. ${asSentence(words)}`,
  attempts_used_up: ({ attempts, cause }) =>
    `All ${attempts} attempts failed. ${cause ? `The last cause: ${say(wait, cause)}` : 'Each run ended before it could report a cause: see the log.'} Fix the cause, then replay the event.`,
  possible_duplicate: (facts) => sayBy('what', duplicates, facts),
  same_parcel: sameParcel,
  too_many: ({ orderId, line, name, orderItemIds, quantity, left }) =>
    `${theLine(line, name)} asks for ${pieces(quantity)} of order ${orderId} (${orderItems(orderItemIds)}), but only ${left} ${left === 1 ? 'is' : 'are'} left to return.`,
  order_ambiguous: (facts) => orderAmbiguous(facts),
  email_mismatch: ({ orderId, named }) =>
    `${named ? `The e-mail address in the event does not belong to order ${orderId}.` : `The event names no e-mail address, so nothing shows that its sender may act for order ${orderId}.`} Release the event if it is genuine.`,
  addresses_missing: ({ orderId, relation = 1 }) =>
    `Order ${orderId} lacks its ${relation === 'billing' ? 'billing address' : 'main address'} or its delivery address, so a return of it would be incomplete. Add the address, then release the event.`,
  return_incomplete: ({ returnId, statusId, wanted }) =>
    `Return ${returnId} is incomplete: it has status ${statusId} instead of ${wanted}. Complete it in the back office, then release the event.`,
  outcome_unclear: (facts) => sayBy('what', unclear, facts),
  deferred_too_long: () =>
    'The event was deferred for more than a day. Find the cause in its history and fix it, then release the event.',
  source_unknown: ({ source }) =>
    `The configuration has no source named ${source} any more. Configure it under the same name, then release the event.`,
  withdrawal_unplaced: withdrawalUnplaced,
  invariant_broken: ({ invariant, facts }) =>
    `The bridge met what must never happen (${[invariant, ...Object.entries(facts).map(([name, value]) => `${name} ${value}`)].join(', ')}), and stopped before it went on. This is a bug. The log shows where it happened.`,
  write_cap: ({ orderId, most }) =>
    `Forms have written to order ${orderId} ${most === 1 ? 'once' : `${most} times`} today, and that is as much as they may. Release the event if it is genuine. Otherwise discard it.`,
  not_shipped: ({ orderId, statusId, shippedFrom }) =>
    `Order ${orderId} is not shipped: it has status ${statusId}, and orders count as shipped from status ${shippedFrom} on.`,
  topic_not_mapped: problem,
  test_delivery: ({ sender }) => `${sender} marked this delivery as a test.`,
  already_done: ({ by, orderId }) =>
    `Event ${by} has already done this${orderId === undefined ? '' : `: it created order ${orderId}`}.`,
  order_not_named: () => 'The message names no order, so there is no order to comment on.',
  parcel_ended: () => 'The shop has declined or cancelled this return, so nothing is made of it.',
})

/** Never in the words of the event: a number can be whatever somebody typed. */
const orderUnknown = ({ by, orderId, wanted }: Facts<'order_unknown'>): string =>
  ({
    id: `The back office has no order ${orderId}.`,
    email:
      'The back office has no contact with the e-mail address in the event, or that contact has only cancelled orders or none.',
    number:
      wanted === 'return'
        ? 'The back office has no sales order with the external number in the event, or only cancelled ones.'
        : 'The back office has no sales order with the external number in the event.',
  })[by]

const nothingToReturn = ({ orderId, what }: Facts<'nothing_to_return'>): string =>
  ({
    no_line: `Order ${orderId} has no line that can be returned.`,
    nothing_asked_for: `Nothing that was asked for is left to return of order ${orderId}.`,
    nothing_left: `Order ${orderId} has no line with pieces left to return.`,
  })[what]

function withdrawalUnplaced({ because }: Facts<'withdrawal_unplaced'>): string {
  const [what, remedy] = because.several
    ? ['do all that follows from it', 'Do the rest by hand (comment.add, return.create)']
    : ['note it at the order', 'Note it there by hand (comment.add)']
  return `A customer has withdrawn from the contract, and the bridge could not ${what}. ${say(reason, because)} ${remedy}, then discard the event; or fix the cause and release it.`
}

const duplicates: ByField<'what', Facts<'possible_duplicate'>> = {
  same_lines: (facts) =>
    `Event ${facts.by} asked for the same lines of order ${facts.orderId} a short time ago. Release this event if both are meant: that makes another return and another carrier label. Otherwise discard it.`,
  number_taken: (facts) =>
    `The external number is taken by order ${list(facts.ids)}, ${facts.by === undefined ? 'which the bridge did not create' : `which event ${facts.by} created with other lines`}. If that order is the one that is meant, discard this event. If not, cancel that order, then release this event.`,
  number_cancelled: (facts) =>
    `Event ${facts.by} created order ${list(facts.ids)} with the same external number, and it is cancelled now. Release this event to create the order once more.`,
}

/** Each return makes a carrier label (docs/back-office.md 5.1): a second one for a parcel costs money and confuses the customer. */
function sameParcel({ what, orderId, ids }: Facts<'same_parcel'>): string {
  const returns = `return ${list(ids)} of order ${orderId}`
  const otherwise = 'If this is another parcel, release the event to create its own return.'
  return {
    covered: `${capital(returns)} already has the pieces that the event asks for. If it is the same parcel, link the event to it (event.link). ${otherwise}`,
    several: `Each of these returns of order ${orderId} has the pieces that the event asks for: ${list(ids)}. Link the event to the one that it belongs to (event.link). ${otherwise}`,
    part: `No return has all that the event asks for; pieces of it are in ${returns}. If that is the same parcel, link the event to it (event.link) and check its pieces. ${otherwise}`,
    gone: `The event was linked to ${returns}, but the order has no such return now. Link it to another one (event.link), or release the event to go on without a link.`,
  }[what]
}

const byHand = {
  return: 'create the return for the right order by hand (return.create), then discard the event.',
  comment: 'write the comment to the right order by hand (comment.add), then discard the event.',
} as const

/** A release counts for one order alone. */
const releaseOrByHand = (ids: readonly number[], wanted: keyof typeof byHand): string =>
  ids.length === 1
    ? `If order ${list(ids)} is the right one, release the event. If not, ${byHand[wanted]}`
    : capital(byHand[wanted])

function part({ orderId, lines }: NonNullable<Facts<'order_ambiguous'>['split']>[number]): string {
  if (lines === undefined) return `order ${orderId}`
  return `order ${orderId} (${lines.length === 0 ? 'nothing' : `line ${list(lines)}`} of the request)`
}

const orderAmbiguous = ({ what, ids, wanted, split = [] }: Facts<'order_ambiguous'>): string =>
  ({
    unlabelled: `Order ${list(ids)} may be meant, but it does not carry the label in the event. The order that is meant may not be there yet. ${releaseOrByHand(ids, wanted)}`,
    label: `The label in the event does not show which order is meant: ${list(ids)}. ${capital(byHand[wanted])}`,
    shared_label: `The shops use the label in the event for several orders, so it does not show which one is meant. In the back office: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    shared_number: `Orders of several shops have the number in the event, so it does not show which one is meant. In the back office: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    unproven: `The back office does not show the e-mail address of the contact that it found, so nothing proves which order is meant: ${list(ids)}. ${releaseOrByHand(ids, wanted)}`,
    too_many: `So much fits what the event names that the bridge did not read all of it. ${capital(byHand[wanted])}`,
    split: `The order was split, and its parts hold different lines: ${split.map(part).join('; ')}. Create the return of each part that comes back by hand (return.create), then discard the event.`,
    several: `Several orders fit: ${list(ids)}. ${capital(byHand[wanted])}`,
  })[what]

const entries = { return: 'returns', comment: 'comments', order: 'orders', image: 'images' } as const
const orDiscard = 'or discard it and say in the note what you found.'
const lookAgain = `Look in the back office, then release the event to check again, ${orDiscard}`

const unclear: ByField<'what', Facts<'outcome_unclear'>> = {
  list_incomplete: (facts) =>
    `${sent(facts)} The back office's list lacks ${entries[facts.kind]} that were there before${inBrackets(facts.ids)}, so it proves nothing. ${lookAgain}`,
  list_mixed: (facts) =>
    `${sent(facts)} The back office's list also holds unrelated entries${inBrackets(facts.ids)}, so it proves nothing. ${lookAgain}`,
  similar: (facts) =>
    `${sent(facts)} New ${entries[facts.kind]} look like it, but none is it for certain${inBrackets(facts.ids)}. Cancel what is too much, then release the event to check again, ${orDiscard}`,
  missing: (facts) =>
    `${sent(facts)} The back office does not show it${facts.kind === 'image' ? ' as visible' : ''}. Look there, then release the event: if it is still missing, the bridge sends it again. Or discard the event and say in the note what you found.`,
  twice: (facts) =>
    `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)} was ${carriedOut[facts.kind]} twice${inBrackets(facts.ids)}: an earlier try came through late. Cancel one, then release the event.`,
  cannot_continue: (facts) => `The outcome of a write is unknown${inBrackets(facts.ids)}, and ${cause(facts)}`,
}

/** Ends the sentence that says that the outcome of a write is unknown. */
function cause({ because, words }: Extract<Unclear, { what: 'cannot_continue' }>): string {
  if (because === 'attempts_used_up') return `all attempts are used up. ${lookAgain}`
  if (words !== undefined) return `the back office refused the next step: ${words} ${lookAgain}`
  if (because !== 'command_gone') return `the event cannot continue (${because}). ${lookAgain}`
  return `the configuration no longer gives the command for it. Look in the back office. Restore the configuration and release the event, ${orDiscard}`
}

const sent = (facts: { kind: keyof typeof entries; orderId?: number; tries?: number }): string => {
  const what = `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)}`
  return `${what} was sent${(facts.tries ?? 1) > 1 ? ` ${facts.tries} times` : ''}, and no usable answer came.`
}
