import type { HistoryEntry, InboxEvent } from '../../../lib/inbox/event.ts'
import { commentMarker } from '../../../lib/workflow/kinds/comment-text.ts'
import type { Judged } from './judged.ts'
import { markerOf } from './model.ts'

const returnType = 3
const cancelled = 8

/** What events say of what they made and found is so: their ids, and what their histories claim. */
export function falseClaims(judged: Judged): string[] {
  return judged.events.flatMap((event) =>
    [...falseIds(event, judged), ...event.history.flatMap((entry) => falseEntry(event, entry, judged))].map(
      (what) => `false: ${event.id}, which is ${event.status}, ${what}`,
    ),
  )
}

function falseIds({ progress }: InboxEvent, { sandbox, truth, script }: Judged): string[] {
  const { orders, comments } = sandbox.world.store
  return Object.entries(progress).flatMap(([key, made]) => {
    const { orderId, returnId, also = [], createdOrderId, publishedImageId, comment, linked } = made
    const isOfOrder = (id: number | undefined) =>
      orders.get(id ?? 0)?.orderReferences.some((one) => one.referenceOrderId === orderId)
    const others = linked ? [returnId, ...also] : also
    const text = comments.get(comment?.commentId ?? 0)
    const markers = [commentMarker(key), commentMarker(`${key}/comment`)]
    const isMarked =
      text?.referenceValue === comment?.orderId && markers.some((one) => one === markerOf(text?.text ?? ''))
    const isMadeByUs = truth.sends.some(({ by, made: sent }) => by !== undefined && sent?.id === returnId)
    const old = truth.older.find((one) => others.includes(one.id) && one.isTooOld)
    const isHand = truth.byHand.some(({ id }) => id === returnId)
    return [
      ...[returnId, ...also]
        .filter((id) => id !== undefined && orderId !== undefined && !isOfOrder(id))
        .map((id) => `names return ${id}, which is not of order ${orderId}`),
      ...(comment?.commentId !== undefined && !isMarked
        ? [`names comment ${comment.commentId}, which is not its`]
        : []),
      ...(createdOrderId !== undefined && orders.get(createdOrderId)?.typeId !== 1
        ? [`names order ${createdOrderId}, which is none`]
        : []),
      ...(publishedImageId !== undefined && !script.facts.some(({ image }) => image?.imageId === publishedImageId)
        ? [`names image ${publishedImageId}`]
        : []),
      ...(old ? [`is linked to return ${old.id}, which is too old`] : []),
      ...(returnId !== undefined && !linked && !isMadeByUs && !isHand ? [`takes return ${returnId} for its own`] : []),
    ]
  })
}

function falseEntry(event: InboxEvent, entry: HistoryEntry, { sandbox, truth, nature }: Judged): string[] {
  const { orders } = sandbox.world.store
  const own = truth.sends.filter(({ by }) => by === event.id)
  switch (entry.code) {
    case 'written':
      // The image is named by its own id.
      if (entry.kind === 'image' || entry.id === undefined) return []
      return truth.sends.some(({ kind, made }) => kind === entry.kind && made?.id === entry.id)
        ? []
        : [`claims to have written ${entry.kind} ${entry.id}`]
    case 'missing': {
      if (entry.kind !== 'return' && entry.kind !== 'order') return []
      // An event can have writes of several orders.
      const isOfEntry = (kind: string, orderId: number) =>
        kind === entry.kind && (kind === 'order' || entry.orderId === undefined || orderId === entry.orderId)
      const there = own.filter(
        ({ kind, orderId, made, isFarTooLate, sentAt }) =>
          isOfEntry(kind, orderId) && made && !isFarTooLate && sentAt < entry.at - nature.clocks.mostApartMs,
      )
      return there
        .filter(({ made }) => orders.get(made?.id ?? 0)?.statusId !== cancelled)
        .map(({ made }) => `says that ${entry.kind} ${made?.id} is missing`)
    }
    case 'linked':
    case 'link_chosen':
    case 'return_checked':
      return orders.get(entry.returnId)?.typeId === returnType ? [] : [`names return ${entry.returnId}`]
    default:
      return []
  }
}
