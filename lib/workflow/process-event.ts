import type { Clock } from '../clock.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { NewerFormat } from '../inbox/format.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { InvariantBroken, invariant, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import { failed, ignored } from '../reasons.ts'
import { LostLock } from '../state/write-record.ts'
import { findOrder } from './find-order/find-order.ts'
import { createOrder } from './kinds/create-order.ts'
import { createReturn } from './kinds/create-return.ts'
import { publishImage } from './kinds/publish-image.ts'
import { writeComment } from './kinds/write-comment.ts'
import { deferred, type RetryFacts, type Settlement, settlementOf } from './retry-policy.ts'
import { startWork } from './start-work.ts'
import type { KeyedCommand, translateEvent } from './translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work, type Workflow } from './workflow.ts'

/** How one run of an event went: its status now, or why there was no run to the end. */
export type Processed = InboxEvent['status'] | 'not claimed' | 'not tried' | 'lost' | 'broken off'

/**
 * Claims an event and works on it until it is done, ends or must wait. `deadlineMs`: when the function is ended, epoch ms;
 * nothing is claimed that cannot send at least one request within it. Never throws: what nobody planned for (a table that
 * cannot be reached, a bug) is logged, and the event stays claimed until its lease is over, so it cannot block others.
 */
export async function processEvent(workflow: Workflow, id: string, deadlineMs: number): Promise<Processed> {
  const { inbox, timing, now, log } = workflow
  if (now() + timing.requestTimeoutMs + 2 * timing.marginMs > deadlineMs) return 'not tried'
  if (workflow.clock && !(await isClockRight(workflow.clock, inbox, id))) return 'not tried'
  let claimed: InboxEvent | undefined
  try {
    claimed = await inbox.claim(id, { now: now(), leaseMs: timing.leaseMs })
  } catch (error) {
    log.error('event could not be claimed', { event: id, ...traceOf(error) })
    return 'not tried'
  }
  if (!claimed) return 'not claimed'
  try {
    invariant(claimed.id === id && claimed.status === 'running', 'claim_of_another_event')
    const started = startWork(workflow, claimed, deadlineMs)
    const status = await workToEnd(started).catch(async (error: unknown) => {
      if (!(error instanceof InvariantBroken)) throw error
      logBroken(log, error, { event: id })
      return await started.hold(error)
    })
    log.info('event settled', { event: id, status, attempts: claimed.attempts })
    return status
  } catch (error) {
    if (isLost(error)) {
      log.warn('event lost to another worker', { event: id })
      return 'lost'
    }
    if (error instanceof InvariantBroken) logBroken(log, error, { event: id })
    else log.error('work broken off', { event: id, ...traceOf(error) })
    return 'broken off'
  }
}

/** Also to a newer version of the bridge, which has written the event since. */
const isLost = (error: unknown): boolean =>
  error instanceof LostEvent || error instanceof LostLock || error instanceof NewerFormat

/** A clock that is in doubt asks the table before it claims anything. */
async function isClockRight(clock: Clock, inbox: Workflow['inbox'], id: string): Promise<boolean> {
  if (clock.isRight()) return true
  await inbox.get(id).catch(() => undefined)
  return clock.isRight()
}

async function workToEnd({ work, translated, settle }: ReturnType<typeof startWork>): Promise<InboxEvent['status']> {
  try {
    return await settle(await workThrough(work, translated))
  } catch (error) {
    const settlement = settlementOf(error, facts(work))
    // Its end depends on records that cannot be read now.
    if (settlement?.kind !== 'wait') throw error
    return await settle(settlement)
  }
}

type Translated = ReturnType<typeof translateEvent>

/** Undefined: all is done. */
async function workThrough(work: Work, translated: Translated): Promise<Settlement | undefined> {
  try {
    const outcome = await runAll(work, translated)
    if (outcome.kind === 'continue') return undefined
    if (outcome.kind === 'end') return outcome
    return outcome.ownLimit ? { ...outcome, deferral: true } : deferred(facts(work), outcome.until, outcome.why)
  } catch (error) {
    const settlement = settlementOf(error, facts(work))
    if (!settlement) throw error
    return settlement
  }
}

const facts = ({ workflow, event }: Work): RetryFacts => ({
  event: event(),
  now: workflow.now(),
  random: workflow.random(),
  timing: workflow.timing,
})

async function runAll(work: Work, translated: Translated): Promise<StepOutcome> {
  const { clock } = work.workflow
  for (const { at } of work.event().history.slice(0, -1)) clock?.readStored(at)
  clock?.mustBeRight()
  const { attempts } = work.event()
  const most = work.workflow.timing.retryScheduleMs.length + 1
  if (attempts > most) return endWith(usedUp(work.event(), most))
  if (!Array.isArray(translated)) return endWith(translated)
  for (const command of translated) {
    if (work.progress(command.key).done) continue
    const outcome = await runOne(work, command)
    if (outcome.kind !== 'continue') return outcome
  }
  return nothingNew(work, translated)
}

async function runOne(work: Work, { key, command }: KeyedCommand): Promise<StepOutcome> {
  if (command.type === 'create-order') return await createOrder(work, key, command)
  if (command.type === 'publish-image') return await publishImage(work, key, command)
  if (work.progress(key).orderId === undefined) {
    const outcome = await findOrder(work, key, command)
    if (outcome.kind !== 'continue') return outcome
  }
  return command.type === 'create-return'
    ? await createReturn(work, key, command)
    : await writeComment(work, key, command)
}

/** An event of which nothing was new is ignored; of one that reported several facts those that were new are done. */
function nothingNew(work: Work, commands: readonly KeyedCommand[]): StepOutcome {
  const others = commands.flatMap(({ key }) => work.progress(key).doneBy ?? [])
  const [by] = others
  // A withdrawal that was reported before is done, and is never just ignored.
  if (by === undefined || others.length < commands.length || work.event().withdrawal) return proceed
  return endWith(ignored({ code: 'already_done', by }))
}

function usedUp({ history }: InboxEvent, attempts: number) {
  // A run that was ended could not say why: then the last that did.
  const last = history.findLast(({ code }) => code === 'waiting')
  return failed({ code: 'attempts_used_up', attempts, ...(last?.code === 'waiting' && { cause: last.why }) })
}
