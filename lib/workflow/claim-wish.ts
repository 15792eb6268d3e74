import { createHash } from 'node:crypto'
import type { Command } from '../commands.ts'
import type { EventStatus, InboxEvent, Progress } from '../inbox/event.ts'
import { held, ignored } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { nextDeferral } from './retry-policy.ts'
import { settledAt } from './timing.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from './workflow.ts'

/** The sender's own id of the fact, unique over all sources; a long one is replaced by its hash, for it names an attribute of the order's item. */
export const wishKey = (work: Work, { key: wish }: Command): string =>
  `${work.event().source}/${wish.length <= longestWish ? wish : `sha256:${createHash('sha256').update(wish).digest('hex')}`}`

const longestWish = 200

/** Whether a claim that an event once made still stands. */
export const standing = (status: EventStatus | undefined): 'open' | 'done' | 'held' | 'void' => {
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

/** Where the event that claimed a wish tells it now: one that was translated anew may have moved it, or tell it no more (-1). */
function placeOf({ key: wish }: Command, claimed: number, owning: InboxEvent | undefined): number {
  const { commands } = owning ?? {}
  if (!commands || commands[claimed]?.key === wish) return claimed
  return commands.findIndex((command) => command.key === wish)
}

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
  const passToUs = async () => {
    const options = { wish, from: owner.event, event: event.id, command: index, now: now() }
    const passed = await orders.passWish(memory.orderId, options)
    return passed ? undefined : waitUntil(now(), 'another event was faster')
  }
  // Our own command had it in another place: a replay without any trace of a write translates anew.
  if (owner.event === event.id) return await passToUs()
  const owning = await inbox.get(owner.event)
  const place = placeOf(command, owner.command, owning)
  if (place < 0) return await passToUs()
  const alreadyDone = endWith(ignored('already_done', `The same was already done by ${owner.event}.`))
  // However its event ended: what was written for the wish stays written.
  if (isWritten(owning?.ledger[place]) || hasReturn(memory, { ...owner, command: place })) return alreadyDone
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
      // Given up so soon, its comment may still be carried out; what needs the order's lock is waited for there.
      const { comment } = owning?.ledger[place] ?? {}
      const settled = comment ? settledAt(comment, timing) : now()
      if (now() < settled) return waitUntil(settled, `a comment of ${owner.event} is settling`)
      await inherit(work, index, { command, from: owner.event, sent: owning?.ledger[place] })
      return await passToUs()
    }
  }
}

/**
 * What its event may have sent comes with a wish, and is looked for before ours is sent: whoever gave it up may have seen it there. Stored
 * before the wish passes, or a crash would lose it. Of an erased body the lines are left, which tell it as well.
 */
async function inherit(
  work: Work,
  index: number,
  { command, from, sent }: { command: Command; from: string; sent: Progress | undefined },
): Promise<void> {
  const { return: made, comment } = sent ?? {}
  const story = { what: 'wish taken over', from }
  if (command.type === 'create-return' && made) work.record(index, { return: { ...made, givenUp: true } }, story)
  else if (command.type === 'add-comment' && comment) work.record(index, { comment }, story)
  else return
  await work.save()
}
