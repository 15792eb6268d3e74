/** The fields that name orders and lines, and the page that corrects an event. */
export const order = {
  legend: 'Order',
  which: 'Which order is meant?',
  none: 'There is no such order. By an e-mail only those are found that are not cancelled.',
  several: 'Several orders fit. Which one is meant?',
  one: (id: number) => `Order ${id}`,
  type: (typeId: number) => `(type ${typeId}: this is no sales order)`,
  date: 'Created',
  customer: 'Customer',
  lines: 'Lines',
  noId: 'Name the order by its id: a number of the back office.',
}

export const lines = {
  legend: 'What comes back',
  all: 'All lines of the order',
  article: 'Article',
  left: 'Can come back',
  pieces: 'Comes back',
  piecesOf: (name: string) => `${name}: pieces that come back`,
  reason: 'Reason',
  reasonOf: (name: string) => `${name}: reason`,
  noReason: 'no reason known',
  unknown: 'in words of the customer',
  unknownSaid: 'A reason is none of the configuration: the return will say "no reason known", unless you choose one.',
  wrong: (names: string[]) =>
    names.length === 0 ? 'Say how much of which line comes back.' : `Say how much comes back of: ${names.join(', ')}.`,
}

export const correct = {
  title: (what: string) => `Correct: ${what}`,
  asked: 'What the event asks for',
  note: 'Why it is corrected, kept in the history',
  preview: 'See what would be sent',
  plan: 'What would be sent',
  go: 'Correct it and let it go on',
  noOrder: 'Name the order that is meant.',
  toThis: 'It will be written to this order.',
  changed:
    'The fields have changed since you saw what would be sent. Nothing was done: this is what would be sent now.',
  nothing: 'Nothing is corrected yet: name another order, or change a line.',
}
