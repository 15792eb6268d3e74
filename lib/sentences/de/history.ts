import type { LinkReceiver } from '../../inbox/event.ts'
import type { BudgetFacts, Finding, WhyUnclear } from '../../reasons.ts'
import { asSentence, type ByField, capital, type Sentences, say, sayBy, utc } from '../sentences.ts'
import {
  atOrder,
  aWrite,
  aWriteAsked,
  calls,
  carriedOut,
  inBrackets,
  list,
  theItem,
  theWrite,
  theWriteAsked,
} from './phrases.ts'

const noted = (note: string | undefined): string => (note === undefined ? '' : ` Notiz: ${note}`)
/** Wer fragt, kann jeden Namen nennen. */
const named = (by: string | undefined): string => (by === undefined ? '' : ` (${by}, eigene Angabe)`)
type Mover = { link?: LinkReceiver | undefined; by?: string | undefined }
/** Von wem: von Hand, oder von jemandem mit dem Link. */
const how = ({ link, by }: Mover): string =>
  link === undefined
    ? `von Hand${named(by)}`
    : `über den Link an ${{ email: 'die E-Mail-Adresse', webhook: 'den Webhook' }[link]}`
const amongOthers = (bulk: string | undefined): string => (bulk === undefined ? '' : ` (mit anderen: "${bulk}")`)
const parts = { order: 'den Auftrag', lines: 'die Positionen' } as const

const history: Sentences['history'] = {
  accepted: ({ by }) =>
    by === undefined
      ? 'Die Bridge hat die Nachricht geprüft und gespeichert.'
      : `Jemand${named(by)} hat das von Hand veranlasst.`,
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
    `Das Ereignis gehört zu Retoure ${returnId}, die schon da war: für diese Stücke hat die Bridge keine weitere angelegt.`,
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
  released: ({ note, bulk, ...by }) => `Das Ereignis wurde ${how(by)} freigegeben${amongOthers(bulk)}.${noted(note)}`,
  link_chosen: ({ returnId, note, by }) =>
    `Das Ereignis wurde von Hand${named(by)} mit Retoure ${returnId} verknüpft.${noted(note)}`,
  corrected: ({ what, note, by }) =>
    `Jemand${named(by)} hat ${what.map((part) => parts[part]).join(' und ')} des Ereignisses berichtigt.${noted(note)}`,
  revealed: ({ note, by, unlisted }) =>
    `Jemand${named(by)} hat gelesen, was der Absender geschickt hat${unlisted === undefined ? '' : ` (davor ohne Eintrag: ${unlisted} Mal)`}.${noted(note)}`,
  forgotten: ({ kind, id, note, by }) =>
    `Die Bridge sollte ${theWriteAsked(kind, id)} vergessen: im Backoffice gibt es das nicht mehr.${by === undefined ? '' : ` Veranlasst von ${by}, eigene Angabe.`}${noted(note)}`,
  erased: ({ note, by }) =>
    `Die Person dazu wurde${by === undefined ? '' : named(by)} vergessen: Von dem, was einging oder notiert wurde, ist nichts mehr da.${noted(note)}`,
  replayed: ({ note, bulk, by }) =>
    `Das Ereignis wurde von Hand${named(by)} von vorn begonnen${amongOthers(bulk)}.${noted(note)}`,
  discarded: ({ note, bulk, stoppedDays, ...by }) =>
    stoppedDays === undefined
      ? `Das Ereignis wurde ${how(by)} verworfen${amongOthers(bulk)}.${noted(note)}`
      : `Die Bridge hat das Ereignis beendet: ${stoppedDays} Tage lang hat niemand etwas dazu unternommen.`,
}

const unknown = {
  return: 'einer Retoure',
  comment: 'einem Kommentar',
  order: 'einem neuen Auftrag',
  image: 'der Veröffentlichung eines Bildes',
} as const

