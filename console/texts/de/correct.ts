import type { Texts } from '../texts.ts'

export const order: Texts['order'] = {
  legend: 'Auftrag',
  named: 'Genannt mit',
  by: { id: 'Id im Backoffice', externalNumber: 'Auftragsnummer', email: 'E-Mail der Kundschaft' },
  value: 'Auftrag',
  noId: 'Den Auftrag mit seiner Id nennen: einer Zahl des Backoffice.',
  label: 'Bezeichnung im Shop, neben einer E-Mail',
}

export const lines: Texts['lines'] = {
  legend: 'Positionen',
  all: 'Alle Positionen des Auftrags',
  hint: 'Leere Zeilen zählen nicht, und die Menge 0 entfernt eine Zeile.',
  more: 'Mehr Zeilen',
  row: (position) => `Position ${position}`,
  ids: 'Die Positionen des Auftrags mit ihren Ids',
  item: 'Position des Auftrags',
  asNamed: 'wie hier genannt',
  by: 'Genannt mit',
  names: { sku: 'SKU', name: 'Name', itemVariationId: 'Varianten-Id', orderItemId: 'Id der Auftragsposition' },
  value: 'SKU, Name oder Id',
  quantity: 'Menge',
  reason: 'Grund',
}

export const correct: Texts['correct'] = {
  title: (id) => `Ereignis ${id} berichtigen`,
  asked: 'Was das Ereignis verlangt',
  keep: 'den Auftrag lassen, wie er ist',
  note: 'Warum berichtigt wird, bleibt im Verlauf',
  preview: 'Zeigen, was gesendet würde',
  plan: 'Was gesendet würde',
  go: 'Berichtigen und weitergehen lassen',
  noOrder: 'Den anderen Auftrag so nennen, wie gewählt, oder seine Felder leer lassen.',
  changed: 'Die Felder haben sich seit der Vorschau geändert. Nichts ist geschehen: so würde es jetzt gesendet.',
  nothing: 'Noch ist nichts berichtigt: einen anderen Auftrag nennen oder eine Position ändern.',
  incomplete: (rows) => `In Zeile ${rows.join(', ')} die Position und ihre Menge nennen.`,
  unplanned:
    'Was gesendet würde, lässt sich vorher nicht zeigen: der Rest steht in den Worten der Kundschaft. Das Ereignis plant damit, wenn es weitergeht.',
}
