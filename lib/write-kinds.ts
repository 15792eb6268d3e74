/** What a write makes in the back office. */
export type WriteKind = 'return' | 'comment' | 'order' | 'image'

/** Where a write's record lies: an order, the external number of a new one, an image as it is shown, or a comment without a return. */
export type ItemId = `order#${number}` | `number#${string}` | `image#${string}` | `comment#${string}`

/** How a request reports a parcel: a customer announces it, a shop refunds it, a person enters it. Each kind reports a piece once. */
export type Tells = 'announcement' | 'refund' | 'hand'