export const wait: Sentences['wait'] = {
  settling: ({ kind }) =>
    `Was aus ${unknown[kind]} wurde, ist unbekannt. Die Bridge prüft es, wenn die Wartezeit vorbei ist.`,
  second_look: ({ kind }) =>
    `${capital(aWrite[kind])} wurde zweimal gesendet. Die Bridge prüft noch einmal, ob beides ankam.`,
  busy: ({ item }) =>
    `Ein anderes Ereignis arbeitet an ${theItem(item)}, oder es hat dort etwas gesendet, dessen Ausgang unbekannt ist.`,
  order_not_there_yet: () => 'Das Backoffice kennt den Auftrag noch nicht.',
  announcement_not_there_yet: () =>
    'Der Shop hat etwas für eine Retoure erstattet, die er nicht angekündigt hat. Darauf wartet die Bridge zehn Minuten.',
  login_closed: () => 'Die Anmeldung am Backoffice ist geschlossen.',
  paused: ({ source }) =>
    source === undefined
      ? 'Alle Schreibvorgänge in das Backoffice sind von Hand pausiert.'
      : `Die Quelle ${source} ist von Hand pausiert.`,
  limit_used_up: limitUsedUp,
  rate_limited: limitUsedUp,
  form_share_used_up: ({ budget, limit }) =>
    `Das Formular hat seinen Anteil verbraucht. Er gilt für ${calls[budget]}${limit === undefined ? '' : ` (${limit})`}: ein Viertel für ein Formular, die Hälfte für alle.`,
  too_many_sessions: () =>
    'Am Backoffice sind zu viele Benutzer oder Sitzungen angemeldet. Mit der Zahl der Aufrufe hat das nichts zu tun.',
  newer_version: () => 'Eine neuere Version der Bridge hat Daten geschrieben, die diese Version nicht lesen kann.',
  clock_in_doubt: () =>
    'Die Uhr der Funktion ging falsch oder ist gesprungen, also hat sie nichts gesendet. Eine andere macht weiter.',
  pace: ({ cause }) => `Es wartet, bis es an der Reihe ist. Technische Ursache: ${asSentence(cause)}`,
  not_ready: ({ cause }) => `Es wartet auf den Zugang zum Backoffice. Technische Ursache: ${asSentence(cause)}`,
  time_over: () => 'Die Zeit des Laufs war vorbei, bevor alle Befehle an der Reihe waren.',
  broken_off: ({ error }) =>
    `Der Lauf brach ab (${error}): eine Tabelle war nicht erreichbar, oder die Bridge hat einen Fehler. Das Log des Workers zeigt, wo.`,
  not_saved: ({ error }) =>
    `Der Lauf brach ab (${error}), bevor er etwas getan hatte, oder beim Speichern seines Endes: eine Tabelle war nicht erreichbar. Das Log des Workers zeigt, wo.`,
  ended_silently: () =>
    'Der vorige Lauf endete ohne Meldung: seine Funktion wurde beendet, oder eine Tabelle war nicht erreichbar.',
  owner_unknown: ({ cause }) => `Die ID des API-Benutzers ist nicht lesbar. Technisch: ${asSentence(cause)}`,
  owner_refused: ({ cause }) => `Die ID des API-Benutzers ist nicht lesbar. Technisch: ${asSentence(cause)}`,
  cause: ({ cause }) => `Das Backoffice oder der Weg dorthin hat versagt. Technische Ursache: ${asSentence(cause)}`,
}

function limitUsedUp({ budget, limit, used, others }: BudgetFacts): string {
  const by = [used && `${used} durch die Bridge`, others && `${others} durch andere Programme`].filter(Boolean)
  return `${capital(calls[budget])}, die das Backoffice zulässt${limit === undefined ? '' : ` (${limit})`}, sind verbraucht${by.length > 0 ? `: ${by.join(', ')}` : ''}.`
}

const next: Sentences['next'] = {
  starts_soon: ({ until }) => `Die Arbeit daran beginnt in Sekunden, spätestens um ${utc(until)}.`,
  runs: ({ until }) =>
    `Die Bridge arbeitet daran. Ist dieser Lauf abgebrochen, startet der Zeitplan nach ${utc(until)} einen neuen.`,
  next_attempt: ({ at, why }) =>
    `Der nächste Versuch ist um ${utc(at)}.${why === undefined ? '' : ` ${say(wait, why)}`}`,
  paused: (pause) => `${say(wait, pause)} Ist das aufgehoben, geht das Ereignis weiter.`,
  ask_again: ({ why, at }) =>
    `${say(wait, why)} Frage wieder ${at === undefined ? 'in einer Minute' : `nach ${utc(at)}`}.`,
  person_decides: () => 'Nichts geschieht, bis ein Mensch entscheidet.',
  stopped: () => 'Von selbst geschieht nichts mehr.',
  ended: () => 'Nichts: das Ereignis ist beendet.',
}

