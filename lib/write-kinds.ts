/** What a write makes in the back office. */
export type WriteKind = 'return' | 'comment' | 'order' | 'image'

/**
 * What a write is about, and so where its record lives: an order, the external number of an order to come, an image as it is to be
 * visible, or a comment that stands for itself.
 */
export type ItemId = `order#${number}` | `number#${string}` | `image#${string}` | `comment#${string}`

/**
 * How a request reports a parcel: it is announced, has arrived, is paid back, or a person enters it. A source reports a piece once in each
 * kind; what other sources report does not use it up.
 */
export type Tells = 'announcement' | 'receipt' | 'refund' | 'hand'
