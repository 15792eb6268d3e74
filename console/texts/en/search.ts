/** The page that finds events. */
export const search = {
  title: 'Search',
  box: 'What the customer says',
  boxHint: 'Order number, label of the shop, e-mail, id of the order, or id of an event',
  filters: 'Filters',
  button: 'Search',
  any: 'any',
  fields: {
    status: 'Status',
    reason: 'Reason',
    source: 'Source',
    orderId: 'Order id',
    externalNumber: 'Order number',
    label: 'Label',
    from: 'Received from (UTC)',
    to: 'Received to (UTC)',
    withdrawal: 'Withdrawals only',
  },
  results: 'Results',
  perhaps: 'Perhaps about such an order',
  by: {
    id: 'id of an event',
    email: 'e-mail',
    orderId: 'order id',
    externalNumber: 'order number or label',
  },
  looked: (names: string[]) => `Looked for as ${names.join(' and as ')}.`,
  caption: (count: number) => `${count} ${count === 1 ? 'event' : 'events'}, the newest first`,
  none: 'No event fits. Ask for another number or the e-mail, or look without filters.',
  more: 'There may be more.',
  cut: 'There are more than are shown: name what it is in its own field under Filters.',
  next: 'Next page',
  bulk: 'Do something with all of these',
  unplaced: (read: number, more: boolean) =>
    more
      ? `Among the events without an order ${read} were read, and there are more: an older one may fit that is not shown.`
      : `Events without an order were looked at too (${read}).`,
}
