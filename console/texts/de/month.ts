import type { Texts } from '../texts.ts'

export const days: Texts['days'] = {
  title: (count) => `Die letzten ${count} Tage`,
  ofSource: (source, count) => `${source}: die letzten ${count} Tage`,
  came: 'eingegangen',
  done: 'erledigt',
  asked: 'brauchten jemanden',
  day: 'Tag',
  today: 'heute',
  asTable: 'Als Tabelle',
  atLeast: 'Heute kam mehr, als gezählt wurde.',
  more: 'Der Monat in Zahlen',
}

export const month: Texts['month'] = {
  title: (name) => `${name} in Zahlen`,
  caption: 'Was in diesem Monat kam, nach Quelle',
  source: 'Quelle',
  columns: {
    reported: 'Gemeldet',
    returns: 'Retouren angelegt',
    linked: 'Verknüpft: Etiketten gespart',
    held: 'Brauchten jemanden',
    late: 'Spät erledigt',
  },
  all: 'Alle',
  worth: (linked, returns) =>
    `${returns} ${returns === 1 ? 'Retoure wurde' : 'Retouren wurden'} angelegt. ${linked} ${linked === 1 ? 'Meldung gehörte' : 'Meldungen gehörten'} zu einer Retoure, die es schon gab: ein zweites Etikett wurde dafür nicht gekauft.`,
  nothing: 'In diesem Monat kam nichts.',
  atLeast: 'Es ist mehr, als gezählt wurde: was zuletzt kam, wird bis zum nächtlichen Abgleich nur bis 1.000 gezählt.',
  hint: 'Nach dem Tag, an dem es kam, in UTC. „Spät erledigt“: mehr als einen Tag danach. Zahlen bleiben 400 Tage.',
}

export const groups: Texts['groups'] = {
  title: 'Derselbe Fehler, mehrmals',
  since: 'seit',
  newest: 'das letzte',
  all: (count) => `Alle ${count} auf einmal…`,
  each: (count) => `Alle ${count} einzeln ansehen`,
  waits: 'Was wartet, und worauf',
  looked: (count) => `Von den ${count}, die angesehen wurden; es warten mehr.`,
}

export const ends: Texts['ends'] = {
  title: 'Wie sie endeten',
  open: 'Wie sie stehen; einige sind noch in Arbeit',
  caption: (shown, all) =>
    shown < all ? `${shown} von ${all} Ereignissen, zuerst die, die jemanden brauchen` : 'Die Ereignisse',
}
