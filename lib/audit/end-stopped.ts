import { type EventSummary, hasOpenWrite, type InboxEvent } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { discarded } from '../inbox/operator-transitions.ts'
import { findOpenWrites } from '../workflow/open-writes.ts'
import { understand } from '../workflow/translate/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { dayMs } from './auditor.ts'

/** Of one run: the next day goes on. */
const mostEnded = 200

/**
 * Ends held and failed events that have not moved for `retention.stoppedDays`, the oldest first, and answers which. A withdrawal must be
 * answered by a person, and only a person can say what became of an open write: these stay.
 */
export async function endStopped(workflow: Workflow, events: readonly EventSummary[], until: number) {
  const { config, now, log } = workflow
  const { stoppedDays } = config.retention
  const ended = new Set<string>()
  if (stoppedDays === undefined) return ended
  const before = now() - stoppedDays * dayMs
  const old = events.filter(({ updatedAt }) => updatedAt < before)
  for (const { id } of old.toSorted((one, other) => one.updatedAt - other.updatedAt)) {
    if (ended.size === mostEnded || now() > until) break
    if (await endOne(workflow, { id, before, stoppedDays })) ended.add(id)
  }
  if (ended.size > 0) log.info('held and failed events were ended', { ended: ended.size, stoppedDays })
  return ended
}

type Old = { id: string; before: number; stoppedDays: number }

/** One conditional write of what was read: whatever a person or a run does meanwhile stands. */
async function endOne(workflow: Workflow, { id, before, stoppedDays }: Old): Promise<boolean> {
  const { inbox, now, newId } = workflow
  try {
    const event = await inbox.get(id)
    if (!event || !isStopped(event) || event.updatedAt >= before || (await mustStay(workflow, event))) return false
    await inbox.save(event, discarded(event, { now: now(), writeId: newId(), stoppedDays }))
    return true
  } catch (error) {
    if (error instanceof LostEvent || error instanceof NewerFormat) return false
    throw error
  }
}

const isStopped = ({ status }: InboxEvent): boolean => status === 'held' || status === 'failed'

const mustStay = async (workflow: Workflow, event: InboxEvent): Promise<boolean> =>
  event.withdrawal === true ||
  understand(event, workflow.config).isWithdrawal ||
  hasOpenWrite(event) ||
  (await findOpenWrites(workflow, event)).length > 0
