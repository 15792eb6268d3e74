import { capital } from '../capital.ts'
import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { atOrder, aWrite, carriedOut, theItem, theWrite } from './phrases.ts'

export const record: Sentences['record'] = {
  lock: ({ item, event, until }) => `Ereignis ${event} arbeitet an ${theItem(item)}, spätestens bis ${utc(until)}.`,
  sent: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} wurde für Ereignis ${by} zuerst um ${utc(at)} gesendet; was daraus wurde, ist noch unbekannt.`,
  missing: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} wurde für Ereignis ${by} zuerst um ${utc(at)} gesendet und fehlt im Backoffice.`,
  done: ({ kind, by, at, id, orderId }) =>
    `${utc(at)}: ${capital(theWrite(kind, id))}${atOrder(kind, orderId)} wurde für Ereignis ${by} ${carriedOut[kind]}.`,
  linked: ({ by, at, id }) =>
    `${utc(at)}: Ereignis ${by} gehört zu ${id === undefined ? 'einer Retoure' : theWrite('return', id)}.`,
  no_event: () => 'Die Bridge kennt kein Ereignis zu diesem Auftrag.',
  no_write: () => 'Die Bridge hat zu diesem Auftrag nichts geschrieben.',
}
