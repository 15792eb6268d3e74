import { recovered } from '../../errors.ts'
import { NewerFormat } from '../../inbox/format.ts'
import type { Place } from '../../inbox/inbox.ts'
import { pausedEvents } from '../paused.ts'
import { type Processed, processEvent } from '../process-event.ts'
import type { Workflow } from '../workflow.ts'
import { reportDue } from './report-due.ts'

/** How many events a run of the schedule processed, by what became of them. */
export type DueReport = { processed: number; outcomes: Partial<Record<Processed, number>> }
const batchSize = 25
const pausedBatchSize = 500
/** Enough to use up the writes of a minute where the back office takes seconds to answer: nobody else waits for them. */
const sideBySide = 20

/** What is due, oldest first and each once. It alone waits for slots; what has no room costs nothing. */
export async function processDue(given: Workflow, deadlineMs: number): Promise<DueReport> {
  const workflow = { ...given, timing: { ...given.timing, turnPatienceMs: Number.POSITIVE_INFINITY } }
  const { pace, timing } = workflow
  const run = { deadlineMs: deadlineMs - timing.marginMs }
  const begunAt = workflow.now()
  const next = dueOneByOne(workflow)
  const report = { processed: 0, outcomes: {} as DueReport['outcomes'] }
  const active = new Set<Promise<void>>()

  /** Ends when nothing is due and nobody works on what may leave something due. */
  async function work(): Promise<void> {
    for (;;) {
      const id = await next.take()
      if (id === undefined && active.size === 0) return
      if (id === undefined) {
        await Promise.race(active)
        continue
      }
      const one = process(id)
      active.add(one)
      await one.finally(() => active.delete(one))
    }
  }

  async function process(id: string): Promise<void> {
    if (pace && !(await mayStart(pace, run))) return next.stop()
    const how = await processEvent(workflow, id, deadlineMs)
    // Somebody else works on it.
    if (how === 'not claimed') return
    report.processed += 1
    report.outcomes[how] = (report.outcomes[how] ?? 0) + 1
    if (how !== 'not tried') next.tried()
  }

  // An error is thrown only when all have ended: nothing continues after the answer.
  const ends = await Promise.allSettled(Array.from({ length: sideBySide }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const known = pace?.known?.()
  reportDue(workflow, {
    ...(known && { pace: known }),
    begunAt,
    oldest: next.oldest(),
    worked: report.processed - (report.outcomes['not tried'] ?? 0),
  })
  return report
}

/** Whether another event may start. Where a newer version keeps the pace, that version does the work. */
const mayStart = (pace: NonNullable<Workflow['pace']>, run: { deadlineMs: number }): Promise<boolean> =>
  recovered(pace.waitToStart(run), (error) => error instanceof NewerFormat, false)

/** What is due, each once: page by page, and from the beginning again when all was read and something was done since. */
function dueOneByOne(workflow: Workflow) {
  const { inbox, now } = workflow
  const seen = new Set<string>()
  let queue: string[] = []
  let after: Place | undefined
  let oldest: Place | undefined
  // Nothing could be tried if the time is over or the table away; one event alone must not stop the others.
  let isWorthReading = true
  let isOnce = false
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    while (queue.length === 0 && (isWorthReading || after)) {
      if (!after) isWorthReading = false
      const isPaused = await pausedEvents(workflow)
      // What is paused may be much, and stays due: larger pages, and once a run.
      const limit = isPaused ? pausedBatchSize : batchSize
      const due = await inbox.due({ now: now(), limit, after })
      oldest ??= due.find(({ id }) => !isPaused?.(id))
      after = due.length < limit ? undefined : due.at(-1)
      queue = due.map(({ id }) => id).filter((id) => !seen.has(id) && !isPaused?.(id))
      if (isPaused) isOnce = true
    }
    for (const id of queue) seen.add(id)
  }

  return {
    /** The first one of the first page. */
    oldest: () => oldest,
    async take(): Promise<string | undefined> {
      if (queue.length === 0) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return queue.shift()
    },
    tried(): void {
      isWorthReading = !isOnce
    },
    stop(): void {
      queue = []
      after = undefined
      isWorthReading = false
    },
  }
}
