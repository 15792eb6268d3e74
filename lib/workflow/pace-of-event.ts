import type { Need } from '../back-office/pace/budget.ts'
import type { Command, OrderRef } from '../commands.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'

type Calls = Pick<Need, 'reads' | 'writes'>

/**
 * What an event's next steps need of the back office, from what is known of it (decide.ts), so that one reservation usually serves a
 * whole run. Too few calls cost a reservation more, too many are lost for everybody.
 */
export function paceOfEvent(event: InboxEvent): Need {
  const calls = (event.commands ?? []).map((command, index) => callsOf(event, command, event.ledger[index] ?? {}))
  const total = (budget: keyof Calls) => calls.reduce((sum, one) => sum + one[budget], 0)
  // An order that was looked for in vain before may still be missing: the writes are reserved when it is there.
  const inVain = event.deferredSince !== undefined && !event.queued && event.orderId === undefined
  // A reservation of writes does not outlast many slow reads: made again with each of them, it would use up a small budget unused.
  const inTheirTurn = isBegun(event) && event.queued === true
  return {
    class: isBegun(event) ? 'begun' : (event.lane ?? 'live'),
    queued: event.queued === true || event.deferredSince !== undefined || event.attempts > 1,
    reads: total('reads'),
    writes: inVain || inTheirTurn ? 0 : total('writes'),
  }
}

const isBegun = ({ ledger }: InboxEvent) => ledger.some((progress) => Object.keys(progress).length > 0)

function callsOf(event: InboxEvent, command: Command, progress: Progress): Calls {
  if (progress.alreadyDone !== undefined) return { reads: 0, writes: 0 }
  const comment = commentCalls(progress)
  if (command.type === 'add-comment') {
    const isNamed = 'id' in command.order && command.email === undefined
    const find = progress.orderId === undefined && !isNamed ? readsToFind(command.order) : 0
    return { reads: find + comment.reads, writes: comment.writes }
  }
  if (command.type === 'create-order') return newOrderCalls(progress)
  if (command.type === 'publish-image') return onceLooked(progress.image?.published === true)
  const { return: made } = progress
  // The order, and the list of its returns, before the return or to read it back.
  if (made?.returnId === undefined) {
    const find = progress.orderId === undefined ? readsToFind(command.order) : made ? 1 : parentReads(event)
    return { reads: find + 1 + comment.reads, writes: 1 + comment.writes }
  }
  const checks = (made.statusId === undefined ? 1 : 0) + (made.lookAt === undefined ? 0 : 2)
  return { reads: checks + comment.reads, writes: comment.writes }
}

/** Looked for first, before it is sent or to read it back. */
const onceLooked = (isDone: boolean): Calls => (isDone ? { reads: 0, writes: 0 } : { reads: 1, writes: 1 })

function newOrderCalls({ newOrder }: Progress): Calls {
  const isMade = newOrder?.orderId !== undefined
  return isMade && newOrder.lookAt !== undefined ? { reads: 1, writes: 0 } : onceLooked(isMade)
}

const parentReads = (event: InboxEvent) => (event.deferredSince === undefined && event.attempts <= 1 ? 0 : 1)

/** A contact and its orders, or one call that brings everything. */
const readsToFind = (order: OrderRef) => ('email' in order ? 2 : 1)

/** A comment that may have been written is looked for first. */
const commentCalls = ({ comment }: Progress): Calls =>
  comment?.written ? { reads: 0, writes: 0 } : { reads: comment ? 1 : 0, writes: 1 }
