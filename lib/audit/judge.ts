import type { Constants } from '../back-office/constants.ts'
import { commentPlainText } from '../back-office/resources/comments.ts'
import { refersTo } from '../back-office/resources/order-filter.ts'
import type { Comment, Order } from '../back-office/resources/schemas.ts'
import type { Progress } from '../inbox/event.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import type { Finding } from './auditor.ts'

type Recorded<Part extends 'return' | 'comment'> = { event: string; orderId: number; made: NonNullable<Progress[Part]> }

/** A return that an event is done with, against what the back office has under its id; `found` undefined: nothing. */
export function judgeReturn(
  { event, orderId, made: { returnId } }: Recorded<'return'>,
  { found, constants }: { found: Order | undefined; constants: Constants },
): Finding | undefined {
  if (returnId === undefined) return undefined
  const ids = { event, orderId, returnId }
  const name = `Return ${returnId} of order ${orderId}, made for event ${event},`
  if (!found) return { what: 'return_gone', ...ids, says: `${name} is not in the back office any more.` }
  if (found.typeId !== constants.orderTypes.return) {
    return { what: 'return_gone', ...ids, says: `${name} is of type ${found.typeId} there: it is no return.` }
  }
  if (found.statusId === constants.statuses.cancelled) {
    return { what: 'return_cancelled', ...ids, says: `${name} is cancelled in the back office.` }
  }
  if (found.orderReferences && !refersTo(found, orderId)) {
    return {
      what: 'return_of_another_order',
      ...ids,
      says: `${name} does not belong to that order in the back office.`,
    }
  }
  return undefined
}

/** An order that an event is done with creating. What became of it since is the merchant's matter. */
export function judgeNewOrder(event: string, orderId: number, found: Order | undefined): Finding | undefined {
  if (found) return undefined
  const says = `Order ${orderId}, created for event ${event}, is not in the back office any more.`
  return { what: 'order_gone', event, orderId, says }
}

/** A comment that an event is done with, against all comments of its order; `listed` undefined: there is no such order. */
export function judgeComment(
  { event, orderId, made: { commentId, marker } }: Recorded<'comment'>,
  listed: readonly Comment[] | undefined,
): Finding | undefined {
  const isThere = ({ id, text }: Comment) =>
    (commentId !== undefined && id === commentId) || commentPlainText(text).startsWith(marker)
  if (listed?.some(isThere)) return undefined
  const ids = { event, orderId, ...(commentId !== undefined && { commentId }) }
  const why = listed ? 'is not among the comments of its order any more' : 'is gone with its order'
  return { what: 'comment_gone', ...ids, says: `The comment of event ${event} at order ${orderId} ${why}.` }
}

/** What the order's own memory says of a return of our user. */
export function judgeOwn(returnId: number, memories: readonly (OrderMemory | undefined)[]) {
  if (memories.some((memory) => memory?.returns[returnId] !== undefined)) return 'known'
  return memories.some((memory) => memory?.intent !== undefined) ? 'unsettled' : 'unknown'
}

export function unknownReturn(returnId: number, parents: readonly number[]): Finding {
  const [orderId] = parents
  const of = orderId === undefined ? 'of no order' : `of order ${parents.join(', ')}`
  const says = `Return ${returnId} ${of} belongs to the API user of the bridge, but no event has made it.`
  return { what: 'return_unknown', ...(orderId !== undefined && { orderId }), returnId, says }
}
