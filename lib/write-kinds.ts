/** What a write makes in the back office. */
export type WriteKind = 'return' | 'comment' | 'order' | 'image'

/** Where a write's record lies: an order, the external number of a new one, an image as it is shown, or a comment without a return. */
export type ItemId = `order#${number}` | `number#${string}` | `image#${string}` | `comment#${string}`

/**
 * How a request reports a parcel: it is announced, has arrived, is paid back, or a person enters it. A source reports a piece once in each
 * kind; what other sources report does not use it up.
 */
export type Tells = 'announcement' | 'receipt' | 'refund' | 'hand'
