import type { Texts } from '../texts.ts'

export const orders: Texts['orders'] = {
  title: 'Aufträge',
  box: 'Auftrag',
  boxHint: 'Auftragsnummer, Bezeichnung im Shop, Id des Auftrags oder E-Mail der Kundschaft',
  button: 'Finden',
  none: 'So ist kein Verkaufsauftrag zu finden. Über eine E-Mail findet man nur solche, die nicht storniert sind.',
  byId: 'Der Auftrag mit dieser Id',
  caption: (count) => `${count} ${count === 1 ? 'Auftrag' : 'Aufträge'}, der neueste zuerst`,
  order: 'Auftrag',
  status: 'Status',
  channel: 'Kanal',
  createdAt: 'Angelegt',
  lines: 'Positionen',
  more: 'Es gibt mehr: nach der Auftragsnummer fragen.',
}

export const orderPage: Texts['orderPage'] = {
  title: (name) => `Auftrag ${name}`,
  status: (status) => `Status ${status}`,
  statusHead: 'Status',
  createdAt: 'Angelegt',
  lines: (count) => `${count} ${count === 1 ? 'Position' : 'Positionen'}`,
  number: (number: string) => `Nummer ${number}`,
  label: (label: string) => `Bezeichnung ${label}`,
  sku: 'SKU',
  line: 'Auftragsposition',
  name: 'Name',
  quantity: 'Menge',
  noLines: 'Das Backoffice zeigt keine Positionen.',
  makeReturn: 'Retoure anlegen',
  comment: 'Kommentar schreiben',
  forget: 'Vergessen, was fort ist',
  returns: 'Retouren',
  return: 'Retoure',
  pieces: 'Stücke',
  noReturns: 'Der Auftrag hat keine Retoure.',
  events: 'Ereignisse',
  notAll: (shown) => `Das sind ${shown}; es gibt mehr.`,
  allEvents: 'Alle Ereignisse des Auftrags',
  noEvents: 'Von keinem Ereignis ist bekannt, dass es diesen Auftrag betrifft.',
  perhaps: 'Vielleicht zu diesem Auftrag',
  perhapsCut: 'Es wartet so viel auf eine Entscheidung, dass nur ein Teil nach diesem Auftrag durchsucht wurde.',
  remembered: 'Was die Bridge sich gemerkt hat',
  nothing: 'Für diesen Auftrag wurde nichts geschrieben, und niemand arbeitet daran.',
}

export const makeReturn: Texts['makeReturn'] = {
  title: 'Retoure anlegen',
  explain: 'Zuerst zeigen lassen, was gesendet würde. Vielleicht legt das Backoffice dazu ein Etikett an.',
  reason: 'Grund',
  goods: 'Die Ware',
  goodsAre: { announced: 'ist unterwegs', received: 'ist da' },
  note: 'Worte der Kundschaft, für den Kommentar',
  button: 'Diese Retoure anlegen',
}

export const comment: Texts['comment'] = {
  title: 'Kommentar schreiben',
  text: 'Kommentar',
  visible: 'Die Kundschaft darf ihn lesen',
  button: 'Schreiben',
}

export const forget: Texts['forget'] = {
  title: 'Vergessen, was fort ist',
  explain:
    'Nur für eine Retoure oder einen Auftrag, den die Bridge angelegt hat und der im Backoffice gelöscht wurde: einmal vergessen, lässt es sich neu anlegen. Die Bridge sieht vorher nach, ob es wirklich fort ist.',
  order: 'Id des Auftrags',
  return: 'Id der Retoure',
  returnHint: 'Leer: der Auftrag selbst ist fort',
  number: 'Externe Auftragsnummer',
  numberHint: 'Nur für einen Auftrag, dessen Ereignisse abgelaufen sind',
  known: 'Es ist im Backoffice gelöscht',
  notKnown: 'Zuerst bestätigen, dass es im Backoffice gelöscht ist.',
  button: 'Vergessen',
  done: (count) => `Vergessen: ${count} ${count === 1 ? 'Eintrag' : 'Einträge'}. Es lässt sich neu anlegen.`,
}

export const outcome: Texts['outcome'] = {
  event: 'Was bisher geschah',
  goesOn: 'Es geht von selbst weiter:',
}

export const comments: Texts['comments'] = {
  heading: 'Kommentare',
  title: (orderId) => `Kommentare zu Auftrag ${orderId}`,
  explain: 'Darin kann stehen, was die Kundschaft schrieb: gezeigt werden sie nur auf Verlangen.',
  button: 'Kommentare zeigen',
  none: 'Der Auftrag hat keinen Kommentar von Menschen oder von der Bridge.',
  more: (shown, all) => `Das sind die neuesten ${shown} von ${all}.`,
  id: 'Id',
  createdAt: 'Geschrieben',
  visible: 'Die Kundschaft darf ihn lesen',
  text: 'Kommentar',
  yes: 'ja',
  no: 'nein',
  back: 'Zurück zum Auftrag',
}
