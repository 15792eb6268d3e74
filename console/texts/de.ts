import type { Texts } from './texts.ts'

export const de: Texts = {
  shell: {
    thisMachine: 'dieser Rechner',
    skip: 'Zum Inhalt',
    navigation: 'Seiten',
  },
  nav: {
    overview: 'Übersicht',
    search: 'Suche',
    orders: 'Aufträge',
    bulk: 'Viele zugleich',
    senders: 'Absender',
    sandbox: 'Sandbox',
  },
  problem: {
    toOverview: 'Zur Übersicht',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Die Adresse gehört zu keiner Seite der Konsole.',
    foreign: 'Dieses Formular wurde abgelehnt',
    foreignText:
      'Nur ein Formular dieser Konsole darf etwas ändern. Kam es von hier, dann wurde die Konsole neu gestartet, seit die Seite geöffnet wurde: die Seite neu laden und den Schritt wiederholen. Es ist nichts geschehen.',
    tooLarge: 'Das Formular ist zu groß',
    tooLargeText: 'Weniger auf einmal senden. Es ist nichts geschehen.',
    refused: {
      invalid: 'So kann das nicht gefragt werden',
      unknown_command: 'Das kann diese Bridge nicht',
      not_found: 'Nicht gefunden',
      conflict: 'In diesem Zustand nicht möglich',
      rejected: 'Abgelehnt',
      retry_later: 'Im Moment nicht möglich',
      login_closed: 'Die Anmeldung ist geschlossen',
      outcome_unknown: 'Der Ausgang ist unbekannt',
      internal: 'Der Befehl ist fehlgeschlagen',
    },
    failed: 'Die Seite ist fehlgeschlagen',
    failedText: 'Die Konsole oder der Weg zur Bridge ist gestört. Das Terminal der Konsole zeigt den Fehler.',
  },
  absent: {
    senders: 'Adressen und Muster der Absender gibt es, wenn die Bridge auf diesem Rechner läuft: npm start.',
    sandbox: 'Die Sandbox gibt es, wenn die Bridge mit ihr auf diesem Rechner läuft: npm start ohne BACKOFFICE_URL.',
  },
}