const record: Sentences['record'] = {
  lock: ({ item, event, until }) => `Ereignis ${event} arbeitet an ${theItem(item)}, spätestens bis ${utc(until)}.`,
  sent: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} wurde für Ereignis ${by} zuerst um ${utc(at)} gesendet; was daraus wurde, ist noch unbekannt.`,
  missing: ({ kind, by, at, orderId }) =>
    `${capital(aWrite[kind])}${atOrder(kind, orderId)} wurde für Ereignis ${by} zuerst um ${utc(at)} gesendet und fehlt im Backoffice.`,
  done: ({ kind, by, at, id, orderId }) =>
    `${utc(at)}: ${capital(theWrite(kind, id))}${atOrder(kind, orderId)} wurde für Ereignis ${by} ${carriedOut[kind]}.`,
  linked: ({ by, at, id, also = [] }) =>
    `${utc(at)}: Ereignis ${by} gehört zu ${id === undefined ? 'einer Retoure' : [id, ...also].map((one) => theWrite('return', one)).join(' und ')}.`,
  no_event: () => 'Die Bridge kennt kein Ereignis zu diesem Auftrag.',
  no_write: () => 'Die Bridge hat zu diesem Auftrag nichts geschrieben.',
}

function theReturn(facts: Finding): string {
  const { event, orderId, returnId } = facts
  const made = 'linked' in facts ? `mit der Ereignis ${event} verknüpft wurde` : `angelegt für Ereignis ${event}`
  return `Retoure ${returnId} zu Auftrag ${orderId}, ${made},`
}

const findings: ByField<'what', Finding> = {
  order_gone: ({ event, orderId }) =>
    `Auftrag ${orderId}, angelegt für Ereignis ${event}, ist nicht mehr im Backoffice.`,
  return_gone: (facts) =>
    `${theReturn(facts)} ${facts.typeId === undefined ? 'ist nicht mehr im Backoffice' : `hat dort den Typ ${facts.typeId}: es ist keine Retoure`}.`,
  return_cancelled: (facts) => `${theReturn(facts)} ist im Backoffice storniert.`,
  shop_cancelled: ({ orderId, returnId }) =>
    `Retoure ${returnId} zu Auftrag ${orderId} steht noch, aber der Shop hat sie storniert, oder Stücke davon.`,
  return_of_another_order: (facts) => `${theReturn(facts)} gehört im Backoffice nicht zu diesem Auftrag.`,
  comment_gone: (facts) =>
    `Der Kommentar von Ereignis ${facts.event} an Auftrag ${facts.orderId} ist ${facts.withOrder ? 'mit seinem Auftrag verschwunden' : 'nicht mehr unter den Kommentaren seines Auftrags'}.`,
  comment_twice: (facts) =>
    `Die Kommentare ${list(facts.ids)} an Auftrag ${facts.orderId} sind derselbe von Ereignis ${facts.event}: sie haben dieselbe Marke.`,
  return_unknown: (facts) =>
    `Retoure ${facts.returnId} ${facts.orderIds.length === 0 ? 'ohne Auftrag' : `zu Auftrag ${list(facts.orderIds)}`} gehört dem API-Benutzer der Bridge, aber kein Ereignis hat sie angelegt.`,
  write_unclear: (facts) =>
    `Unklar ist, was aus dem wurde, was Ereignis ${facts.event} gesendet hat (${aWrite[facts.kind]}${facts.orderId === undefined ? '' : `, Auftrag ${facts.orderId}`}). ${unclear[facts.why]}${inBrackets(facts.ids)}. Im Backoffice nachsehen.`,
}

const unclear: Readonly<Record<WhyUnclear, string>> = {
  similar: 'Es gibt ähnliche Einträge, aber keiner ist es mit Sicherheit',
  list_incomplete: 'In der Liste fehlen Einträge, die vorher da waren',
  list_mixed: 'Die Liste enthält Einträge, die nicht gefragt waren',
  gone: 'Wofür es gesendet wurde, ist nicht mehr da',
}

const unread: Sentences['unread'] = {
  cause: ({ cause }) => `technische Ursache: ${cause}`,
  record_unreadable: ({ error }) => `was dazu gespeichert ist, lässt sich nicht lesen oder speichern (${error})`,
  item_busy: () => 'ein anderer Lauf arbeitet an seinem Eintrag',
  item_lost: () => 'ein anderer Lauf hat seinen Eintrag übernommen',
  not_settled: () => 'was gesendet wurde, hat die Wartezeit noch nicht hinter sich',
  open_write: ({ event }) => `Ereignis ${event} hat für den Auftrag etwas gesendet, dessen Ausgang unbekannt ist`,
  too_many_reads: ({ end }) =>
    `es braucht mehr Lesezugriffe, als zwei Läufe hatten${end ? `: ${say(unread, end)}` : ''}`,
  time_over: () => 'die Zeit dieses Laufs ist um',
  calls_used_up: ({ calls }) => `dieser Lauf hat ${calls} Aufrufe gemacht`,
  user_unknown: () => 'das Backoffice sagt nicht, wer sein API-Benutzer ist',
  list_unsorted: () => 'die Liste der Retouren kommt nicht nach ID: sie wird noch einmal von vorn gelesen',
  list_shorter: () => 'die Liste der Retouren wurde kürzer, während sie gelesen wurde',
  list_endless: () => 'die Liste der Retouren kommt zu keiner letzten Seite',
}

const overdue: Sentences['overdue'] = ({ held, failed, days }) =>
  `${held} angehaltene und ${failed} gescheiterte Ereignisse haben sich seit ${days} Tagen nicht bewegt. Sie laufen nie ab. Sie suchen mit event.list und {"status": "held"} oder {"status": "failed"}. Dann von vorn beginnen (event.replay, auch mit einem solchen Filter) oder verwerfen (event.discard).`

const found: Sentences['found'] = (facts) => sayBy('what', findings, facts)
export const historySentences = { found, history, next, overdue, record, unread, wait }
