import type { ItemId } from '../../lib/state/write-record.ts'
import { externalOrderNumber } from '../../sandbox/order-filters.ts'
import type { Order } from '../../sandbox/records.ts'
import type { Script } from './fact.ts'
import type { Send } from './sends.ts'

/** The items that can have the record of a write. A comment's own item is named by a key that only its event knows. */
export function recordItems({ kind, orderId, tag, body }: Send, { facts }: Script): ItemId[] {
  const { externalNumber, image } = facts.find((fact) => fact.tag === tag) ?? {}
  if (kind === 'return' || kind === 'comment') return [`order#${orderId}`]
  // What no fact of the script asks for has the number that is sent.
  if (kind === 'order') return [`number#${externalNumber ?? externalOrderNumber(body as unknown as Order)}`]
  return image ? [`image#${image.itemId}/${image.imageId}/${image.type}/${image.value}`] : []
}
