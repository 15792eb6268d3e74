import type { LinkReceiver } from '../../inbox/event.ts'
import type { BudgetFacts, Finding, WhyUnclear } from '../../reasons.ts'
import { asSentence, type ByField, capital, type Sentences, say, sayBy, utc } from '../sentences.ts'
import { atOrder, aWrite, calls, carriedOut, inBrackets, list, theItem, theWrite } from './phrases.ts'

const noted = (note: string | undefined): string => (note === undefined ? '' : ` Note: ${note}`)
/** Whoever asked could say any name. */
const operator = (by: string | undefined): string => (by === undefined ? 'An operator' : `An operator (${by}, as said)`)
type Mover = { link?: LinkReceiver | undefined; by?: string | undefined }
/** By whom: a person, or whoever has the link. */
const who = ({ link, by }: Mover): string =>
  link === undefined
    ? operator(by)
    : `Somebody, by the link sent to ${{ email: 'the e-mail address', webhook: 'the webhook' }[link]},`
const amongOthers = (bulk: string | undefined): string => (bulk === undefined ? '' : `, as one of "${bulk}"`)

const history: Sentences['history'] = {
  accepted: ({ by }) =>
    by === undefined ? 'The bridge verified and stored the delivery.' : `${operator(by)} asked for this.`,
  claimed: ({ attempt }) => `Attempt ${attempt} began.`,
  order_found: ({ orderId }) => `The event is about order ${orderId}.`,
  written: ({ kind, id, orderId }) =>
    `${capital(theWrite(kind, id))}${atOrder(kind, orderId)} was ${carriedOut[kind]}.`,
  found: ({ kind, id, orderId }) =>
    `${capital(theWrite(kind, id))}${atOrder(kind, orderId)} was already ${kind === 'image' ? 'visible' : 'there'}, so the bridge did not send it.`,
  outcome_unknown: ({ kind, orderId }) =>
    `The bridge sent ${aWrite[kind]}${atOrder(kind, orderId)} and got no usable answer. ${kind === 'image' ? 'The image may be visible now' : `It may have been ${carriedOut[kind]}`}.`,
  missing: ({ kind, orderId }) =>
    kind === 'image'
      ? 'The bridge looked at the image: it is not visible.'
      : `The bridge looked for ${theWrite(kind)}${atOrder(kind, orderId)} and did not find it.`,
  sent_again: ({ kind, orderId }) =>
    kind === 'image'
      ? 'The image was still not visible, so the bridge sent the publication again.'
      : `${capital(theWrite(kind))}${atOrder(kind, orderId)} was still missing, so the bridge sent it again.`,
  refused: ({ kind, orderId }) =>
    `The back office refused ${aWrite[kind]}${atOrder(kind, orderId)}: nothing was ${carriedOut[kind]}.`,
  not_sent: ({ kind, orderId }) =>
    `The bridge had no connection to the back office and did not send ${aWrite[kind]}${atOrder(kind, orderId)}.`,
  second_look: ({ kind, orderId }) =>
    `The bridge sent ${aWrite[kind]}${atOrder(kind, orderId)} twice and checked once more whether both came through.`,
  linked: ({ returnId }) =>
    `The event belongs to return ${returnId}, which was there: the bridge created no other one for these pieces.`,
  return_checked: ({ returnId, statusId }) => `Return ${returnId} has status ${statusId}.`,
  incomplete_accepted: ({ returnId, statusId }) =>
    `Return ${returnId} is incomplete (status ${statusId}), and an operator has released it.`,
  already_done: ({ by }) => `Event ${by} had already done this.`,
  waiting: ({ why }) => `The attempt failed. ${say(wait, why)}`,
  deferred: ({ why }) => `The attempt was deferred. ${say(wait, why)}`,
  held: ({ reason }) => `The event was held: a person must decide (${reason}).`,
  failed: ({ reason }) => `The event failed (${reason}).`,
  ignored: ({ reason }) => `There was nothing to do (${reason}).`,
  done: () => 'Everything was done.',
  released: ({ note, bulk, ...by }) => `${who(by)} released the event${amongOthers(bulk)}.${noted(note)}`,
  link_chosen: ({ returnId, note, by }) => `${operator(by)} linked the event to return ${returnId}.${noted(note)}`,
  corrected: ({ what, note, by }) =>
    `${operator(by)} corrected ${what.map((part) => `the ${part}`).join(' and ')} of the event.${noted(note)}`,
  revealed: ({ note, by, unlisted }) =>
    `${operator(by)} read what was delivered${unlisted === undefined ? '' : ` (reads before it without an entry: ${unlisted})`}.${noted(note)}`,
  forgotten: ({ kind, id, note, by }) =>
    `${operator(by)} had the bridge forget ${theWrite(kind, id)}, which is gone from the back office.${noted(note)}`,
  erased: ({ note, by }) =>
    `${by === undefined ? 'The bridge was asked to' : `${operator(by)} had the bridge`} forget its person: nothing of what was delivered or noted is left.${noted(note)}`,
  replayed: ({ note, bulk, by }) => `${operator(by)} replayed the event${amongOthers(bulk)}.${noted(note)}`,
  discarded: ({ note, bulk, stoppedDays, ...by }) =>
    stoppedDays === undefined
      ? `${who(by)} discarded the event${amongOthers(bulk)}.${noted(note)}`
      : `The bridge ended the event: nobody had done anything about it for ${stoppedDays} days.`,
}

