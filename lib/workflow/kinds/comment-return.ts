import { isActiveReturn } from '../../back-office/constants.ts'
import type { CreateReturn } from '../../commands.ts'
import type { Made } from '../../inbox/progress.ts'
import { invariant } from '../../invariant.ts'
import { alsoIn } from '../../state/write-record.ts'
import type { StepOutcome, Work } from '../workflow.ts'
import type { Done } from '../write-once/kind.ts'
import type { Locked } from '../write-once/lock-item.ts'
import { writeOnce } from '../write-once/write-once.ts'
import { commentKind } from './comment-kind.ts'
import { returnComment } from './comment-text.ts'

export type Parts = { key: string; orderId: number; command: CreateReturn; item: Locked }
export const commentKey = (key: string): string => `${key}/comment`

/** Comments the order of a return, or of a report that belongs to none. Undefined: the comment is there. */
export async function commentOn(work: Work, parts: Parts): Promise<StepOutcome | undefined> {
  const { key, orderId, command, item } = parts
  const { returnId, comment } = work.progress(key)
  if (comment) return undefined
  const before = item.records()[commentKey(key)]
  const record = item.records()[key]
  const isOthers = returnId === undefined
  const first = record ?? (before?.by === work.event().id ? undefined : before)
  if (isOthers && first && before?.state === 'done') {
    work.record(key, { by: first.by, done: true, open: undefined }, { code: 'already_done', by: first.by })
    return undefined
  }
  const made = returnId ?? (record?.state === 'done' ? record.id : undefined)
  invariant(made !== undefined || command.mayMake === false, 'step_out_of_order', { orderId })
  const { statusId } = work.progress(key)
  if (made !== undefined && !linkedIn(item, key).linked && statusId === undefined && before?.state !== 'done')
    await checkStatus(work, key, made)
  const isLast = record?.state !== 'done' || record.secondLookAt === undefined
  const text = () => textOf(work, parts, made)
  const facts = { key: commentKey(key), command: key, orderId, returnId: made, isLast, isVisible: false, text }
  const written = await writeOnce(work, item, commentKind(work, facts))
  if (written.kind !== 'done') return written
  recordComment(work, parts, { ...written, returnId: isOthers ? made : undefined })
  return undefined
}

/** Where another event had made the return, this one is done with what it has added. */
type Commented = Done & { returnId: number | undefined }

function recordComment(work: Work, { key, orderId, item }: Parts, { record, returnId }: Commented): void {
  const id = record?.id
  const comment = { orderId, ...(id !== undefined && { commentId: id }) }
  const joined =
    returnId === undefined
      ? {}
      : { returnId, done: true as const, ...linkedIn(item, key), ...alsoIn(item.records()[key]) }
  work.record(key, { comment, open: undefined, ...joined })
}

function linkedIn(item: Locked, key: string): Pick<Made, 'linked'> {
  const record = item.records()[key]
  return record?.state === 'done' && record.linked ? { linked: true } : {}
}

function textOf(work: Work, { key, command, item }: Parts, returnId: number | undefined): string {
  const { statusId } = work.progress(key)
  const lines = command.lines === 'all' ? [] : command.lines
  return returnComment({
    returnId,
    source: work.event().source,
    also: alsoIn(item.records()[key]).also,
    linked: linkedIn(item, key).linked === true,
    complete: statusId !== undefined && isActiveReturn(statusId, work.workflow.constants),
    reasons: [command, ...lines].flatMap(({ reason }) => reason ?? []),
    leftOut: item.records()[key]?.leftOut,
    note: command.note,
    text: command.text,
    lines: command.lines,
  })
}

/** Of a return whose answer did not show it. */
export async function checkStatus(work: Work, key: string, returnId: number): Promise<number> {
  const { statusId } = await work.backOffice.orders.read(returnId)
  work.record(key, { statusId }, { code: 'return_checked', returnId, statusId })
  return statusId
}
