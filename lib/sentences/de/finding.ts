import type { Sentences } from '../sentences.ts'

export const finding: Sentences['finding'] = {
  order_gone:
    'Fragen, wer ihn gelöscht hat. Wird er gebraucht, ihn mit seiner orderId vergessen lassen (record.forget), dann neu anlegen (order.create).',
  return_gone:
    'Fragen, wer sie gelöscht hat. Wird sie gebraucht, sie mit ihrer returnId und orderId vergessen lassen (record.forget), dann neu anlegen (return.create).',
  return_cancelled: 'Meist nichts: es war beabsichtigt.',
  return_of_another_order: 'Beide Aufträge ansehen: jemand hat die Retoure verschoben.',
  comment_gone: 'Fehlt er jemandem, ihn neu schreiben (comment.add).',
  comment_twice:
    'Einen der beiden im Backoffice löschen: die Bridge hat den Kommentar noch einmal gesendet, und beide kamen an.',
  return_unknown:
    'Herausfinden, wer diesen Benutzer noch verwendet. Ist es niemand, den Auftrag ansehen: Ware könnte zweimal zurückkommen.',
  write_unclear: 'Im Backoffice ansehen, was der Satz nennt.',
}
