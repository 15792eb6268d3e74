import type { EventSummary } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { discarded } from '../inbox/operator-transitions.ts'
import { whyItStays } from '../workflow/forget-person.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { dayMs } from './auditor.ts'

/** Of one run: the next day goes on. */
const mostEnded = 200

/**
 * Ends held and failed events that have not moved for `retention.stoppedDays`, the oldest first, and answers which. Each by one conditional
 * write of what was read: whatever a person or a run does meanwhile stands.
 */
export async function endStopped({ config, ...workflow }: Workflow, events: readonly EventSummary[], until: number) {
  const { stoppedDays } = config.retention
  const { inbox, now, newId } = workflow
  const ended = new Set<string>()
  if (stoppedDays === undefined) return ended
  const isOld = ({ updatedAt }: { updatedAt: number }) => updatedAt < now() - stoppedDays * dayMs
  for (const { id } of events.filter(isOld).toSorted((one, other) => one.updatedAt - other.updatedAt)) {
    if (ended.size === mostEnded || now() > until) break
    try {
      const event = await inbox.get(id)
      const isStopped = event && isOld(event) && (event.status === 'held' || event.status === 'failed')
      if (!isStopped || (await whyItStays({ config, ...workflow }, event))) continue
      await inbox.save(event, discarded(event, { now: now(), writeId: newId(), stoppedDays }))
      ended.add(id)
    } catch (error) {
      if (!(error instanceof LostEvent || error instanceof NewerFormat)) throw error
    }
  }
  if (ended.size > 0) workflow.log.info('held and failed events were ended', { ended: ended.size, stoppedDays })
  return ended
}
