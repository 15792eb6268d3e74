import { type Processed, processEvent } from './process-event.ts'
import type { Workflow } from './workflow.ts'

/** How many events a run of the schedule took up, by what became of them. */
export type DueReport = { processed: number; outcomes: Partial<Record<Processed, number>> }

const batchSize = 25
const sideBySide = 4
/** Between two looks for more while others of this run still work. */
const idleMs = 500

/**
 * Processes what is due, oldest first, until nothing is left or the function's time is over. Each event once a run. What the pace
 * leaves no room for in this run is left as it is: it stays due, and costs nothing.
 */
export async function processDue(workflow: Workflow, deadlineMs: number): Promise<DueReport> {
  const { pace, timing, sleep } = workflow
  const run = { deadlineMs: deadlineMs - timing.marginMs }
  const next = dueOneByOne(workflow)
  const report = { processed: 0, outcomes: {} as DueReport['outcomes'] }
  let active = 0

  async function work(): Promise<void> {
    for (;;) {
      const id = await next.take()
      if (id === undefined && active === 0) return
      if (id === undefined) {
        await sleep(idleMs)
        continue
      }
      active += 1
      try {
        if (pace && !(await pace.turn(run))) next.stop()
        else count(await processEvent(workflow, id, deadlineMs))
      } finally {
        active -= 1
      }
    }
  }

  function count(how: Processed): void {
    report.processed += 1
    report.outcomes[how] = (report.outcomes[how] ?? 0) + 1
    if (how !== 'not tried') next.tried()
  }

  // What one of them cannot reach is told only when all have ended: nothing goes on behind an answer.
  const ends = await Promise.allSettled(Array.from({ length: sideBySide }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return report
}

/** What is due, each once, read again when it is used up and something could be done since. */
function dueOneByOne({ inbox, now }: Workflow) {
  const seen = new Set<string>()
  let queue: string[] = []
  let isWorthReading = true
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    // Time is over, or the table cannot be reached, where nothing could be tried; one event alone must not stop the others.
    if (!isWorthReading) return
    isWorthReading = false
    const due = await inbox.due({ now: now(), limit: batchSize })
    queue = due.map(({ id }) => id).filter((id) => !seen.has(id))
    for (const id of queue) seen.add(id)
  }

  return {
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
      isWorthReading = true
    },
    stop(): void {
      queue = []
      isWorthReading = false
    },
  }
}
