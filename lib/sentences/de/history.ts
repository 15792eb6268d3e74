import { capital } from '../capital.ts'
import { type Sentences, say } from '../sentences.ts'
import { atOrder, aWriteAsked, carriedOut, theWrite, theWriteAsked } from './phrases.ts'
import { wait } from './wait.ts'

const noted = (note: string | undefined): string => (note === undefined ? '' : ` Notiz: ${note}`)

const amongOthers = (bulk: string | undefined): string => (bulk === undefined ? '' : ` (mit anderen: "${bulk}")`)

const parts = { order: 'den Auftrag', lines: 'die Positionen' } as const

export const history: Sentences['history'] = {
  accepted: () => 'Die Bridge hat die Zustellung geprüft und gespeichert.',
  claimed: ({ attempt }) => `Versuch ${attempt} hat begonnen.`,
  order_found: ({ orderId }) => `Das Ereignis betrifft Auftrag ${orderId}.`,
  written: ({ kind, id, orderId }) =>
    `${capital(theWrite(kind, id))}${atOrder(kind, orderId)} wurde ${carriedOut[kind]}.`,
  found: ({ kind, id, orderId }) =>
    `${capital(theWrite(kind, id))}${atOrder(kind, orderId)} war schon ${kind === 'image' ? 'sichtbar' : 'da'}, also hat die Bridge nichts gesendet.`,
  outcome_unknown: ({ kind, orderId }) =>
    `Die Bridge hat ${aWriteAsked[kind]}${atOrder(kind, orderId)} gesendet und keine brauchbare Antwort erhalten. ${kind === 'image' ? 'Das Bild ist jetzt vielleicht sichtbar' : `Vielleicht wurde ${theWrite(kind)} ${carriedOut[kind]}`}.`,
  missing: ({ kind, orderId }) =>
    kind === 'image'
      ? 'Die Bridge hat nach dem Bild gesehen: es ist nicht sichtbar.'
      : `Die Bridge hat ${theWriteAsked(kind)}${atOrder(kind, orderId)} gesucht und nicht gefunden.`,
  sent_again: ({ kind, orderId }) =>
    kind === 'image'
      ? 'Das Bild war immer noch nicht sichtbar, also hat die Bridge die Veröffentlichung noch einmal gesendet.'
      : `${capital(theWrite(kind))}${atOrder(kind, orderId)} fehlte immer noch, also hat die Bridge noch einmal gesendet.`,
  refused: ({ kind, orderId }) =>
    `Das Backoffice hat ${aWriteAsked[kind]}${atOrder(kind, orderId)} abgelehnt: nichts wurde ${carriedOut[kind]}.`,
  not_sent: ({ kind, orderId }) =>
    `Die Bridge hatte keine Verbindung zum Backoffice und hat ${aWriteAsked[kind]}${atOrder(kind, orderId)} nicht gesendet.`,
  second_look: ({ kind, orderId }) =>
    `Die Bridge hat ${aWriteAsked[kind]}${atOrder(kind, orderId)} zweimal gesendet und noch einmal geprüft, ob beides ankam.`,
  linked: ({ returnId }) =>
    `Das Ereignis gehört zu Retoure ${returnId}, die schon da war: die Bridge hat keine weitere angelegt.`,
  return_checked: ({ returnId, statusId }) => `Retoure ${returnId} hat den Status ${statusId}.`,
  incomplete_accepted: ({ returnId, statusId }) =>
    `Retoure ${returnId} ist unvollständig (Status ${statusId}) und wurde von Hand freigegeben.`,
  already_done: ({ by }) => `Ereignis ${by} hatte das schon erledigt.`,
  waiting: ({ why }) => `Der Versuch ist gescheitert. ${say(wait, why)}`,
  deferred: ({ why }) => `Der Versuch wurde verschoben. ${say(wait, why)}`,
  held: ({ reason }) => `Das Ereignis wurde angehalten: ein Mensch muss entscheiden (${reason}).`,
  failed: ({ reason }) => `Das Ereignis ist gescheitert (${reason}).`,
  ignored: ({ reason }) => `Es war nichts zu tun (${reason}).`,
  done: () => 'Alles ist erledigt.',
  released: ({ note, bulk }) => `Das Ereignis wurde von Hand freigegeben${amongOthers(bulk)}.${noted(note)}`,
  link_chosen: ({ returnId, note }) => `Das Ereignis wurde von Hand mit Retoure ${returnId} verknüpft.${noted(note)}`,
  corrected: ({ what, note }) =>
    `Jemand hat ${what.map((part) => parts[part]).join(' und ')} des Ereignisses berichtigt.${noted(note)}`,
  revealed: ({ note, by }) =>
    `Jemand${by === undefined ? '' : ` (${by})`} hat gelesen, was zugestellt wurde.${noted(note)}`,
  forgotten: ({ kind, id, note }) =>
    `Die Bridge sollte ${theWriteAsked(kind, id)} vergessen: im Backoffice gibt es das nicht mehr.${noted(note)}`,
  replayed: ({ note, bulk }) => `Das Ereignis wurde von Hand von vorn begonnen${amongOthers(bulk)}.${noted(note)}`,
  discarded: ({ note, bulk }) => `Das Ereignis wurde von Hand verworfen${amongOthers(bulk)}.${noted(note)}`,
}
