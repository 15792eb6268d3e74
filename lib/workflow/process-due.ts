import { type Processed, processEvent } from './process-event.ts'
import type { Workflow } from './workflow.ts'

/** How many events a run of the schedule took up, by what became of them. */
export type DueReport = { processed: number; outcomes: Partial<Record<Processed, number>> }

const batchSize = 25
const sideBySide = 4

/**
 * Processes what is due, oldest first, until nothing is left or the function's time is over. Each event once a run. What the pace
 * leaves no room for in this run is left as it is: it stays due, and costs nothing.
 */
export async function processDue(workflow: Workflow, deadlineMs: number): Promise<DueReport> {
  const { pace, timing } = workflow
  const beginBefore = deadlineMs - timing.requestTimeoutMs - 2 * timing.marginMs
  const isTime = async () => (await pace?.turn(beginBefore)) ?? true
  const seen = new Set<string>()
  const outcomes: DueReport['outcomes'] = {}
  for (;;) {
    const due = await workflow.inbox.due({ now: workflow.now(), limit: batchSize })
    const queue = due.map((event) => event.id).filter((id) => !seen.has(id))
    if (queue.length === 0) return { processed: seen.size, outcomes }
    let tried = 0
    const work = async () => {
      while (queue.length > 0 && (await isTime())) {
        const id = queue.shift()
        if (id === undefined) return
        seen.add(id)
        const how = await processEvent(workflow, id, deadlineMs)
        outcomes[how] = (outcomes[how] ?? 0) + 1
        if (how !== 'not tried') tried += 1
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, work))
    // Time is over, or the table cannot be reached; one event that cannot be claimed must not stop the others.
    if (tried === 0) return { processed: seen.size, outcomes }
  }
}
