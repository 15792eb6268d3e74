import { asSentence } from '../as-sentence.ts'
import { capital } from '../capital.ts'
import type { Sentences } from '../sentences.ts'
import { aWrite, theItem } from './phrases.ts'

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
  login_closed: () => 'Die Anmeldung am Backoffice ist geschlossen.',
  paused: ({ source }) =>
    source === undefined
      ? 'Alle Schreibvorgänge in das Backoffice sind von Hand angehalten.'
      : `Die Quelle ${source} ist von Hand angehalten.`,
  newer_version: () => 'Eine neuere Version der Bridge hat Daten geschrieben, die diese Version nicht lesen kann.',
  clock_in_doubt: () =>
    'Die Uhr der Funktion ging falsch oder ist gesprungen, also hat sie nichts gesendet. Eine andere macht weiter.',
  broken_off: ({ error }) =>
    error === undefined
      ? 'Der vorige Lauf endete ohne Meldung: seine Funktion wurde beendet, oder eine Tabelle war nicht erreichbar.'
      : `Der Lauf brach ab (${error}): eine Tabelle war nicht erreichbar, oder die Bridge hat einen Fehler. Das Log des Workers zeigt, wo.`,
  owner_unknown: ({ cause }) => `Die ID des API-Benutzers ist nicht lesbar. Technisch: ${asSentence(cause)}`,
  cause: ({ cause }) => `Technische Ursache: ${asSentence(cause)}`,
}
