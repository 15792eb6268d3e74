import { type InboxEvent, isUnheard } from '../inbox/event.ts'
import { type Change, hasMade, type Made, openItem, type Progress, progressed } from '../inbox/progress.ts'
import { type Moment, withProgress } from '../inbox/transitions.ts'
import { invariant, isId } from '../invariant.ts'
import { recordedFor, withRecorded } from './open-writes.ts'
import { paceOfEvent } from './pace-of-event.ts'
import type { RequestPlan } from './plan-return/plan-return.ts'
import { fitsInto } from './timing.ts'
import { type KeyedCommand, understand } from './translate/translate-event.ts'
import type { Work, Workflow } from './workflow.ts'

/** One run of a claimed event, which is changed in memory and stored once, when the run ends (end-work.ts). */
export type Run = {
  work: Work
  claimed: InboxEvent
  /** As it was claimed, with what runs before have done. */
  begun: InboxEvent
  current: InboxEvent
  translated: ReturnType<typeof understand>['translated']
  commands: readonly KeyedCommand[]
  /** How each return was planned, by key of its command. */
  plans: ReadonlyMap<string, RequestPlan>
  /** Whether the event knows all that earlier runs have done and could not save. */
  hasCaughtUp: boolean
}

export const momentOf = ({ now, newId }: Workflow): Moment => ({ now: now(), writeId: newId() })

export function startWork(workflow: Workflow, claimed: InboxEvent, deadlineMs: number): Run {
  const { timing, now } = workflow
  const { translated, isWithdrawal } = understand(claimed, workflow.config)
  const commands: KeyedCommand[] = Array.isArray(translated) ? translated : []
  const plans = new Map<string, RequestPlan>()
  const begun: InboxEvent = isWithdrawal ? { ...claimed, withdrawal: true } : claimed
  const work: Work = {
    workflow,
    backOffice: workflow.openBackOffice({
      deadlineMs: deadlineMs - timing.marginMs,
      patienceMs: timing.turnPatienceMs,
      get pace() {
        return paceOfEvent(run.current, commands, workflow.config)
      },
      event: claimed.id,
    }),
    event: () => run.current,
    hasTime: () => fitsInto(deadlineMs, { now: now(), timing }),
    keys: new Set(commands.map(({ key }) => key)),
    lock: { event: claimed.id, epoch: claimed.epoch, until: claimed.leaseUntil ?? now() },
    parents: new Map(),
    completed: new Map(),
    progress: (key) => run.current.progress[key] ?? nothingKnown,
    sent: new Map(),
    onPlan: (key, plan) => void plans.set(key, plan),
    record: (key, change, entry) => {
      mustHaveValidIds(change)
      const before = run.current.progress[key]
      // An open write needs an outcome before its command is done.
      invariant(!change.done || 'open' in change || openItem(before) === undefined, 'end_with_open_write')
      const progress = { ...run.current.progress, [key]: progressed(before, change) }
      const isFirst = key === commands[0]?.key && change.orderId !== undefined
      run.current = withProgress(run.current, {
        ...momentOf(workflow),
        progress,
        ...(isFirst && { orderId: change.orderId }),
        isProgress: isProgress(change),
        entry,
      })
    },
  }

  const hasCaughtUp = !isUnheard(claimed)
  const run: Run = { work, claimed, begun, current: begun, translated, commands, plans, hasCaughtUp }
  return run
}

/** Before the first step: what runs before have sent and could not save. */
export async function catchUp(run: Run): Promise<void> {
  if (run.hasCaughtUp) return
  run.begun = withRecorded(run.current, await recordedFor(run.work.workflow, run.current))
  run.current = run.begun
  run.hasCaughtUp = true
}

const nothingKnown: Progress = { state: 'found' }

/** Whether a change ends a series of deferrals. Plans, refusals and lost answers do not: after a day of these a person must look. */
const isProgress = (change: Change): boolean =>
  change.orderId !== undefined || change.done !== undefined || hasMade(change as Made)

/** Throws for an id that the back office cannot have given. */
function mustHaveValidIds(change: Change): void {
  const { orderId, returnId, createdOrderId, publishedImageId, comment } = change
  const commented = { commentOrderId: comment?.orderId, commentId: comment?.commentId }
  const ids = { orderId, returnId, createdOrderId, publishedImageId, ...commented }
  for (const [what, id] of Object.entries(ids)) invariant(id === undefined || isId(id), 'id_invalid', { what })
}
