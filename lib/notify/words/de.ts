import { utc } from '../../sentences/utc.ts'
import type { Words } from './words.ts'

export const de: Words = {
  subjects: {
    withdrawals: 'Ein Widerruf ist eingegangen',
    login_closed: 'Die Anmeldung ist geschlossen',
    schedule_stopped: 'Der Zeitplan steht',
    schedule_runs: 'Der Zeitplan ist wieder in Betrieb',
    audit_findings: 'Der Abgleich hat etwas gefunden',
    digest: 'Ereignisse warten auf jemanden',
  },
  withdrawals: ({ events, more }) =>
    events.length + more === 1
      ? 'Ein Widerruf ist eingegangen.'
      : `${events.length + more} Widerrufe sind eingegangen.`,
  login_closed: ({ why }) =>
    why === 'refused'
      ? 'Die Anmeldung ist geschlossen: das Backoffice hat sie abgelehnt. Bis das Secret stimmt, wird nichts gesendet. Was zu tun ist, sagt login.status.'
      : 'Die Anmeldung ist geschlossen: mehrere Anmeldungen hintereinander brachten kein Token. Bis login.reset wird nichts gesendet.',
  schedule_stopped: ({ since }) =>
    `Der Zeitplan ist seit ${utc(since)} nicht gelaufen. Es geht nichts verloren, aber Überfälliges bleibt liegen.`,
  schedule_runs: () => 'Der Zeitplan läuft wieder.',
  audit_findings: ({ count }) =>
    `Der Abgleich hat ${count === 1 ? 'einen Unterschied' : `${count} Unterschiede`} zwischen Eingang und Backoffice gefunden. Der Befehl audit nennt jeden.`,
  digest: () => 'Seit der letzten Nachricht:',
  stopped: ({ count, status, reason, means }) =>
    `${count} ${count === 1 ? 'Ereignis' : 'Ereignisse'} ${status === 'held' ? 'angehalten' : 'gescheitert'} (${reason}). ${means}`,
  more: 'Es gibt mehr.',
  andMore: (count) => `und ${count} weitere`,
  paused: (sources) => `Pausiert: ${sources.map((source) => source || 'alles Schreiben').join(', ')}.`,
}
