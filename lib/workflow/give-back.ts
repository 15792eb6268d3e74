import { toWaiting } from '../inbox/transitions.ts'
import { traceOf } from '../log.ts'
import { afterBreak, afterSilence } from './retry-policy.ts'
import type { Workflow } from './workflow.ts'

/**
 * Gives a claim back whose answer did not come: the table may have taken it, and then nobody could work on the event until its lease ends.
 * `writeId`: of that claim, under which nothing was done. The event is due again later than the claim was made, so a repeat of that
 * request that arrives late finds nothing to claim. Never throws.
 */
export async function giveBack(
  { inbox, now, random, timing, newId, log }: Workflow,
  { id, writeId, error }: { id: string; writeId: string; error: unknown },
): Promise<void> {
  try {
    const event = await inbox.get(id)
    if (event?.status !== 'running' || event.writeId !== writeId) return
    const facts = { event, now: now(), random: random(), timing }
    const settlement = afterSilence(facts) ?? afterBreak(facts, { error, hasBegun: false })
    // An end is for a run that has looked at the event.
    if (settlement.kind === 'wait')
      await inbox.save(event, toWaiting(event, { now: now(), writeId: newId(), ...settlement }))
  } catch (again) {
    log.warn('event may stay claimed until its lease ends', { event: id, ...traceOf(again) })
  }
}
