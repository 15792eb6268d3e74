import type { Constants } from '../../back-office/constants.ts'
import { carriesMarker, commentPlainText, isAutomaticComment } from '../../back-office/resources/comments.ts'
import type { Comment } from '../../back-office/resources/schemas.ts'
import { RetryLater } from '../../errors.ts'
import { inLanguage } from '../../german.ts'
import { invariant } from '../../invariant.ts'
import type { Looking, Work } from '../workflow.ts'
import { type Kind, looksFirst, type Plan, type ReadBack } from '../write-once/kind.ts'
import { commentMarker, isMarker, markedComment, namesOther } from './comment-text.ts'

type Facts = {
  key: string
  command: string
  orderId: number
  isLast: boolean
  /** Without its marker. */
  text: () => string
  /** The return that it names. A comment of the same fact that names another return is not ours. */
  returnId?: number | undefined
  /** The words of somebody else. */
  note?: string | undefined
  isVisible: boolean
}

type SeenComments = { comments: readonly Comment[]; automatic: Constants['automaticComments'] }

type Recognised = Pick<Facts, 'key' | 'orderId' | 'returnId' | 'isVisible'>
/** Recognised by its marker. `isVisible`: customers see it, which decides whose comments can be ours. */
export function commentReadBack(looking: Looking, facts: Recognised): ReadBack<SeenComments> {
  const { key, orderId, returnId, isVisible } = facts
  return {
    name: 'comment',
    key,
    hasSecondLook: false,
    isExclusive: false,
    look: () => look(looking, { orderId, isVisible }),
    evidence(seen) {
      const ours = findOurs(seen, { key, returnId })
      return ours ? { kind: 'found', id: ours.id } : { kind: 'missing' }
    },
  }
}

function findOurs({ comments, automatic }: SeenComments, { key, returnId }: Pick<Facts, 'key' | 'returnId'>) {
  const marker = commentMarker(key)
  return comments.find((one) => {
    const text = commentPlainText(one.text)
    return carriesMarker(text, marker) && !namesOther(text, returnId) && !isAutomaticComment(one, automatic)
  })
}

export function commentKind(work: Work, facts: Facts): Kind<SeenComments> {
  const { command, orderId, isLast } = facts
  return {
    ...commentReadBack(work, facts),
    command,
    orderId,
    isLast,
    repeats: 'by_itself',
    plan: async (seen) => (findOurs(seen, facts) ? 'there_already' : await planComment(work, facts)),
    ...(!looksFirst(work) && unlooked(work, facts)),
  }
}

/** Nothing was sent under its key before. */
const unlooked = (work: Work, facts: Facts) => ({
  planUnseen: () => planComment(work, facts),
  unseen: { comments: [], automatic: { userIds: [], startsWith: [] } },
})

async function planComment(
  { backOffice, workflow }: Work,
  { key, orderId, text, note, isVisible }: Facts,
): Promise<Plan> {
  const author = isVisible ? {} : { userId: await backOffice.user.id() }
  return {
    recognise: { known: [] },
    send: async (options) => {
      const marker = commentMarker(key)
      const words = markedComment(marker, inLanguage(workflow.config, text()), { note, isVisible })
      const isMarked = isVisible ? words.endsWith(`<br>${marker}`) : words.startsWith(`${marker} `)
      invariant(isMarker(marker) && isMarked, 'comment_without_marker', { orderId })
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

type Seeking = Pick<Facts, 'orderId' | 'isVisible'>

async function look(looking: Looking, { orderId, isVisible }: Seeking): Promise<SeenComments> {
  const { entries, unrelated } = await looking.backOffice.comments.ofOrder(orderId, { withAutomatic: true })
  if (entries.length === 0 && unrelated > 0)
    throw new RetryLater('[GET] /rest/comments/order/{orderId} answered comments of other orders only')
  return { comments: entries, automatic: await marksOfOthers(looking, isVisible) }
}

/** A comment is automatic by its user, but never by the user that we write as: ours would be written twice. */
type Marks = Constants['automaticComments']

async function marksOfOthers({ workflow, backOffice }: Looking, isVisible: boolean): Promise<Marks> {
  const { userIds, startsWith } = workflow.constants.automaticComments
  // Such a comment names no user, and gets one that is not known.
  if (isVisible) return { userIds: [], startsWith }
  const own = await backOffice.user.id()
  return { userIds: userIds.filter((id) => id !== own), startsWith }
}
