export type WriteKind = 'return' | 'comment' | 'order' | 'image'
/** Where a write's record lies: an order, the external number of a new one, an image as it is shown, or a comment without a return. */
export type ItemId = `order#${number}` | `number#${string}` | `image#${string}` | `comment#${string}`
/** Announced, arrived, paid back, or entered by hand. A source reports a piece once in each. */
export type Tells = 'announcement' | 'receipt' | 'refund' | 'hand'
