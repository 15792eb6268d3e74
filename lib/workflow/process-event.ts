import type { Clock } from '../clock.ts'
import { type InboxEvent, openStatuses, stillUnheard } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { toWaiting } from '../inbox/transitions.ts'
import { InvariantBroken, invariant, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Wait } from '../reasons.ts'
import { LostLock } from '../state/write-record.ts'
import { doCommands } from './do-commands.ts'
import { endWork, holdWork } from './end-work.ts'
import { pausedEvents } from './paused.ts'
import { afterBreak, afterSilence, type RunEnd, retryFacts, runEndOf } from './retry-policy.ts'
import { catchUp, type Run, startWork } from './start-work.ts'
import { fitsInto } from './timing.ts'
import type { Work, Workflow } from './workflow.ts'

/** How one run of an event went: its status now, or why there was no run to the end. */
export type Processed = InboxEvent['status'] | 'not claimed' | 'not tried' | 'lost' | 'broken off'

/** Works on an event until it is done, ends or must wait, or until `deadlineMs` (epoch ms). Never throws. */
export async function processEvent(workflow: Workflow, id: string, deadlineMs: number): Promise<Processed> {
  const { inbox, timing, now, log } = workflow
  if (!fitsInto(deadlineMs, { now: now(), timing })) return 'not tried'
  if (workflow.clock && !(await isClockRight(workflow.clock, inbox, id))) return 'not tried'
  if ((await pausedEvents(workflow))?.(id)) return 'not claimed'
  const writeId = workflow.newId()
  let claimed: InboxEvent | undefined
  try {
    claimed = await inbox.claim(id, { now: now(), leaseMs: timing.leaseMs, writeId })
  } catch (error) {
    log.error('event could not be claimed', { event: id, ...traceOf(error) })
    await giveBack(workflow, { id, writeId, error })
    return 'not tried'
  }
  if (!claimed) return 'not claimed'
  let run: Run | undefined
  try {
    invariant(claimed.id === id && claimed.status === 'running', 'claim_of_another_event')
    run = startWork(workflow, claimed, deadlineMs)
    const ended = await workToEnd(run)
    const { status } = ended
    countEnd(workflow.metrics, ended)
    log.info('event settled', { event: id, status, ...causeOf(ended), attempts: claimed.attempts })
    return status
  } catch (error) {
    if (isLost(error)) {
      log.warn('event lost to another worker', { event: id })
      return 'lost'
    }
    if (error instanceof InvariantBroken) logBroken(log, error, { event: id })
    else log.error('work broken off', { event: id, ...traceOf(error) })
    if (run) await saveWait(run, error)
    return 'broken off'
  }
}

/** Whether the clock is right; if in doubt, after an answer of the table. */
async function isClockRight(clock: Clock, inbox: Workflow['inbox'], id: string): Promise<boolean> {
  if (clock.isRight()) return true
  await inbox.get(id).catch(() => undefined)
  return clock.isRight()
}

async function workToEnd(run: Run): Promise<InboxEvent> {
  const { work } = run
  try {
    return await endWork(run, await workThrough(run))
  } catch (error) {
    if (error instanceof InvariantBroken) {
      logBroken(work.workflow.log, error, { event: work.lock.event })
      return await holdWork(run, error)
    }
    const runEnd = runEndOf(error, retryFacts(work))
    // No command has failed, so the event must not fail: it waits.
    if (!runEnd || (runEnd.kind === 'end' && runEnd.ending.status !== 'held')) throw error
    return await endWork(run, runEnd)
  }
}

async function workThrough(run: Run): Promise<RunEnd | undefined> {
  const { work, translated } = run
  mustKnowTheTime(work)
  await catchUp(run)
  const pause = afterSilence(retryFacts(work))
  if (pause) return pause
  return Array.isArray(translated) ? await doCommands(work, translated) : { kind: 'end', ending: translated }
}

/** Throws `ClockInDoubt`. Stored times of others lie in the past. */
function mustKnowTheTime({ workflow: { clock }, event }: Work): void {
  for (const { at } of event().history.slice(0, -1)) clock?.readStored(at)
  clock?.mustBeRight()
}

const saveAgainMs = 1_000

/** Saves that the event waits, so that nobody waits for its lease. Tries twice: if the first arrives late, the second is lost. */
async function saveWait(run: Run, error: unknown): Promise<void> {
  const { work, current, begun } = run
  const { log, sleep, metrics } = work.workflow
  const hasBegun = current.history !== begun.history || [...work.sent.values()].some(({ length }) => length > 0)
  const save = async () => countEnd(metrics, await endWork(run, afterBreak(retryFacts(work), { error, hasBegun })))
  try {
    await save().catch(async (again: unknown) => {
      if (isLost(again)) return
      await sleep(saveAgainMs)
      await save()
    })
  } catch (again) {
    if (!isLost(again))
      log.warn('event stays claimed until its lease ends', { event: work.lock.event, ...traceOf(again) })
  }
}

/** Whether somebody else has the event or the item by now, perhaps a newer version of the bridge. */
const isLost = (error: unknown): boolean =>
  error instanceof LostEvent || error instanceof LostLock || error instanceof NewerFormat

function countEnd(metrics: Metrics | undefined, event: InboxEvent): void {
  const { status, reason } = event
  const { why } = causeOf(event)
  if (status === 'held' && reason) metrics?.count('EventsHeld', { reason: reason.code })
  if (status === 'failed' && reason) metrics?.count('EventsFailed', { reason: reason.code })
  if (why !== undefined && event.history.at(-1)?.code === 'deferred') metrics?.count('EventsDeferred', { why })
  if (status !== 'done') return
  metrics?.count('EventsDone')
  if (Object.values(event.progress).some(({ linked }) => linked)) metrics?.count('EventsLinked')
}

/** Why a run of the event ended as it did, in codes; nothing for one that is done. */
function causeOf({ status, reason, history }: InboxEvent): { reason?: string; why?: Wait['code'] } {
  const last = history.at(-1)
  if (status === 'waiting' && last && 'why' in last) return { why: last.why.code }
  return status !== 'done' && reason ? { reason: reason.code } : {}
}

/** A claim without an answer, under its own `writeId`. */
type LostClaim = { id: string; writeId: string; error: unknown }
const lookAgainMs = 1_000

/** Of a claim without an answer, else nobody works on the event until its lease ends. It looks twice. Never throws. */
async function giveBack(workflow: Workflow, claim: LostClaim): Promise<void> {
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
