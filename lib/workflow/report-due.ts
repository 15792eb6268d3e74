import type { Workflow } from './workflow.ts'

/** `oldest`: the first of what was due when the run began; `worked`: on how many events it has worked. */
type Run = { begunAt: number; oldest: { id: string; at: number } | undefined; worked: number }

const minuteMs = 60_000
/** Slots come sooner: a run that does nothing of what has been due for so long cannot. */
const stuckAfterMs = 60 * minuteMs
/** An event this late cannot be worked on, however much else is. */
const lostAfterMs = 12 * 60 * minuteMs

/** What a run of the schedule has found: how late the work is, and whether it is being done at all. Costs no request. */
export function reportDue({ metrics, log }: Pick<Workflow, 'metrics' | 'log'>, { begunAt, oldest, worked }: Run) {
  const lateMs = oldest ? Math.max(0, begunAt - oldest.at) : 0
  metrics?.gauge('OldestDueSeconds', lateMs / 1_000)
  const isStuck = lateMs >= lostAfterMs || (lateMs >= stuckAfterMs && worked === 0)
  if (oldest && isStuck)
    log.warn('due work is not done', { event: oldest.id, lateMinutes: Math.floor(lateMs / minuteMs) })
}
