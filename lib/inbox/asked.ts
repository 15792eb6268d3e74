import type { ReasonCode } from '../reasons.ts'

/** The questions that a release answers by itself, so that a link can. */
export const askedByLink: ReadonlySet<ReasonCode> = new Set([
  ...(['possible_duplicate', 'same_parcel', 'too_many', 'not_shipped', 'email_mismatch'] as const),
])

/** What a release would do, for somebody who decides without the back office: nothing about the customer. Of the claim of this `epoch`. */
export type Asked = {
  epoch: number
  makes: 'return' | 'comment' | 'order' | 'nothing'
  orderId?: number
  /** Its external number. */
  number?: string
  lines: readonly { quantity: number; name: string; sku?: string }[]
  /** Lines that are not shown. */
  more?: number
}
