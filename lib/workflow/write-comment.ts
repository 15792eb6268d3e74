import type { Constants } from '../back-office/constants.ts'
import { isActiveReturn } from '../back-office/constants.ts'
import { wasNotSent } from '../back-office/http/not-sent.ts'
import { commentPlainText, isAutomaticComment } from '../back-office/resources/comments.ts'
import type { OrderCommand } from '../commands.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import type { Progress } from '../inbox/event.ts'
import { settleWish, wishKey } from './claim-wish.ts'
import { commentMarker, markedComment, returnComment } from './comment-text.ts'
import { nextDeferral } from './retry-policy.ts'
import { readBackWhy } from './settling-why.ts'
import { settledAt } from './timing.ts'
import { proceed, type StepOutcome, type Work, waitUntil } from './workflow.ts'

type Comment = NonNullable<Progress['comment']>
type Marks = Constants['automaticComments']

/** Writes the comment of a command, once: what an earlier try may have written is recognised by its marker. */
export async function writeComment(work: Work, index: number, command: OrderCommand): Promise<StepOutcome> {
  const { now, timing, orders } = work.workflow
  const { orderId, comment } = work.event().ledger[index] ?? {}
  if (orderId === undefined) throw new TypeError('the order must be found before it is commented')
  if (comment) {
    const settled = settledAt(comment, timing)
    if (now() < settled) return waitUntil(settled, readBackWhy('a comment'))
    if (await adopt(work, index, comment, command)) return proceed
  }
  // Also of one that was planned before: its event may have been given up since, and its wish have passed to another.
  if (command.type === 'add-comment') {
    const options = { event: work.event().id, command: index, wish: wishKey(work, command), now: now() }
    const taken = await settleWish(work, index, { command, memory: await orders.claimWish(orderId, options) })
    const planned = work.event().ledger[index]?.comment
    if (taken && planned) work.record(index, { comment: undefined }, { what: 'comment not found', orderId })
    if (taken) return taken
    // It came with the wish.
    if (planned && planned !== comment && (await adopt(work, index, planned, command))) return proceed
  }
  return await send(work, index, command)
}

/** True: the comment is there already. Only the start counts: what customers write may hold anything, another event's marker too. */
async function adopt(work: Work, index: number, comment: Comment, command: OrderCommand): Promise<boolean> {
  const { entries: comments, unrelated } = await work.backOffice.comments.ofOrder(comment.orderId, {
    withAutomatic: true,
  })
  if (comments.length === 0 && unrelated > 0) {
    throw new RetryLater('[GET] /rest/comments/order/{orderId} answered comments of other orders alone')
  }
  const marks = await marksOfOthers(work, command)
  const ours = comments.find(
    (candidate) => !isAutomaticComment(candidate, marks) && commentPlainText(candidate.text).startsWith(comment.marker),
  )
  if (!ours) {
    // One that came with its wish is written in our own words.
    const isOurs = comment.marker === commentMarker(work.event().id, index)
    if (!isOurs) work.record(index, { comment: undefined }, { what: 'comment not found', orderId: comment.orderId })
    return false
  }
  recordWritten(work, index, { ...comment, commentId: ours.id }, 'comment found')
  return true
}

/** Automatic comments are told by their user, but never by the one that we write as, or ours would be written twice. */
async function marksOfOthers({ workflow, backOffice }: Work, command: OrderCommand): Promise<Marks> {
  const { userIds, startsWith } = workflow.constants.automaticComments
  // Which user a comment gets that names none is not shown.
  if (isVisible(command)) return { userIds: [], startsWith }
  const own = await backOffice.user.id()
  return { userIds: userIds.filter((id) => id !== own), startsWith }
}

const isVisible = (command: OrderCommand): boolean =>
  command.type === 'add-comment' && command.visibleForContact === true

async function send(work: Work, index: number, command: OrderCommand): Promise<StepOutcome> {
  const { now, random, timing } = work.workflow
  const visible = isVisible(command)
  await work.backOffice.reserveWrites()
  const comment = { ...composed(work, index, command), sendBefore: now() + timing.sendWindowMs }
  const author = visible ? {} : { userId: await work.backOffice.user.id() }
  work.record(index, { comment }, { what: 'comment planned', orderId: comment.orderId })
  await work.save()
  try {
    const { id } = await work.backOffice.comments.create(
      {
        referenceType: 'order',
        referenceValue: comment.orderId,
        text: comment.text,
        isVisibleForContact: visible,
        ...author,
      },
      { sendBefore: comment.sendBefore },
    )
    recordWritten(work, index, { ...comment, commentId: id }, 'comment written')
    return proceed
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      work.record(index, {}, { what: 'comment sent, answer lost', orderId: comment.orderId })
      const settled = settledAt(comment, timing)
      const again = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
      return waitUntil(Math.max(settled, again), readBackWhy('a comment'))
    }
    if (error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed) {
      // Nothing happened: the next try need not wait for anything to settle.
      const what = wasNotSent(error) ? 'not sent' : 'comment refused'
      work.record(index, { comment: undefined }, { what, orderId: comment.orderId })
    }
    throw error
  }
}

function recordWritten(work: Work, index: number, comment: Comment, what: string): void {
  const { commentId, ...rest } = comment
  const id = commentId === undefined ? {} : { commentId }
  work.record(index, { comment: { ...rest, written: true, ...id } }, { what, orderId: comment.orderId, ...id })
}

/** The text as it was first composed, whatever has changed since. */
function composed(work: Work, index: number, command: OrderCommand): Pick<Comment, 'orderId' | 'text' | 'marker'> {
  const event = work.event()
  const progress = event.ledger[index]
  if (progress?.comment) return progress.comment
  if (progress?.orderId === undefined) throw new TypeError('the order must be found before it is commented')
  const marker = commentMarker(event.id, index)
  const text = command.type === 'add-comment' ? command.text : returnText(work, command, progress)
  return { orderId: progress.orderId, marker, text: markedComment(marker, text) }
}

function returnText(work: Work, command: Extract<OrderCommand, { type: 'create-return' }>, progress: Progress): string {
  const made = progress.return
  if (made?.returnId === undefined) throw new TypeError('the return must be there before it is commented')
  const lines = command.lines === 'all' ? [] : command.lines
  return returnComment({
    returnId: made.returnId,
    source: work.event().source,
    complete: made.statusId !== undefined && isActiveReturn(made.statusId, work.workflow.constants.statuses),
    reasons: [command, ...lines].flatMap(({ reason }) => reason ?? []),
    note: command.note,
  })
}
