import { budgets, minuteMs } from '../../back-office/pace/budget.ts'
import { noCounts, othersIn } from '../../back-office/pace/counts.ts'
import type { PaceState } from '../../back-office/pace/state.ts'
import type { Workflow } from '../workflow.ts'

/** `oldest`: the first of what was due when the run began; `worked`: on how many events it has worked. */
type Run = {
  begunAt: number
  oldest: { id: string; at: number } | undefined
  worked: number
  /** As this run has last seen it. */
  pace?: PaceState
}

/** Slots come sooner than this: a run that does nothing of what has been due for so long is stuck. */
const stuckAfterMs = 60 * minuteMs
/** An event this late is stuck, however much else is done. */
const lostAfterMs = 12 * 60 * minuteMs

/** What a run of the schedule has found: how late the work is, and whether it is being done at all. Costs no request. */
export function reportDue({ metrics, log, now }: Pick<Workflow, 'metrics' | 'log' | 'now'>, run: Run) {
  const { begunAt, oldest, worked, pace } = run
  const lateMs = oldest ? Math.max(0, begunAt - oldest.at) : 0
  metrics?.gauge('OldestDueSeconds', lateMs / 1_000)
  if (pace) reportPace(metrics, pace, now())
  const isStuck = lateMs >= lostAfterMs || (lateMs >= stuckAfterMs && worked === 0)
  if (oldest && isStuck)
    log.warn('due work is not done', { event: oldest.id, lateMinutes: Math.floor(lateMs / minuteMs) })
}

/** Until when the queue is reserved, and how much of the limits others use. */
function reportPace(metrics: Workflow['metrics'], pace: PaceState, now: number): void {
  const limits = { reads: pace.readsPerMinute, writes: pace.writesPerMinute }
  if (limits.reads === undefined && limits.writes === undefined) return
  const end = Math.max(...Object.values(pace.queueEnd))
  metrics?.gauge('BacklogEndSeconds', Math.max(0, end - now) / 1_000)
  const shares = budgets.flatMap((budget) => {
    const others = othersIn(pace.counts ?? noCounts, budget, now)
    return others === undefined ? [] : (100 * others) / (limits[budget] ?? Number.POSITIVE_INFINITY)
  })
  if (shares.length > 0) metrics?.gauge('PaceUsedByOthers', Math.min(100, Math.max(...shares)))
}
