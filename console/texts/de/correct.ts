import type { Texts } from '../texts.ts'

export const order: Texts['order'] = {
  legend: 'Auftrag',
  which: 'Welcher Auftrag ist gemeint?',
  none: 'Diesen Auftrag gibt es nicht. Über eine E-Mail findet man nur solche, die nicht storniert sind.',
  several: 'Mehrere Aufträge passen. Welcher ist gemeint?',
  one: (id) => `Auftrag ${id}`,
  type: (typeId) => `(Typ ${typeId}: das ist kein Verkaufsauftrag)`,
  date: 'Angelegt',
  customer: 'Kundschaft',
  lines: 'Positionen',
  noId: 'Den Auftrag mit seiner Id nennen: einer Zahl des Backoffice.',
}

export const lines: Texts['lines'] = {
  legend: 'Was zurückkommt',
  all: 'Alle Positionen des Auftrags',
  article: 'Artikel',
  left: 'Kann zurückkommen',
  pieces: 'Kommt zurück',
  piecesOf: (name) => `${name}: Stück, die zurückkommen`,
  reason: 'Grund',
  reasonOf: (name) => `${name}: Grund`,
  noReason: 'kein Grund bekannt',
  unknown: 'in Worten der Kundschaft',
  unknownSaid:
    'Ein Grund ist keiner der Konfiguration: In der Retoure steht „kein Grund bekannt“, wenn keiner gewählt wird.',
  wrong: (names) =>
    names.length === 0
      ? 'Sagen, wie viel von welcher Position zurückkommt.'
      : `Sagen, wie viel zurückkommt von: ${names.join(', ')}.`,
}

export const correct: Texts['correct'] = {
  title: (what) => `Berichtigen · ${what}`,
  asked: 'Was das Ereignis verlangt',
  note: 'Warum berichtigt wird, bleibt im Verlauf',
  preview: 'Zeigen, was gesendet würde',
  plan: 'Was gesendet würde',
  go: 'Berichtigen und weitergehen lassen',
  noOrder: 'Den gemeinten Auftrag nennen.',
  toThis: 'Es wird zu diesem Auftrag geschrieben.',
  changed: 'Die Felder haben sich seit der Vorschau geändert. Nichts ist geschehen: so würde es jetzt gesendet.',
  nothing: 'Noch ist nichts berichtigt: einen anderen Auftrag nennen oder eine Position ändern.',
}
