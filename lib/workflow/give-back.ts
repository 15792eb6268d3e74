import { openStatuses, stillUnheard } from '../inbox/event.ts'
import { toWaiting } from '../inbox/transitions.ts'
import { traceOf } from '../log.ts'
import { afterBreak, afterSilence } from './retry-policy.ts'
import type { Workflow } from './workflow.ts'

/** A claim without an answer, under its own `writeId`. */
type LostClaim = { id: string; writeId: string; error: unknown }
const lookAgainMs = 1_000

/** Of a claim without an answer, else nobody works on the event until its lease ends. It looks twice. Never throws. */
export async function giveBack(workflow: Workflow, claim: LostClaim): Promise<void> {
  const { sleep, log } = workflow
  try {
    if (await isOver(workflow, claim).catch(() => false)) return
    await sleep(lookAgainMs)
    await isOver(workflow, claim)
  } catch (again) {
    log.warn('event may stay claimed until its lease ends', { event: claim.id, ...traceOf(again) })
  }
}

/** Answers `false` where the claim may still arrive. */
async function isOver({ inbox, now, random, timing, newId }: Workflow, { id, writeId, error }: LostClaim) {
  const event = await inbox.get(id)
  if (event?.status !== 'running' || event.writeId !== writeId)
    return !openStatuses.some((open) => open === event?.status)
  const facts = { event, now: now(), random: random(), timing }
  const runEnd = afterSilence(facts) ?? afterBreak(facts, { error, hasBegun: false })
  // Only a run that has looked at the event may end it.
  if (runEnd.kind !== 'wait') return true
  const waiting = toWaiting(event, { now: now(), writeId: newId(), ...runEnd })
  await inbox.save(event, { ...waiting, ...stillUnheard(event) })
  return true
}
