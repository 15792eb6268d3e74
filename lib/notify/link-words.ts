/** What the page of a link says: text and HTML of our own. */
export type LinkWords = typeof en
type Questions = Readonly<Record<string, string>>

export const en = {
  questions: {
    possible_duplicate: 'The same was reported before. Is it meant a second time?',
    same_parcel: 'A return of this order may hold these pieces already. Is another one meant?',
    too_many: 'More pieces were reported than are left to return. Shall those come back that are left?',
    not_shipped: 'The order has not been shipped yet. Shall its pieces come back all the same?',
    email_mismatch: 'The e-mail does not fit the order. Has its customer really asked for this?',
  } as Questions,
  order: 'Order',
  andMore: (count: number) => `and ${count} more lines`,
  yes: 'Yes, do it',
  makes: {
    return: 'Makes a return and a label.',
    comment: 'Writes a comment on the order.',
    order: 'Makes a new order.',
    nothing: 'Nothing is left to return, so this makes nothing.',
  },
  no: 'No, end it',
  ends: 'Nothing is made.',
  withdrawal: 'It is a withdrawal from the contract: whoever ends it must say how the customer was answered.',
  elsewhere: 'It cannot be decided here: what it would do was not stored with the question.',
  console: 'All about it, in the console',
  done: {
    yes: { title: 'It goes on', text: 'The bridge does it now. You can close this page.' },
    no: { title: 'It has ended', text: 'Nothing is made. You can close this page.' },
  },
  refused: {
    title: 'This link does not count any more',
    text: 'It was used, is too old, or something has changed since. Nothing was done.',
  },
  unavailable: { title: 'Not now', text: 'The bridge cannot answer at the moment. Try again in a minute.' },
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
    nothing: 'Es ist nichts mehr übrig, also wird nichts angelegt.',
  },
  no: 'Nein, beenden',
  ends: 'Es wird nichts angelegt.',
  withdrawal: 'Es ist ein Widerruf: wer ihn beendet, muss sagen, wie dem Kunden geantwortet wurde.',
  elsewhere: 'Hier lässt es sich nicht entscheiden: was geschehen würde, ist bei der Frage nicht gespeichert.',
  console: 'Alles dazu in der Konsole',
  done: {
    yes: { title: 'Es geht weiter', text: 'Die Bridge macht es jetzt. Diese Seite kann geschlossen werden.' },
    no: { title: 'Es ist beendet', text: 'Es wird nichts angelegt. Diese Seite kann geschlossen werden.' },
  },
  refused: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde benutzt, ist zu alt, oder inzwischen hat sich etwas geändert. Es wurde nichts getan.',
  },
  unavailable: {
    title: 'Nicht jetzt',
    text: 'Die Bridge kann gerade nicht antworten. Bitte in einer Minute noch einmal.',
  },
}
