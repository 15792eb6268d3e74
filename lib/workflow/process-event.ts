import type { InboxEvent } from '../inbox/event.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { traceOf } from '../log.ts'
import { LostLock } from '../state/write-record.ts'
import { doCommands } from './do-commands.ts'
import { startWork } from './start-work.ts'
import type { Workflow } from './workflow.ts'

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
  let claimed: InboxEvent | undefined
  try {
    claimed = await inbox.claim(id, { now: now(), leaseMs: timing.leaseMs })
  } catch (error) {
    log.error('event could not be claimed', { event: id, ...traceOf(error) })
    return 'not tried'
  }
  if (!claimed) return 'not claimed'
  try {
    const { work, translated, settle } = startWork(workflow, claimed, deadlineMs)
    const settlement = Array.isArray(translated)
      ? await doCommands(work, translated)
      : ({ kind: 'end', ending: translated } as const)
    const status = await settle(settlement)
    log.info('event settled', { event: id, status, attempts: claimed.attempts })
    return status
  } catch (error) {
    if (error instanceof LostEvent || error instanceof LostLock) {
      log.warn('event lost to another worker', { event: id })
      return 'lost'
    }
    log.error('work broken off', { event: id, ...traceOf(error) })
    return 'broken off'
  }
}
