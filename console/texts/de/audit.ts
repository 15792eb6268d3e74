import type { Texts } from '../texts.ts'

const titles: Texts['audit']['titles'] = {
  order_gone: 'Ein neuer Auftrag ist weg',
  return_gone: 'Eine Retoure ist weg',
  return_cancelled: 'Eine Retoure wurde storniert',
  return_of_another_order: 'Eine Retoure gehört jetzt zu einem anderen Auftrag',
  comment_gone: 'Ein Kommentar ist weg',
  comment_twice: 'Ein Kommentar ist doppelt da',
  return_unknown: 'Eine Retoure, die nicht von der Bridge ist',
  shop_cancelled: 'Der Shop hat eine Retoure storniert, die noch besteht',
  write_unclear: 'Niemand weiß, ob etwas geschrieben wurde',
}
const toDo: Texts['audit']['toDo'] = {
  order_gone:
    'Die Bridge hat ihn angelegt, und er ist nicht mehr im Backoffice. Wird er gebraucht, ihn vergessen: Dann kann er neu angelegt werden.',
  return_gone:
    'Jemand hat sie im Backoffice gelöscht. Kommt die Ware noch zurück, sie neu anlegen. Wird sie nicht gebraucht, sie vergessen.',
  return_cancelled: 'Meist war das Absicht: sie so lassen. Kommt die Ware noch zurück, eine weitere Retoure anlegen.',
  return_of_another_order: 'Beide Aufträge im Backoffice ansehen: Jemand hat sie verschoben.',
  comment_gone:
    'Jemand hat ihn im Backoffice gelöscht. Fehlt er, ihn noch einmal schreiben: Das Formular zeigt, was darin stand, mit den Worten der Kundschaft, und der Verlauf behält, wer nachgesehen hat.',
  comment_twice: 'Einen davon im Backoffice löschen: Beide sagen dasselbe.',
  return_unknown:
    'Klären, wer den API-Benutzer der Bridge sonst noch verwendet. Ist es niemand, den Auftrag ansehen: Vielleicht kommt Ware doppelt zurück.',
  shop_cancelled:
    'Sie im Backoffice stornieren oder die Stücke herausnehmen, wenn das Paket nicht schon unterwegs ist. Oder sie so lassen und sagen, warum.',
  write_unclear: 'Den Auftrag im Backoffice ansehen: Es kann eine zu viel oder eine zu wenig sein.',
}

export const audit: Texts['audit'] = {
  title: 'Was der tägliche Abgleich gefunden hat',
  explain:
    'Einmal am Tag vergleicht die Bridge, was sie angelegt hat, mit dem Backoffice. Was dort erledigt ist, verschwindet mit dem nächsten Abgleich von dieser Liste.',
  last: 'Zuletzt abgeglichen:',
  never: 'Abgeglichen wurde noch nicht.',
  nothing: 'Nichts. Alles ist so, wie die Bridge es hinterlassen hat.',
  more: (count) => `Es gibt ${count} weitere. Sie folgen, wenn diese erledigt sind.`,
  toPage: (count) =>
    `Der tägliche Abgleich hat ${count === 1 ? 'eine Sache' : `${count} Sachen`} gefunden, die jemand ansehen sollte.`,
  titles,
  toDo,
  order: 'Auftrag',
  event: 'woher sie kommt',
  return: 'Retoure',
  entry: 'Eintrag',
  since: 'Gefunden',
  note: 'Warum (alle sehen es)',
  do: { again: 'Neu anlegen', forget: 'Vergessen', accept: 'So lassen', comment: 'Noch einmal schreiben' },
  done: {
    again: 'Die Retoure, die weg war, ist vergessen und wird neu angelegt.',
    forget: 'Das ist vergessen.',
    accept: 'Sie bleibt, wie sie ist.',
  },
}
