import type { About } from '../inbox/event.ts'
import type { ReasonCode } from '../reasons.ts'
import { sourceSilent as silentDe } from '../sentences/de/silence.ts'
import { sourceSilent as silentEn } from '../sentences/en/silence.ts'
import { utc } from '../sentences/sentences.ts'
import type { SilentSource } from '../sentences/why-facts.ts'

/** What people are told, in codes and ids: never an address, a customer's words or a price. */
export type Notice =
  /** Withdrawals from the contract that have come in; the law counts the days from then on. */
  | { code: 'withdrawals'; events: readonly string[]; more: number }
  | { code: 'login_closed'; why: 'refused' | 'used-up' }
  /** The schedule has not run since `since`, epoch ms. */
  | { code: 'schedule_stopped'; since: number }
  | { code: 'schedule_runs' | 'login_open' }
  | { code: 'audit_findings'; count: number }
  | ({ code: 'source_silent' } & SilentSource)
  /** What was held or has failed since the last digest, and what is paused. */
  | { code: 'digest'; stopped: readonly Stopped[]; more: boolean; paused: readonly string[] }

export type Stopped = {
  reason: ReasonCode
  status: 'held' | 'failed'
  count: number
  /** `epoch`: of a question that a link may answer. */
  events: readonly { id: string; orderId?: number; about?: About; epoch?: number }[]
}

export type Words = { readonly [Code in Notice['code']]: (notice: Extract<Notice, { code: Code }>) => string } & {
  /** Of e-mails: at most 100 ASCII characters, which is what SNS takes. */
  subjects: Readonly<Record<Notice['code'], string>>
  stopped(facts: { count: number; status: 'held' | 'failed'; reason: string; means: string }): string
  more: string
  andMore(count: number): string
  decide: string
  paused(sources: readonly string[]): string
}

export const de: Words = {
  subjects: {
    withdrawals: 'Ein Widerruf ist eingegangen',
    login_closed: 'Die Anmeldung ist geschlossen',
    login_open: 'Die Anmeldung ist wieder offen',
    schedule_stopped: 'Der Zeitplan steht',
    schedule_runs: 'Der Zeitplan ist wieder in Betrieb',
    audit_findings: 'Der Abgleich hat etwas gefunden',
    source_silent: 'Von einer Quelle kommt nichts mehr',
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
  login_open: () => 'Die Anmeldung ist wieder offen: was wartete, geht weiter.',
  audit_findings: ({ count }) =>
    `Der Abgleich hat ${count === 1 ? 'einen Unterschied' : `${count} Unterschiede`} zwischen Eingang und Backoffice gefunden. Der Befehl audit nennt jeden.`,
  source_silent: silentDe,
  digest: () => 'Seit der letzten Nachricht:',
  stopped: ({ count, status, reason, means }) =>
    `${count} ${count === 1 ? 'Ereignis' : 'Ereignisse'} ${status === 'held' ? 'angehalten' : 'gescheitert'} (${reason}). ${means}`,
  more: 'Es gibt mehr.',
  andMore: (count) => `und ${count} weitere`,
  decide: 'Entscheiden',
  paused: (sources) => `Pausiert: ${sources.map((source) => source || 'alles Schreiben').join(', ')}.`,
}

const stood = { held: ['is', 'are'], failed: ['has', 'have'] } as const

export const en: Words = {
  subjects: {
    withdrawals: 'A withdrawal has come in',
    login_closed: 'The login is closed',
    login_open: 'The login is open again',
    schedule_stopped: 'The schedule has stopped',
    schedule_runs: 'The schedule runs again',
    audit_findings: 'The audit has found something',
    source_silent: 'A source has gone silent',
    digest: 'Events wait for somebody',
  },
  withdrawals: ({ events, more }) =>
    events.length + more === 1
      ? 'A customer has declared a withdrawal from the contract.'
      : `Customers have declared ${events.length + more} withdrawals from the contract.`,
  login_closed: ({ why }) =>
    why === 'refused'
      ? 'The login is closed: the back office refused it. Nothing is sent before the secret is right. login.status says what to do.'
      : 'The login is closed: several logins in a row brought no token. Nothing is sent before login.reset.',
  schedule_stopped: ({ since }) =>
    `The schedule has not run since ${utc(since)}. Nothing is lost, but late work is not being done.`,
  schedule_runs: () => 'The schedule runs again.',
  login_open: () => 'The login is open again: what waited goes on.',
  audit_findings: ({ count }) =>
    `The audit has found ${count === 1 ? 'one difference' : `${count} differences`} between the inbox and the back office. The command audit names each.`,
  source_silent: silentEn,
  digest: () => 'Since the last message:',
  stopped: ({ count, status, reason, means }) =>
    `${count} ${count === 1 ? 'event' : 'events'} ${stood[status][count === 1 ? 0 : 1]} ${status} (${reason}). ${means}`,
  more: 'There are more.',
  andMore: (count) => `and ${count} more`,
  decide: 'Decide',
  paused: (sources) => `Paused: ${sources.map((source) => source || 'all writes').join(', ')}.`,
}
