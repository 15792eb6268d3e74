import type { Reason, Unclear } from '../../reasons.ts'
import { capital } from '../capital.ts'
import type { OfCode } from '../sentences.ts'
import { atOrder, aWrite, carriedOut, inBrackets } from './phrases.ts'

const entries = { return: 'Retouren', comment: 'Kommentare', order: 'Aufträge', image: 'Bilder' } as const

const orDiscard = 'oder es verwerfen und in der Notiz sagen, was gefunden wurde.'
const lookAgain = `Im Backoffice nachsehen, dann das Ereignis freigeben, damit die Bridge noch einmal prüft, ${orDiscard}`

/** Why nobody but a person can tell what became of a write. */
export function outcomeUnclear(facts: OfCode<Reason, 'outcome_unclear'>): string {
  switch (facts.what) {
    case 'list_incomplete':
      return `${sent(facts)} In der Liste des Backoffice fehlen ${entries[facts.kind]}, die vorher da waren${inBrackets(facts.ids)}; sie beweist also nichts. ${lookAgain}`
    case 'list_mixed':
      return `${sent(facts)} Die Liste des Backoffice enthält auch Einträge, die nicht dazugehören${inBrackets(facts.ids)}; sie beweist also nichts. ${lookAgain}`
    case 'similar':
      return `${sent(facts)} Neue ${entries[facts.kind]} sehen danach aus, aber bei keinem Eintrag ist es sicher${inBrackets(facts.ids)}. Stornieren, was zu viel ist, dann das Ereignis freigeben, damit die Bridge noch einmal prüft, ${orDiscard}`
    case 'missing':
      return `${sent(facts)} Das Backoffice zeigt es nicht${facts.kind === 'image' ? ' als sichtbar' : ''}. Dort nachsehen, dann das Ereignis freigeben: fehlt es immer noch, sendet die Bridge es noch einmal. Oder das Ereignis verwerfen und in der Notiz sagen, was gefunden wurde.`
    case 'twice':
      return `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)} wurde zweimal ${carriedOut[facts.kind]}${inBrackets(facts.ids)}: ein früherer Versuch kam verspätet an. Eines davon stornieren, dann das Ereignis freigeben.`
    case 'cannot_continue':
      return `Bei einem Schreibvorgang ist unbekannt, was daraus wurde${inBrackets(facts.ids)}, und ${cause(facts)}`
    default:
      return facts satisfies never
  }
}

/** Ends the sentence that says that the outcome of a write is unknown. */
function cause({ because, words }: Extract<Unclear, { what: 'cannot_continue' }>): string {
  if (because === 'attempts_used_up') return `alle Versuche sind aufgebraucht. ${lookAgain}`
  if (words !== undefined) return `das Backoffice hat den nächsten Schritt abgelehnt: ${words} ${lookAgain}`
  if (because !== 'command_gone') return `das Ereignis kann nicht weitergehen (${because}). ${lookAgain}`
  return `die Konfiguration ergibt den Befehl dafür nicht mehr. Im Backoffice nachsehen. Die Konfiguration wiederherstellen und das Ereignis freigeben, ${orDiscard}`
}

const sent = (facts: { kind: keyof typeof entries; orderId?: number; tries?: number }): string => {
  const what = `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)}`
  return `${what} wurde${(facts.tries ?? 1) > 1 ? ` ${facts.tries} Mal` : ''} gesendet, und es kam keine brauchbare Antwort.`
}