export const wait: Sentences['wait'] = {
  settling: ({ kind }) =>
    `The outcome of ${aWrite[kind]} is unknown. The bridge checks it when the settling time is over.`,
  second_look: ({ kind }) =>
    `${capital(aWrite[kind])} was sent twice. The bridge checks once more whether both came through.`,
  busy: ({ item }) => `Another event works on ${theItem(item)}, or has a write of unknown outcome there.`,
  order_not_there_yet: () => 'The back office does not know the order yet.',
  announcement_not_there_yet: () =>
    'The shop has paid something back for a return that it has not announced. The bridge waits ten minutes for that.',
  login_closed: () => 'The login to the back office is closed.',
  paused: ({ source }) =>
    source === undefined
      ? 'An operator has paused all writes to the back office.'
      : `An operator has paused the source ${source}.`,
  limit_used_up: limitUsedUp,
  rate_limited: limitUsedUp,
  form_share_used_up: ({ budget, limit }) =>
    `The form has had its share of ${calls[budget]}${limit === undefined ? '' : ` (${limit})`}: a quarter for one form, half for all of them.`,
  too_many_sessions: () => 'Too many users or sessions are open at the back office. This is no rate limit.',
  newer_version: () => 'A newer version of the bridge has written data that this version cannot read.',
  clock_in_doubt: () => 'The clock of the function was wrong or had jumped, so it sent nothing. Another one continues.',
  pace: ({ cause }) => `It waits for its turn. ${asSentence(cause)}`,
  not_ready: ({ cause }) => `It waits until the bridge may call the back office. ${asSentence(cause)}`,
  time_over: () => 'The time of the run was over before all commands had their turn.',
  broken_off: ({ error }) =>
    `The run broke off (${error}): a table could not be reached, or the bridge has a bug. The log of the worker shows where.`,
  not_saved: ({ error }) =>
    `The run broke off (${error}) before it had done anything, or while it saved its end: a table could not be reached. The log of the worker shows where.`,
  ended_silently: () => 'The run before ended without a word: its function was ended, or a table could not be reached.',
  owner_unknown: ({ cause }) => asSentence(cause),
  owner_refused: ({ cause }) => asSentence(cause),
  cause: ({ cause }) => `The back office, or the way to it, has failed. ${asSentence(cause)}`,
}

function limitUsedUp({ budget, limit, used, others }: BudgetFacts): string {
  const by = [used && `${used} by the bridge`, others && `${others} by other programs`].filter(Boolean)
  return `${capital(calls[budget])} that the back office allows${limit === undefined ? '' : ` (${limit})`} are used up${by.length > 0 ? `: ${by.join(', ')}` : ''}.`
}

const next: Sentences['next'] = {
  starts_soon: ({ until }) => `Work on it starts within seconds, at ${utc(until)} at the latest.`,
  runs: ({ until }) =>
    `The bridge works on it. If that run has died, the schedule starts another one after ${utc(until)}.`,
  next_attempt: ({ at, why }) => `The next attempt is at ${utc(at)}.${why === undefined ? '' : ` ${say(wait, why)}`}`,
  paused: (pause) => `${say(wait, pause)} The event goes on when that is resumed.`,
  ask_again: ({ why, at }) => `${say(wait, why)} Ask again ${at === undefined ? 'in a minute' : `after ${utc(at)}`}.`,
  person_decides: () => 'Nothing happens until a person decides.',
  stopped: () => 'Nothing more happens by itself.',
  ended: () => 'Nothing: the event has ended.',
}

