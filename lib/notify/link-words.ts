import type { Asked } from '../inbox/asked.ts'

type Said = readonly [title: string, html: string]

/** What the page of a link says: HTML of our own. */
export type LinkWords = {
  questions: Readonly<Record<string, string>>
  order: string
  andMore(count: number): string
  yes: string
  makes: Readonly<Record<Asked['makes'], string>>
  no: string
  ends: string
  withdrawal: string
  elsewhere: string
  console: string
  done: Readonly<Record<'yes' | 'no', Said>>
  refused: Said
  unavailable: Said
}

export const en: LinkWords = {
  questions: {
    possible_duplicate: 'The same was reported before. Is it meant a second time?',
    same_parcel: 'A return of this order may hold these pieces already. Is another one meant?',
    too_many: 'More pieces were reported than are left to return. Shall those come back that are left?',
    not_shipped: 'The order has not been shipped yet. Shall its pieces come back all the same?',
    email_mismatch: 'The e-mail does not fit the order. Has its customer really asked for this?',
  },
  order: 'Order',
  andMore: (count) => `and ${count} more lines`,
  yes: 'Yes, do it',
  makes: {
    return: 'Makes a return and a label.',
    comment: 'Writes a comment on the order.',
    order: 'Makes a new order.',
  },
  no: 'No, end it',
  ends: 'Nothing is made.',
  withdrawal: 'It is a withdrawal from the contract: whoever ends it must say how the customer was answered.',
  elsewhere: 'It cannot be decided here: what it would do was not stored with the question.',
  console: 'All about it, in the console',
  done: {
    yes: ['It goes on', '<p>The bridge does it now. You can close this page.</p>'],
    no: ['It has ended', '<p>Nothing is made. You can close this page.</p>'],
  },
  refused: [
    'This link does not count any more',
    '<p>It was used, is too old, or something has changed since. Nothing was done.</p>',
  ],
  unavailable: ['Not now', '<p>The bridge cannot answer at the moment. Try again in a minute.</p>'],
}

export const de: LinkWords = {
  questions: {
    possible_duplicate: 'Dasselbe wurde schon einmal gemeldet. Ist es ein zweites Mal gemeint?',
    same_parcel: 'Eine Retoure dieses Auftrags enthält diese Stücke vielleicht schon. Ist eine weitere gemeint?',
    too_many: 'Es wurden mehr Stücke gemeldet, als noch zurückkommen können. Sollen die kommen, die übrig sind?',
    not_shipped: 'Der Auftrag ist noch nicht versandt. Sollen seine Stücke trotzdem zurückkommen?',
    email_mismatch: 'Die E-Mail-Adresse passt nicht zum Auftrag. Hat wirklich sein Kunde das verlangt?',
  },
  order: 'Auftrag',
  andMore: (count) => `und ${count} weitere Positionen`,
  yes: 'Ja, machen',
  makes: {
    return: 'Legt eine Retoure und ein Label an.',
    comment: 'Schreibt einen Kommentar an den Auftrag.',
    order: 'Legt einen neuen Auftrag an.',
  },
  no: 'Nein, beenden',
  ends: 'Es wird nichts angelegt.',
  withdrawal: 'Es ist ein Widerruf: wer ihn beendet, muss sagen, wie dem Kunden geantwortet wurde.',
  elsewhere: 'Hier lässt es sich nicht entscheiden: was geschehen würde, ist bei der Frage nicht gespeichert.',
  console: 'Alles dazu in der Konsole',
  done: {
    yes: ['Es geht weiter', '<p>Die Bridge macht es jetzt. Diese Seite kann geschlossen werden.</p>'],
    no: ['Es ist beendet', '<p>Es wird nichts angelegt. Diese Seite kann geschlossen werden.</p>'],
  },
  refused: [
    'Dieser Link gilt nicht mehr',
    '<p>Er wurde benutzt, ist zu alt, oder inzwischen hat sich etwas geändert. Es wurde nichts getan.</p>',
  ],
  unavailable: ['Nicht jetzt', '<p>Die Bridge kann gerade nicht antworten. Bitte in einer Minute noch einmal.</p>'],
}
