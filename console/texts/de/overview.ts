import type { Texts } from '../texts.ts'

export const overview: Texts['overview'] = {
  title: 'Übersicht',
  needsYou: 'Was eine Entscheidung braucht',
  needsYouCaption: 'Angehaltene und gescheiterte Ereignisse: Widerrufe zuerst',
  nothing: 'Nichts. Kein Ereignis ist angehalten, und keines ist gescheitert.',
  more: (shown) => `Das sind ${shown}; es gibt mehr.`,
  allHeld: 'Alle angehaltenen',
  allFailed: 'Alle gescheiterten',
  state: 'Wie es der Bridge geht',
  atLeast: (count) => `${count}+`,
  counts: { open: 'offen', waiting: 'davon wartend', held: 'angehalten', failed: 'gescheitert' },
  oldest: 'Am längsten fällig:',
  oldestCut: 'Ereignisse sind fällig; das älteste war nicht unter den ersten.',
  noneDue: 'Nichts ist fällig.',
  backlog: (events, isMore) =>
    `${isMore ? 'Mindestens ' : ''}${events} ${events === 1 ? 'Ereignis ist' : 'Ereignisse sind'} fällig oder eingereiht.`,
  doneAbout: 'Erledigt voraussichtlich',
  notDone: {
    paused: 'Die pausierten gehen weiter, wenn ihre Pause endet.',
    login: 'Sie gehen weiter, sobald die Anmeldung wieder offen ist.',
    unknown: 'Wann sie erledigt sind, lässt sich noch nicht sagen.',
  },
  pace: {
    caption: 'Aufrufe des Backoffice',
    budget: 'Budget',
    limit: 'Grenze',
    used: 'Von der Bridge genutzt',
    others: 'Von anderen genutzt',
    endsAt: 'Beginnt neu',
    noLimit: 'keine bekannt',
    unknown: 'nicht bekannt',
    usedUp: 'verbraucht',
    budgets: {
      reads: 'Lesen in dieser Minute',
      writes: 'Schreiben in dieser Minute',
      readsPerDay: 'Lesen des Tages',
      writesPerDay: 'Schreiben des Tages',
    },
  },
  newest: 'Neueste Ereignisse',
  noEvents: 'Noch keine Nachricht. Die Seite der Absender sagt, wie sich ein Muster senden lässt.',
  all: 'Alle Ereignisse',
  reload: 'Neu laden',
  doctor: 'Die Bridge prüfen',
  audit: 'Der tägliche Abgleich',
  pause: 'Pause',
}

export const pause: Texts['pause'] = {
  title: 'Pausieren und weiterlaufen',
  now: 'Pausiert',
  allWrites: 'Alles Schreiben ist pausiert',
  source: (source) => `Die Quelle ${source} ist pausiert`,
  since: 'Seit',
  resume: (source) => `${source} weiterlaufen lassen`,
  resumeAll: 'Alles Schreiben weiterlaufen lassen',
  explain:
    'Solange eine Quelle pausiert ist, wird nichts von ihr ins Backoffice geschrieben. Was eingeht, wird weiter angenommen und gespeichert und geht danach weiter.',
  sourceLabel: 'Quelle',
  choose: 'Bitte wählen…',
  byHand: 'Was von Hand geschieht',
  noSource: 'Erst eine Quelle wählen. Es ist nichts geschehen.',
  ofSource: 'Eine Quelle',
  ofAll: 'Alles Schreiben',
  explainAll:
    'Dann wird gar nichts mehr ins Backoffice geschrieben, wer es auch schickt, bis es jemand weiterlaufen lässt.',
  reasonOfAll: 'Grund, alles zu pausieren, den alle sehen',
  known: 'Ja, jede Quelle pausieren und alles, was von Hand geschieht.',
  notKnown: 'Erst bestätigen, dass alles gemeint ist. Es ist nichts geschehen.',
  buttonAll: 'Alles Schreiben pausieren',
  reason: 'Grund, den alle sehen',
  button: 'Pausieren',
  paused: 'Es ist pausiert. Was eingeht, wird gespeichert.',
  resumed: 'Es geht weiter.',
  heldBack: (events, isCut) =>
    `hält ${isCut ? 'mindestens ' : ''}${events} ${events === 1 ? 'offenes Ereignis' : 'offene Ereignisse'} auf`,
}

export const login: Texts['login'] = {
  title: 'Anmeldung am Backoffice',
  toReset: 'Die Anmeldung zurücksetzen',
  reset: 'Die Anmeldung zurücksetzen',
  explain:
    'Das erlaubt eine weitere Anmeldung. Enthält das Secret noch ein falsches Passwort, zählt das Backoffice sie gegen den API-Benutzer und sperrt ihn womöglich.',
  known: 'Das Secret des Backoffice stimmt jetzt, und sein Benutzer ist nicht gesperrt.',
  notKnown: 'Erst bestätigen, dass das Secret stimmt. Es ist nichts geschehen.',
  done: (released, more) =>
    `Eine weitere Anmeldung ist erlaubt.${released === 0 ? '' : ` ${released} ${released === 1 ? 'wartendes Ereignis ist' : 'wartende Ereignisse sind'} jetzt fällig${more ? '; andere folgen binnen Minuten' : ''}.`}`,
}

export const doctor: Texts['doctor'] = {
  title: 'Prüfungen',
  explain: 'Die Prüfungen lesen aus dem Backoffice und melden sich höchstens einmal an.',
  run: 'Prüfungen ausführen',
  healthy: 'Die Bridge ist gesund.',
  notHealthy: 'Die Bridge hat ein Problem.',
  check: 'Prüfung',
  state: 'Stand',
  says: 'Was sie sagt',
  states: { ok: 'in Ordnung', warning: 'Warnung', problem: 'Problem', 'not checked here': 'hier nicht geprüft' },
}
