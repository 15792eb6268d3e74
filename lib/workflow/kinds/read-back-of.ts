import type { ItemId, WriteRecord } from '../../state/write-record.ts'
import type { Looking } from '../workflow.ts'
import type { ReadBack } from '../write-once/kind.ts'
import { commentReadBack } from './comment-kind.ts'
import { orderReadBack } from './create-order.ts'
import { imageReadBack, shownBy } from './publish-image.ts'
import { returnReadBack } from './return-kind.ts'

/** How a write is recognised by whoever has no event: its item and its record say all that this takes. */
export function readBackOf(
  looking: Looking,
  { item, key, record }: { item: ItemId; key: string; record: WriteRecord },
): ReadBack<unknown> {
  const id = item.slice(item.indexOf('#') + 1)
  switch (record.kind) {
    case 'return':
      return returnReadBack(looking, { key, orderId: Number(id) })
    case 'comment':
      return commentReadBack(looking, { key, orderId: record.orderId ?? Number(id), isVisible: true })
    case 'order':
      return orderReadBack(looking, { key, number: id })
    case 'image':
      return imageReadBack(looking, key, shownBy(item))
    default:
      return record.kind satisfies never
  }
}
