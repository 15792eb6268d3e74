import type { Command } from '../commands.ts'
import type { EventStatus, InboxEvent, Progress } from '../inbox/event.ts'
import { held, ignored } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { nextDeferral } from './retry-policy.ts'
import { endWith, type StepOutcome, type Work, type Workflow, waitUntil } from './workflow.ts'

/** The sender's own id of the fact, unique over all sources. */
export const wishKey = (work: Work, command: Command): string => `${work.event().source}/${command.wish}`

/** Whether a claim that an event once made still stands. */
const standing = (status: EventStatus | undefined): 'open' | 'done' | 'held' | 'void' => {
  switch (status) {
    case 'ready':
    case 'running':
    case 'waiting':
      return 'open'
    case 'done':
      return 'done'
    case 'held':
      return 'held'
    case 'failed':
    case 'ignored':
    case 'discarded':
    case undefined:
      return 'void'
    default:
      return status satisfies never
  }
}

const isWritten = (progress: Progress | undefined): boolean =>
  progress?.return?.returnId !== undefined ||
  progress?.comment?.written === true ||
  progress?.newOrder?.orderId !== undefined ||
  progress?.image?.published === true

const hasReturn = (memory: OrderMemory, { event, command }: { event: string; command: number }): boolean =>
  Object.values(memory.returns).some((made) => made.event === event && made.command === command)

/**
 * One fact told by two events is done once. Undefined: the wish is ours. Otherwise what to do about the event that has
 * it; a wish whose event came to nothing passes to us.
 */
export async function settleWish(
  work: Work,
  index: number,
  { command, memory }: { command: Command; memory: OrderMemory },
): Promise<StepOutcome | undefined> {
  const wish = wishKey(work, command)
  const owner = memory.wishes[wish]
  const event = work.event()
  if (!owner || (owner.event === event.id && owner.command === index)) return undefined
  const { inbox, orders, now, random, timing } = work.workflow
  const owning = await inbox.get(owner.event)
  const alreadyDone = endWith(ignored('already_done', `The same was already done by ${owner.event}.`))
  // However its event ended: what was written for the wish stays written.
  if (isWritten(owning?.ledger[owner.command]) || hasReturn(memory, owner)) return alreadyDone
  switch (standing(owning?.status)) {
    case 'done':
      return alreadyDone
    case 'held':
      return endWith(
        held('possible_duplicate', `The same was asked for by ${owner.event}, which is held. Settle that one first.`),
      )
    case 'open':
      return waitUntil(
        nextDeferral({ event, now: now(), random: random(), timing }),
        `the same is being done by ${owner.event}`,
      )
    case 'void': {
      const passed = await orders.passWish(memory.orderId, {
        wish,
        from: owner.event,
        event: event.id,
        command: index,
        now: now(),
      })
      return passed ? undefined : waitUntil(now(), 'another event was faster')
    }
  }
}

/** All that the check for a second submit reads: an event's work has it, and so has a dry run without an event. */
export type Submit = {
  event(): Pick<InboxEvent, 'id' | 'waived'>
  workflow: Pick<Workflow, 'inbox' | 'config' | 'now'>
}

/**
 * A second submit of like content is for a person, within the window: it belongs to its event while that is open or has
 * its return, and passes to the newcomer where that came to nothing.
 */
export async function refuseDuplicate(
  work: Submit,
  memory: OrderMemory,
  fingerprint: string,
): Promise<StepOutcome | undefined> {
  const earlier = memory.fingerprints[fingerprint]
  const event = work.event()
  const { inbox, config, now } = work.workflow
  if (!earlier || earlier.event === event.id || event.waived?.includes('possible_duplicate')) return undefined
  if (now() - earlier.at > config.duplicateWindow) return undefined
  const returned = Object.values(memory.returns).some((made) => made.event === earlier.event)
  if (!returned && standing((await inbox.get(earlier.event))?.status) === 'void') return undefined
  return endWith(
    held(
      'possible_duplicate',
      `It looks like a second submit of ${earlier.event}: the same lines of order ${memory.orderId}. Release it if both are meant.`,
    ),
  )
}
