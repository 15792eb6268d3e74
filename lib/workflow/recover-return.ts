import { held } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { type Frozen, frozenReturn, knownReturns } from './frozen-return.ts'
import { judgeReadBack } from './judge-read-back.ts'
import { returnsOf } from './returns-of.ts'
import { fingerprint, recordReturn } from './send-return.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

/**
 * A return that was given up with an unknown outcome and has no intent any more: its event is replayed, or its wish has passed to this one.
 * What is of our owner, claimed by nobody, not cancelled and was not there before may be it. Exactly its lines are it, other pieces of them
 * are for a person, and so is a list that lacks what we know of; undefined where it is not there, or where it never was given up.
 */
export async function recoverReturn(work: Work, index: number, memory: OrderMemory): Promise<StepOutcome | undefined> {
  const { givenUp, known: before = [] } = work.event().ledger[index]?.return ?? {}
  if (!givenUp) return undefined
  const frozen = frozenReturn(work, index)
  const { orderId, body, lines } = frozen
  const isErased = body === null
  const ownerId = isErased ? await work.backOffice.user.id() : body.ownerId
  const { cancelled: cancelledStatus } = work.workflow.constants.statuses
  const { entries: all, unrelated } = await returnsOf(work.backOffice, orderId)
  const known = [...new Set([...before, ...Object.keys(memory.returns).map(Number)])]
  const verdict = judgeReadBack({
    listed: all.filter(
      ({ id, ownerId: owner, statusId }) => known.includes(id) || (owner === ownerId && statusId !== cancelledStatus),
    ),
    strays: unrelated,
    intent: { known },
    remembered: memory.returns,
    lines,
    ownerId,
    cancelledStatus,
  })
  switch (verdict.kind) {
    case 'adopt': {
      const { id, statusId } = verdict.return
      // An erased body has no fingerprint any more, and its second look would be weeks late.
      const { lookAt: _late, ...withoutLook } = frozen
      if (!isErased)
        await reopen(work, index, { frozen, known: knownReturns(all, memory).filter((other) => other !== id) })
      await recordReturn(work, index, { frozen: isErased ? withoutLook : frozen, id, statusId })
      return proceed
    }
    case 'absent':
      return undefined
    case 'unclear': {
      const ids = verdict.returnIds.length === 0 ? '' : ` (${verdict.returnIds.join(', ')})`
      const text = `A return of order ${orderId} was sent by an event that was given up since; ${verdict.why}${ids}. Look at the order: cancel what is too much and release the event, or discard it with a note.`
      return endWith(held('outcome_unclear', text))
    }
  }
}

/** Its fingerprint went with its intent, and comes back with one: a second submit is still one. */
async function reopen(work: Work, index: number, { frozen, known }: { frozen: Frozen; known: number[] }) {
  const { holder, workflow } = work
  const now = workflow.now()
  const intent = { event: holder.event, command: index, sendBefore: now, known }
  await workflow.orders.recordIntent(frozen.orderId, { holder, intent, fingerprint: fingerprint(frozen.body), now })
}
