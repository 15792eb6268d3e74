import { capital } from '../capital.ts'
import { type Sentences, say } from '../sentences.ts'
import { atOrder, aWrite, carriedOut, theWrite } from './phrases.ts'
import { wait } from './wait.ts'

const noted = (note: string | undefined): string => (note === undefined ? '' : ` Note: ${note}`)

const amongOthers = (bulk: string | undefined): string => (bulk === undefined ? '' : `, as one of "${bulk}"`)

export const history: Sentences['history'] = {
  accepted: () => 'The bridge verified and stored the delivery.',
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
    `The event belongs to return ${returnId}, which was there: the bridge created no other one.`,
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
  released: ({ note, bulk }) => `An operator released the event${amongOthers(bulk)}.${noted(note)}`,
  link_chosen: ({ returnId, note }) => `An operator linked the event to return ${returnId}.${noted(note)}`,
  corrected: ({ what, note }) =>
    `An operator corrected ${what.map((part) => `the ${part}`).join(' and ')} of the event.${noted(note)}`,
  revealed: ({ note, by }) => `An operator${by === undefined ? '' : ` (${by})`} read what was delivered.${noted(note)}`,
  forgotten: ({ kind, id, note }) =>
    `An operator had the bridge forget ${theWrite(kind, id)}, which is gone from the back office.${noted(note)}`,
  replayed: ({ note, bulk }) => `An operator replayed the event${amongOthers(bulk)}.${noted(note)}`,
  discarded: ({ note, bulk }) => `An operator discarded the event${amongOthers(bulk)}.${noted(note)}`,
}
