import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import { routes } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { isAutomaticComment } from './comment-text.ts'
import { newComment } from './new-records.ts'
import { type Comment, commentList, createdComment } from './schemas.ts'
import { assertSendable } from './sendable.ts'

export { commentPlainText, isAutomaticComment } from './comment-text.ts'

export function createComments(client: Client, { automaticComments }: Constants): BackOffice['comments'] {
  /** A bare array without an envelope (specification, List envelope). */
  const ofOrder: BackOffice['comments']['ofOrder'] = async (orderId, { withAutomatic = false } = {}) => {
    const found = await client.read({ route: routes.commentsOfOrder, path: { orderId } }, commentList)
    const fitting = found.filter((one) => isOfOrder(one, orderId))
    const count = found.length - fitting.length
    if (count > 0) client.note({ what: 'not_asked_for', route: routes.commentsOfOrder, count })
    return withAutomatic ? fitting : fitting.filter((one) => !isAutomaticComment(one, automaticComments))
  }

  /** Always POST /rest/comments: the path with the order's id answers 200 with HTML and stores nothing. */
  const create: BackOffice['comments']['create'] = async (body, { sendBefore }) => {
    assertSendable(newComment, body, routes.comments)
    const { id } = await client.write({ route: routes.comments, body, sendBefore }, createdComment)
    return { id }
  }

  return { ofOrder, create }
}

/** True also where the comment does not say: of a read only `text` is specified. */
const isOfOrder = ({ referenceType = 'order', referenceValue }: Comment, orderId: number): boolean =>
  referenceType === 'order' && (referenceValue === undefined || referenceValue === orderId)
