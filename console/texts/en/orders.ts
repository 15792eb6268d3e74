/** The pages about orders, and what a person makes by hand. */
export const orders = {
  title: 'Orders',
  box: 'Order',
  boxHint: 'Order number, label of the shop, id of the order, or e-mail of the customer',
  button: 'Find',
  none: 'No sales order is found by that. By an e-mail only those are found that are not cancelled.',
  byId: 'The order with this id',
  caption: (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}, the newest first`,
  order: 'Order',
  status: 'Status',
  channel: 'Channel',
  createdAt: 'Created',
  lines: 'Lines',
  more: 'There are more: ask for the order number.',
}

export const orderPage = {
  title: (name: string | number) => `Order ${name}`,
  status: (status: string | number) => `status ${status}`,
  statusHead: 'Status',
  createdAt: 'Created',
  lines: (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`,
  number: (number: string) => `number ${number}`,
  label: (label: string) => `label ${label}`,
  sku: 'SKU',
  line: 'Order item',
  name: 'Name',
  quantity: 'Quantity',
  noLines: 'The back office shows no lines.',
  makeReturn: 'Create a return',
  comment: 'Write a comment',
  forget: 'Forget what is gone',
  returns: 'Returns',
  return: 'Return',
  pieces: 'Pieces',
  noReturns: 'The order has no return.',
  events: 'Events',
  notAll: (shown: number) => `These are ${shown}; there are more.`,
  allEvents: 'All events of the order',
  noEvents: 'No event is known to be about this order.',
  perhaps: 'Perhaps about this order',
  perhapsCut: 'So much is held that only a part was searched for what asks about this order.',
  remembered: 'What the bridge remembers',
  nothing: 'Nothing was written for this order, and nobody works on it.',
}

export const makeReturn = {
  title: 'Create a return',
  explain: 'First see what would be sent. The back office may create a label for it.',
  reason: 'Reason',
  goods: 'The goods',
  goodsAre: { announced: 'are on their way', received: 'are here' },
  note: 'Words of the customer, for the comment',
  button: 'Create this return',
}

export const comment = {
  title: 'Write a comment',
  text: 'Comment',
  visible: 'The customer may read it',
  button: 'Write it',
}

export const forget = {
  title: 'Forget what is gone',
  explain:
    'Only for a return or an order that the bridge has made and that somebody has deleted in the back office: once it is forgotten, it can be made again. The bridge looks first whether it is really gone.',
  order: 'Order id',
  return: 'Return id',
  returnHint: 'Empty: the order itself is gone',
  number: 'External order number',
  numberHint: 'Only for an order whose events have expired',
  known: 'It is deleted in the back office',
  notKnown: 'Say first that it is deleted in the back office.',
  button: 'Forget it',
  done: (count: number) => `Forgotten: ${count} ${count === 1 ? 'record' : 'records'}. It can be made again.`,
}

export const outcome = {
  event: 'What happened so far',
  goesOn: 'It goes on by itself:',
}

export const comments = {
  heading: 'Comments',
  title: (orderId: number) => `Comments of order ${orderId}`,
  explain: 'They may show what a customer wrote, so they are shown only when you ask for them.',
  button: 'Show the comments',
  none: 'The order has no comment of a person or of the bridge.',
  more: (shown: number, all: number) => `These are the newest ${shown} of ${all}.`,
  id: 'Id',
  createdAt: 'Written',
  visible: 'The customer may read it',
  text: 'Comment',
  yes: 'yes',
  no: 'no',
  back: 'Back to the order',
}
