import { commentPlainText, isAutomaticComment } from '../../back-office/comments.ts'
import type { Constants } from '../../back-office/constants.ts'
import type { Comment } from '../../back-office/schemas.ts'
import { RetryLater } from '../../errors.ts'
import type { Work } from '../workflow.ts'
import type { Kind, Plan } from '../write-once/kind.ts'
import { commentMarker, markedComment } from './comment-text.ts'

type Facts = {
  key: string
  command: string
  orderId: number
  isLast: boolean
  /** Without its marker. */
  text: () => string
  isVisible: boolean
}

type SeenComments = { comments: readonly Comment[]; automatic: Constants['automaticComments'] }

/** A comment: recognised by the marker at its start, sent again by itself. */
export function commentKind(work: Work, facts: Facts): Kind<SeenComments> {
  const { key, command, orderId, isLast, isVisible } = facts
  const marker = commentMarker(key)
  return {
    name: 'comment',
    key,
    command,
    orderId,
    isLast,
    repeats: 'by_itself',
    isLookedAtAgain: false,
    isExclusive: false,
    look: () => look(work, { orderId, isVisible }),
    evidence({ comments, automatic }) {
      // Only the start counts: what customers write may hold anything, another marker too.
      const ours = comments.find(
        (one) => !isAutomaticComment(one, automatic) && commentPlainText(one.text).startsWith(marker),
      )
      return ours ? { kind: 'found', id: ours.id } : { kind: 'missing' }
    },
    plan: () => planComment(work, facts),
    unseen: { comments: [], automatic: { userIds: [], startsWith: [] } },
  }
}

export async function planComment({ backOffice }: Work, { key, orderId, text, isVisible }: Facts): Promise<Plan> {
  const author = isVisible ? {} : { userId: await backOffice.user.id() }
  return {
    recognise: { known: [] },
    send: async (options) => {
      const words = markedComment(commentMarker(key), text())
      const body = {
        referenceType: 'order',
        referenceValue: orderId,
        text: words,
        isVisibleForContact: isVisible,
      } as const
      const { id } = await backOffice.comments.create({ ...body, ...author }, options)
      return id === undefined ? {} : { id }
    },
  }
}

async function look(work: Work, { orderId, isVisible }: Pick<Facts, 'orderId' | 'isVisible'>): Promise<SeenComments> {
  const before = work.unrelatedEntries()
  const comments = await work.backOffice.comments.ofOrder(orderId, { withAutomatic: true })
  if (comments.length === 0 && work.unrelatedEntries() > before) {
    throw new RetryLater('[GET] /rest/comments/order/{orderId} answered comments of other orders only')
  }
  return { comments, automatic: await marksOfOthers(work, isVisible) }
}

/** Automatic comments are told by their user, but never by the one that we write as, or ours would be written twice. */
async function marksOfOthers(
  { workflow, backOffice }: Work,
  isVisible: boolean,
): Promise<Constants['automaticComments']> {
  const { userIds, startsWith } = workflow.constants.automaticComments
  // Which user a comment gets that names none is not shown.
  if (isVisible) return { userIds: [], startsWith }
  const own = await backOffice.user.id()
  return { userIds: userIds.filter((id) => id !== own), startsWith }
}
