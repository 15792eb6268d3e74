import type { Command, OrderCommand } from '../commands.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { traceOf } from '../log.ts'
import type { Ending } from '../reasons.ts'
import { LostOrder } from '../state/order-memory.ts'
import { acceptReturn, checkReturn, lookAgain } from './check-return.ts'
import { createOrder } from './create-order.ts'
import { createReturn } from './create-return.ts'
import { decide, type Step } from './decide.ts'
import { findOrder } from './find-order.ts'
import { publishImage } from './publish-image.ts'
import { deferred, type RetryFacts, type Settlement, settlementOf } from './retry-policy.ts'
import { lookAgainForOrder } from './settle-order.ts'
import { startWork } from './start-work.ts'
import { translateEvent } from './translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work, type Workflow } from './workflow.ts'
import { writeComment } from './write-comment.ts'

/** How one try of an event went: its status now, or why there was no try to the end. */
export type Processed = InboxEvent['status'] | 'not claimed' | 'not tried' | 'lost' | 'broken off'

/**
 * Claims an event and works on it until it is done, ends or must wait. `deadlineMs`: when the function is ended, epoch ms;
 * nothing is claimed that cannot send at least one request within it. Never throws: what is nobody's plan (a table that
 * cannot be reached, a bug) is logged, and the event stays claimed until its lease is over, so it cannot block others.
 */
export async function processEvent(workflow: Workflow, id: string, deadlineMs: number): Promise<Processed> {
  const { inbox, timing, now, log } = workflow
  if (now() + timing.requestTimeoutMs + 2 * timing.marginMs > deadlineMs) return 'not tried'
  let claimed: InboxEvent | undefined
  try {
    claimed = await inbox.claim(id, { now: now(), leaseMs: timing.leaseMs })
  } catch (error) {
    log.error('event could not be claimed', { event: id, ...traceOf(error) })
    return 'not tried'
  }
  if (!claimed) return 'not claimed'
  const { work, settle } = startWork(workflow, claimed, deadlineMs)
  try {
    const status = await settle(await workThrough(work))
    log.info('event settled', { event: id, status, attempts: claimed.attempts })
    return status
  } catch (error) {
    if (error instanceof LostEvent || error instanceof LostOrder) {
      log.warn('event lost to another worker', { event: id })
      return 'lost'
    }
    log.error('work broken off', { event: id, ...traceOf(error) })
    return 'broken off'
  }
}

/** Steps until one of them says otherwise; undefined: all is done. */
async function workThrough(work: Work): Promise<Settlement | undefined> {
  for (;;) {
    const step = decide(work.event(), {
      now: work.workflow.now(),
      tries: work.workflow.timing.retryScheduleMs.length + 1,
      statuses: work.workflow.constants.statuses,
    })
    if (step.kind === 'finish') return undefined
    try {
      const outcome = await take(work, step)
      if (outcome.kind === 'wait')
        return outcome.ownLimit ? { ...outcome, deferral: true } : deferred(facts(work), outcome.until, outcome.why)
      if (outcome.kind === 'end' && !isPassedOver(work, step, outcome.ending)) return outcome
    } catch (error) {
      const settlement = settlementOf(error, facts(work))
      if (!settlement) throw error
      return settlement
    }
  }
}

/** One event can tell several facts, such as all refunds of an order: that one of them was done before ends none of the others. */
function isPassedOver(work: Work, step: Step, { reason }: Ending): boolean {
  if (reason.code !== 'already_done' || !('command' in step)) return false
  work.record(step.command, { alreadyDone: reason.text }, { what: 'told before' })
  return true
}

const facts = ({ workflow, event }: Work): RetryFacts => ({
  event: event(),
  now: workflow.now(),
  random: workflow.random(),
  timing: workflow.timing,
})

async function take(work: Work, step: Exclude<Step, { kind: 'finish' }>): Promise<StepOutcome> {
  switch (step.kind) {
    case 'wait':
    case 'end':
      return step
    case 'translate':
      return translate(work)
    case 'find-order':
      return await findOrder(work, step.command, orderCommandOf(work, step.command))
    case 'create-return':
      return await createReturn(work, step.command, commandOf(work, step.command, 'create-return'))
    case 'create-order':
      return await createOrder(work, step.command, commandOf(work, step.command, 'create-order'))
    case 'publish-image':
      return await publishImage(work, step.command, commandOf(work, step.command, 'publish-image'))
    case 'check-return':
      return await checkReturn(work, step.command)
    case 'accept-return':
      return acceptReturn(work, step.command)
    case 'write-comment':
      return await writeComment(work, step.command, orderCommandOf(work, step.command))
    case 'look-again':
      return work.event().ledger[step.command]?.newOrder
        ? await lookAgainForOrder(work, step.command)
        : await lookAgain(work, step.command)
    default:
      return step satisfies never
  }
}

function translate(work: Work): StepOutcome {
  const translated = translateEvent(work.event(), work.workflow.config)
  if (!Array.isArray(translated)) return endWith(translated)
  work.setCommands(translated)
  return proceed
}

function commandAt(work: Work, index: number): Command {
  const command = work.event().commands?.[index]
  if (!command) throw new TypeError(`event ${work.event().id} has no command ${index}`)
  return command
}

function commandOf<T extends Command['type']>(work: Work, index: number, type: T): Extract<Command, { type: T }> {
  const command = commandAt(work, index)
  if (command.type !== type) throw new TypeError(`a step of ${type} cannot do ${command.type}`)
  return command as Extract<Command, { type: T }>
}

function orderCommandOf(work: Work, index: number): OrderCommand {
  const command = commandAt(work, index)
  if ('order' in command) return command
  throw new TypeError(`${command.type} is about no order that is there`)
}
