import { capital } from '../capital.ts'
import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { atOrder, aWrite, carriedOut, theItem, theWrite } from './phrases.ts'

export const record: Sentences['record'] = {
  lock: ({ item, event, until }) => `Event ${event} works on ${theItem(item)}, until ${utc(until)} at the latest.`,
  sent: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} was first sent for event ${by} at ${utc(at)} and has no known outcome yet.`,
  missing: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} was first sent for event ${by} at ${utc(at)} and is missing in the back office.`,
  done: ({ kind, by, at, id, orderId }) =>
    `${utc(at)}: ${capital(theWrite(kind, id))}${atOrder(kind, orderId)} was ${carriedOut[kind]} for event ${by}.`,
  linked: ({ by, at, id }) => `${utc(at)}: event ${by} was found to belong to ${theWrite('return', id)}.`,
  no_event: () => 'The bridge knows no event about this order.',
  no_write: () => 'The bridge has written nothing for this order.',
}
