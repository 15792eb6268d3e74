import type { Texts } from '../texts.ts'

export const search: Texts['search'] = {
  title: 'Suche',
  box: 'Was die Kundschaft sagt',
  boxHint: 'Auftragsnummer, Bezeichnung im Shop, E-Mail, Auftrags-Id oder Id eines Ereignisses',
  filters: 'Filter',
  button: 'Suchen',
  any: 'beliebig',
  fields: {
    status: 'Status',
    reason: 'Grund',
    source: 'Quelle',
    orderId: 'Auftrags-Id',
    externalNumber: 'Auftragsnummer',
    label: 'Bezeichnung im Shop',
    from: 'Eingegangen ab (UTC)',
    to: 'Eingegangen bis (UTC)',
    withdrawal: 'Nur Widerrufe',
  },
  results: 'Ergebnisse',
  perhaps: 'Vielleicht zu einem solchen Auftrag',
  by: {
    id: 'Id eines Ereignisses',
    email: 'E-Mail',
    orderId: 'Auftrags-Id',
    externalNumber: 'Auftragsnummer oder Bezeichnung im Shop',
  },
  looked: (names) => `Gesucht als ${names.join(' und als ')}.`,
  caption: (count) => `${count} ${count === 1 ? 'Ereignis' : 'Ereignisse'}, die neuesten zuerst`,
  none: 'Kein Ereignis passt. Nach einer anderen Nummer oder der E-Mail suchen, oder ohne Filter.',
  more: 'Es kann weitere geben.',
  cut: 'Es gibt mehr, als hier steht: unter Filter in das eigene Feld eintragen, was es ist.',
  next: 'Nächste Seite',
  bulk: 'Mit all diesen etwas tun',
  unplaced: (read, more) =>
    more
      ? `Von den Ereignissen ohne Auftrag wurden ${read} gelesen, und es gibt mehr: ein älteres, das passt, kann fehlen.`
      : `Auch Ereignisse ohne Auftrag wurden angesehen (${read}).`,
}
