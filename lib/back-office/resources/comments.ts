import type { Client } from '../client.ts'
import type { Constants } from '../constants.ts'
import type { BackOffice } from '../types.ts'
import { isAutomaticComment } from './comment-text.ts'
import { newComment } from './new-records.ts'
import { type Comment, commentList, createdComment } from './schemas.ts'
import { assertSendable } from './sendable.ts'

export { commentPlainText, isAutomaticComment } from './comment-text.ts'

export function createComments(client: Client, { automaticComments }: Constants): BackOffice['comments'] {
  const { routes } = client

  /** A bare array without an envelope (docs/back-office.md 6.2). */
  const ofOrder: BackOffice['comments']['ofOrder'] = async (orderId, { withAutomatic = false } = {}) => {
    const found = await client.read({ route: routes.commentsOfOrder, path: { orderId } }, commentList)
    const ofIt = found.filter((one) => isOfOrder(one, orderId))
    const entries = withAutomatic ? ofIt : ofIt.filter((one) => !isAutomaticComment(one, automaticComments))
    return client.listed(routes.commentsOfOrder, { entries, unrelated: found.length - ofIt.length })
  }

  /** Never to the path with the order's id, which answers 200 and stores nothing (docs/back-office.md 6.2). */
  const create: BackOffice['comments']['create'] = async (body, { sendBefore }) => {
    assertSendable(newComment, body, routes.comments)
    const { id } = await client.write({ route: routes.comments, body, sendBefore }, createdComment)
    return { id }
  }

  return { ofOrder, create }
}

/** True also where the comment does not say: of a read only `text` is stated (docs/back-office.md 6.2). */
const isOfOrder = ({ referenceType = 'order', referenceValue }: Comment, orderId: number): boolean =>
  referenceType === 'order' && (referenceValue === undefined || referenceValue === orderId)
