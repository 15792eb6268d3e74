import type { Texts } from '../texts.ts'

export const questions: Texts['questions'] = {
  payload_invalid: 'Was hat der Absender gemeint?',
  mapping: 'Was hat der Absender gemeint?',
  order_unknown: 'Welcher Auftrag ist gemeint?',
  not_a_sales_order: 'Welcher Verkaufsauftrag ist gemeint?',
  order_cancelled: 'Ist es richtig, dass der Auftrag storniert ist?',
  line_unknown: 'Welcher Artikel kommt zurück?',
  nothing_to_return: 'Ist es richtig, dass nichts mehr zurückzugeben ist?',
  rejected: 'Lässt sich beheben, was abgelehnt wurde?',
  attempts_used_up: 'Ist die Ursache behoben, sodass ein neuer Versuch lohnt?',
  possible_duplicate: 'Ist es ein zweites Mal gemeint?',
  same_parcel: 'Ist es dasselbe Paket?',
  too_many: 'Wie viele Stück kommen zurück?',
  order_ambiguous: 'Welcher Auftrag ist gemeint?',
  email_mismatch: 'Ist es dieselbe Kundin, derselbe Kunde?',
  addresses_missing: 'Hat der Auftrag seine Adressen inzwischen?',
  return_incomplete: 'Ist die Retoure inzwischen vollständig?',
  outcome_unclear: 'Ist es im Backoffice inzwischen geklärt?',
  deferred_too_long: 'Ist die Ursache behoben, sodass ein neuer Versuch lohnt?',
  source_unknown: 'Ist dieser Absender noch gewollt?',
  withdrawal_unplaced: 'Welcher Auftrag wurde widerrufen?',
  invariant_broken: 'Ist der Fehler behoben, sodass neu geprüft werden kann?',
  write_cap: 'Sind alle diese Formulare echt?',
  not_shipped: 'Ist die Ware bei der Kundschaft?',
}

export const answers: Texts['answers'] = {
  email_mismatch: 'Ja, weitergehen lassen',
  order_ambiguous: 'Ja, dieser Auftrag ist es',
  not_shipped: 'Ja, weitergehen lassen',
  addresses_missing: 'Ja, neu prüfen',
  return_incomplete: 'Ja, neu prüfen',
  outcome_unclear: 'Ja, noch einmal nachsehen',
  attempts_used_up: 'Ja, noch einmal versuchen',
  deferred_too_long: 'Ja, noch einmal versuchen',
  invariant_broken: 'Ja, neu prüfen',
}

export const cases: Texts['cases'] = {
  'possible_duplicate.same_lines': 'Ein anderes Ereignis hat kurz zuvor dieselben Stücke des Auftrags verlangt.',
  'same_parcel.covered': 'Eine Retoure des Auftrags enthält die verlangten Stücke schon.',
  'same_parcel.several': 'Mehrere Retouren des Auftrags enthalten die verlangten Stücke.',
  'same_parcel.part': 'Eine Retoure des Auftrags enthält einen Teil der verlangten Stücke.',
  'same_parcel.gone': 'Die gewählte Retoure gehört nicht mehr zum Auftrag.',
  'order_ambiguous.unlabelled': 'Der Auftrag, der passt, trägt die genannte Bezeichnung nicht.',
  'order_ambiguous.label': 'Die genannte Bezeichnung zeigt nicht, welcher Auftrag gemeint ist.',
  'order_ambiguous.shared_label': 'Mehrere Aufträge haben die genannte Bezeichnung.',
  'order_ambiguous.shared_number': 'Aufträge mehrerer Shops haben die genannte Nummer.',
  'order_ambiguous.unproven': 'Nichts beweist, dass der Auftrag zur genannten E-Mail gehört.',
  'order_ambiguous.several': 'Mehrere Aufträge passen zu dem, was genannt wurde.',
  'order_ambiguous.too_many': 'Zu dem, was genannt wurde, passt so viel, dass nicht alles gelesen wurde.',
  'order_ambiguous.split':
    'Der Auftrag wurde geteilt, und seine Teile haben verschiedene Positionen: Jeder Teil bekommt eine eigene Retoure.',
  'email_mismatch.true': 'Die genannte E-Mail ist nicht die des Auftrags.',
  'email_mismatch.false':
    'Es wurde keine E-Mail genannt, also zeigt nichts, dass der Absender für den Auftrag handeln darf.',
  addresses_missing:
    'Dem Auftrag fehlt eine Adresse, eine Retoure dazu wäre unvollständig. Sie zuerst im Backoffice ergänzen.',
  topic_not_mapped: 'Der Absender hat etwas gemeldet, womit nichts zu tun ist.',
  withdrawal_unplaced: 'Ein Vertrag wurde widerrufen, und das ließ sich nicht vermerken oder nicht ganz erledigen:',
}

export const did: Texts['did'] = {
  returned: (pieces, isHere) =>
    `Eine Retoure über ${pieces === undefined ? 'alles, was übrig war,' : `${pieces} Stück`} wurde ${isHere ? 'eingetragen' : 'angekündigt'} zu`,
  linked: 'Es gehört zu einer Retoure, die schon da war, von',
  return: 'Retoure',
  commented: (count) =>
    count === 1 ? 'Ein Kommentar wurde geschrieben zu' : `${count} Kommentare wurden geschrieben zu`,
  ordered: 'Ein neuer Auftrag wurde angelegt:',
  published: (count) => (count === 1 ? 'Ein Bild wurde sichtbar.' : `${count} Bilder wurden sichtbar.`),
  order: (name) => `Auftrag ${name}`,
  anOrder: 'einem Auftrag',
  nothing: 'Es war nichts mehr zu tun.',
}
