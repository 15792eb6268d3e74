import { held } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { frozenReturn } from './frozen-return.ts'
import { linesOfReturn, sameLines, sharesLine } from './judge-read-back.ts'
import { returnsOf } from './returns-of.ts'
import { fingerprint, recordReturn } from './send-return.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

/**
 * A return that was given up with an unknown outcome, and whose event is replayed after another one has closed its intent. The returns
 * that were there before are not known any more: what is of our owner, claimed by nobody and not cancelled may be it. Exactly its lines
 * are it, other pieces of them are for a person; undefined where there is neither, or where it never was given up.
 */
export async function recoverReturn(
  work: Work,
  index: number,
  { returns }: OrderMemory,
): Promise<StepOutcome | undefined> {
  if (!work.event().ledger[index]?.return?.givenUp) return undefined
  const frozen = frozenReturn(work, index)
  const { orderId, body, lines } = frozen
  const { cancelled } = work.workflow.constants.statuses
  const candidates = (await returnsOf(work.backOffice, orderId)).filter(
    (order) =>
      order.ownerId === body.ownerId &&
      order.statusId !== cancelled &&
      returns[order.id] === undefined &&
      sharesLine(order, lines),
  )
  const [only, ...others] = candidates
  if (!only) return undefined
  if (others.length === 0 && sameLines(linesOfReturn(only), lines)) {
    // Its fingerprint went with its intent, and comes back with one: a second submit is still one.
    const { holder, workflow } = work
    const intent = { event: holder.event, command: index, sendBefore: workflow.now(), known: [] }
    const print = { holder, intent, fingerprint: fingerprint(body), now: workflow.now() }
    await workflow.orders.recordIntent(orderId, print)
    await recordReturn(work, index, { frozen, id: only.id, statusId: only.statusId })
    return proceed
  }
  const ids = candidates.map(({ id }) => id).join(', ')
  const text = `A return of order ${orderId} was sent before the event was given up, and the order has returns that may be it (${ids}). Look at them: cancel what is too much and release the event, or discard it with a note.`
  return endWith(held('outcome_unclear', text))
}
