import type { AddComment } from '../../commands.ts'
import { invariant } from '../../invariant.ts'
import type { WriteRecord } from '../../state/write-record.ts'
import { readyToWrite, untilResumed } from '../paused.ts'
import { sendBeforeAt } from '../timing.ts'
import { endWith, proceed, type StepOutcome, type Work } from '../workflow.ts'
import { writeCap } from '../write-cap.ts'
import type { Done } from '../write-once/kind.ts'
import { withLock } from '../write-once/lock-item.ts'
import { sendRecorded } from '../write-once/send.ts'
import { writeOnce } from '../write-once/write-once.ts'
import { commentKind, planComment } from './comment-kind.ts'

/**
 * Writes the comment of a command, once. It has an item of its own, or thousands of comments would fill their order's: locked and
 * recorded as sent by one write, where nobody has recorded it before.
 */
export async function writeComment(work: Work, key: string, command: AddComment): Promise<StepOutcome> {
  const { now, timing } = work.workflow
  const { orderId, openWrite } = work.progress(key)
  // It was found before.
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
  const paused = openWrite === undefined ? await untilResumed(work) : undefined
  if (paused) return paused
  const capped = openWrite === undefined ? await writeCap(work, { key, orderId }) : undefined
  // Somebody has sent it before, and it has counted then.
  if (capped && !(await work.workflow.records.get(`comment#${key}`))) return endWith(capped)
  const plan = await planComment(work, facts)
  const late = openWrite === undefined ? await readyToWrite(work) : undefined
  if (late) return late
  const sendBefore = sendBeforeAt(now(), timing, work.lock)
  const record: WriteRecord = {
    kind: 'comment',
    by: work.event().id,
    at: now(),
    orderId,
    tries: [{ ...plan.recognise, sendBefore }],
    state: 'sent',
  }
  const first = openWrite === undefined ? { first: { key, record } } : {}
  return await withLock(work, { id: `comment#${key}`, ...first }, async (item) => {
    const stored = item.records()[key]
    // Whoever wrote it first has found the order.
    const at = { ...facts, orderId: stored?.orderId ?? orderId }
    const kind = commentKind(work, at)
    const isFirst = first.first !== undefined && isSameTry(stored, record)
    const written = isFirst
      ? await sendRecorded(work, item, { kind, plan, own: undefined, record })
      : await writeOnce(work, item, kind)
    if (written.kind !== 'done') return written
    recordComment(work, key, { ...written, orderId: at.orderId })
    return proceed
  })
}

const isSameTry = (stored: WriteRecord | undefined, { by, at }: WriteRecord): boolean =>
  stored?.state === 'sent' && stored.by === by && stored.at === at

/** Also where another event wrote it: then nothing is new. */
function recordComment(work: Work, key: string, { record, how, orderId }: Done & { orderId: number }): void {
  const id = record?.id
  const comment = { orderId, ...(id !== undefined && { commentId: id }) }
  const isOthers = how === 'before' && record !== undefined && record.by !== work.event().id
  if (isOthers) work.record(key, { doneBy: record.by, done: true }, { code: 'already_done', by: record.by })
  else work.record(key, { orderId, comment, done: true })
}
