import type { AddComment } from '../../commands.ts'
import { invariant } from '../../invariant.ts'
import { writeCap } from '../by-visitor.ts'
import { isCommented } from '../open-writes.ts'
import { readyToWrite, untilResumed } from '../paused.ts'
import { endWith, proceed, type StepOutcome, type Work } from '../workflow.ts'
import { type Done, looksFirst } from '../write-once/kind.ts'
import { withLock } from '../write-once/lock-item.ts'
import { writeOnce } from '../write-once/write-once.ts'
import { commentKind } from './comment-kind.ts'

/** Once, in an item of its own: thousands would fill the order's. One request locks it and records it as `sent`. */
export async function writeComment(work: Work, key: string, command: AddComment): Promise<StepOutcome> {
  const progress = work.progress(key)
  const { orderId } = progress
  // `findOrder` ran before.
  invariant(orderId !== undefined, 'step_out_of_order')
  const facts = {
    key,
    command: key,
    isLast: true,
    orderId,
    text: () => command.text,
    note: command.note,
    isVisible: command.visibleForContact === true,
  }
  const isFirst = progress.state !== 'open'
  const early = isFirst ? await beforeFirst(work, facts) : undefined
  if (early) return early
  return await withLock(
    work,
    { id: `comment#${key}`, first: isFirst && !looksFirst(work) ? { ...facts, name: 'comment' } : undefined },
    async (item) => {
      // The order of its record counts, whoever wrote that.
      const at = { ...facts, orderId: item.records()[key]?.orderId ?? orderId }
      const written = await writeOnce(work, item, commentKind(work, at))
      if (written.kind !== 'done') return written
      recordComment(work, key, { ...written, orderId: at.orderId })
      return proceed
    },
  )
}

/** What must be known before its record, which is stored with the lock: pause, cap, author and slot. */
type First = { key: string; orderId: number; isVisible: boolean }

async function beforeFirst(work: Work, { key, orderId, isVisible }: First): Promise<StepOutcome | undefined> {
  const paused = await untilResumed(work)
  if (paused) return paused
  const capped = await writeCap(work, { key, orderId })
  // With a record, it was counted before.
  if (capped && !(await isCommented(work.workflow, key))) return endWith(capped)
  if (!isVisible) await work.backOffice.user.id()
  return await readyToWrite(work)
}

/** If another event wrote it, nothing is new. */
function recordComment(work: Work, key: string, { record, how, orderId }: Done & { orderId: number }): void {
  const id = record?.id
  const comment = { orderId, ...(id !== undefined && { commentId: id }) }
  const isOthers = how === 'before' && record !== undefined && record.by !== work.event().id
  if (isOthers) work.record(key, { by: record.by, done: true }, { code: 'already_done', by: record.by })
  else work.record(key, { orderId, comment, done: true })
}