const record: Sentences['record'] = {
  lock: ({ item, event, until }) => `Event ${event} works on ${theItem(item)}, until ${utc(until)} at the latest.`,
  sent: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} was first sent for event ${by} at ${utc(at)} and has no known outcome yet.`,
  missing: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} was first sent for event ${by} at ${utc(at)} and is missing in the back office.`,
  done: ({ kind, by, at, id, orderId }) =>
    `${utc(at)}: ${capital(theWrite(kind, id))}${atOrder(kind, orderId)} was ${carriedOut[kind]} for event ${by}.`,
  linked: ({ by, at, id, also = [] }) =>
    `${utc(at)}: event ${by} was found to belong to ${theWrite('return', id)}${also.map((one) => ` and ${theWrite('return', one)}`).join('')}.`,
  no_event: () => 'The bridge knows no event about this order.',
  no_write: () => 'The bridge has written nothing for this order.',
}

function theReturn(facts: Finding): string {
  const { event, orderId, returnId } = facts
  const made = 'linked' in facts ? `which event ${event} was linked to` : `made for event ${event}`
  return `Return ${returnId} of order ${orderId}, ${made},`
}

const findings: ByField<'what', Finding> = {
  order_gone: ({ event, orderId }) => `Order ${orderId}, created for event ${event}, is no longer in the back office.`,
  return_gone: (facts) =>
    `${theReturn(facts)} ${facts.typeId === undefined ? 'is no longer in the back office' : `is of type ${facts.typeId} there: it is not a return`}.`,
  return_cancelled: (facts) => `${theReturn(facts)} is cancelled in the back office.`,
  shop_cancelled: ({ orderId, returnId }) =>
    `Return ${returnId} of order ${orderId} stands, but the shop has cancelled it, or pieces of it.`,
  return_of_another_order: (facts) => `${theReturn(facts)} does not belong to that order in the back office.`,
  comment_gone: (facts) =>
    `The comment of event ${facts.event} on order ${facts.orderId} is ${facts.withOrder ? 'gone with its order' : 'no longer among the comments of its order'}.`,
  comment_twice: (facts) =>
    `Comments ${list(facts.ids)} of order ${facts.orderId} are the same one of event ${facts.event}: they have one marker.`,
  return_unknown: (facts) =>
    `Return ${facts.returnId} of ${facts.orderIds.length === 0 ? 'no order' : `order ${list(facts.orderIds)}`} belongs to the API user of the bridge, but no event has made it.`,
  write_unclear: (facts) =>
    `It is unclear whether the ${facts.kind}${facts.orderId === undefined ? '' : ` for order ${facts.orderId}`} that event ${facts.event} sent was made. ${unclear[facts.why]}${inBrackets(facts.ids)}. Look in the back office.`,
}

const unclear: Readonly<Record<WhyUnclear, string>> = {
  similar: 'There are similar entries, but none is it for certain',
  list_incomplete: 'The list lacks entries that were there before',
  list_mixed: 'The list holds unrelated entries',
  gone: 'What it was sent for is no longer there',
}

const unread: Sentences['unread'] = {
  cause: ({ cause }) => cause,
  record_unreadable: ({ error }) => `what is recorded of it cannot be read or saved (${error})`,
  item_busy: () => 'another run works on the item of its write',
  item_lost: () => 'another run took over the item of its write',
  not_settled: () => 'a write of unknown outcome is not settled yet',
  open_write: ({ event }) => `event ${event} has a write of unknown outcome for its order`,
  too_many_reads: ({ end }) => `it takes more reads than two runs had${end ? `: ${say(unread, end)}` : ''}`,
  time_over: () => 'the time of this run is over',
  calls_used_up: ({ calls }) => `this run has made ${calls} calls`,
  user_unknown: () => 'the back office does not say who its API user is',
  list_unsorted: () => 'the list of returns does not come by id: it is read from its beginning again',
  list_shorter: () => 'the list of returns became shorter while it was read',
  list_endless: () => 'the list of returns does not come to a last page',
}

const overdue: Sentences['overdue'] = ({ held, failed, days }) =>
  `${held} held and ${failed} failed events have not moved for ${days} days. They never expire. Find them with event.list and {"status": "held"} or {"status": "failed"}. Then start them again with event.replay, which takes such a filter too, or end them with event.discard.`

const found: Sentences['found'] = (facts) => sayBy('what', findings, facts)
export const historySentences = { found, history, next, overdue, record, unread, wait }
