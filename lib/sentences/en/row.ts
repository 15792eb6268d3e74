import type { RowWords } from '../row.ts'
import { pieces } from './phrases.ts'

export const row: RowWords = {
  ...{ return: 'Return', refund: 'Refund', comment: 'Comment', cancellation: 'Cancelled return' },
  ...{ withdrawal: 'Withdrawal', order: 'New order', image: 'Image', of: ' of ', all: 'all articles' },
  ...{ form: 'Return form', withdrawal_form: 'Withdrawal form', hand: 'By hand' },
  pieces,
  more: (lines) => ` and ${lines} more`,
  ofOrder: (name) => `order ${name}`,
  delivery: (title) => `Delivery: ${title}`,
  shop: (name) => `${name} shop`,
}
