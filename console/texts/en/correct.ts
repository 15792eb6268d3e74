/** The fields that name orders and lines, and the page that corrects an event. */
export const order = {
  legend: 'Order',
  named: 'Named by',
  by: { id: 'Id of the back office', externalNumber: 'Order number', email: 'E-mail of the customer' },
  value: 'Order',
  noId: 'Name the order by its id: a number of the back office.',
  label: 'Label of the shop, beside an e-mail',
}

export const lines = {
  legend: 'Lines',
  all: 'All lines of the order',
  hint: 'Empty rows do not count, and a quantity of 0 removes a row.',
  more: 'More rows',
  row: (position: number) => `Line ${position}`,
  ids: 'The lines of the order with their ids',
  item: 'Line of the order',
  asNamed: 'as named here',
  by: 'Named by',
  names: { sku: 'SKU', name: 'Name', itemVariationId: 'Variation id', orderItemId: 'Id of the order line' },
  value: 'SKU, name or id',
  quantity: 'Quantity',
  reason: 'Reason',
}

export const correct = {
  title: (id: string) => `Correct event ${id}`,
  asked: 'What the event asks for',
  keep: 'leave the order as it is',
  note: 'Why it is corrected, kept in the history',
  preview: 'See what would be sent',
  plan: 'What would be sent',
  go: 'Correct it and let it go on',
  noOrder: 'Name the other order by what you chose, or leave its fields empty.',
  changed:
    'The fields have changed since you saw what would be sent. Nothing was done: this is what would be sent now.',
  nothing: 'Nothing is corrected yet: name another order, or change a line.',
  incomplete: (rows: number[]) => `Name the line and its quantity in row ${rows.join(', ')}.`,
  unplanned:
    'What would be sent cannot be shown before: the rest is in the words of the customer. The event plans with them when it goes on.',
}
