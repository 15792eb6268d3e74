import type { CreateReturn } from '../commands.ts'
import { LostEvent } from '../inbox/inbox.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { refuseDuplicate, settleWish, wishKey } from './claim-wish.ts'
import { everything } from './find-order.ts'
import { frozenReturn, knownReturns } from './frozen-return.ts'
import { planReturn } from './plan-return.ts'
import { fingerprint, planWaivers, sendReturn } from './send-return.ts'
import { settleIntent } from './settle-intent.ts'
import { whileHolding } from './while-holding.ts'
import { endWith, type StepOutcome, type Work } from './workflow.ts'

/**
 * Creates the return of a command, once: take the order, plan, freeze, intent, POST, result. What an earlier try left
 * behind is settled first: its return is taken over, or its open intent is read back.
 */
export async function createReturn(work: Work, index: number, command: CreateReturn): Promise<StepOutcome> {
  const { orderId } = work.event().ledger[index] ?? {}
  if (orderId === undefined) throw new TypeError('the order must be found before its return is created')
  return await whileHolding(work, {
    key: orderId,
    wish: wishKey(work, command),
    command: index,
    thing: `order ${orderId}`,
    takeOver: (returnId) => takeOver(work, index, returnId),
    work: async (memory) => {
      if (memory.intent) return await settleIntent(work, index, { memory, intent: memory.intent })
      if (work.event().ledger[index]?.return) forgetPlan(work, index, orderId)
      return await planAndSend(work, index, { command, orderId, memory })
    },
  })
}

/** Frozen without an intent, it was never sent: nothing of it may have happened, however the event ends now. */
function forgetPlan(work: Work, index: number, orderId: number): void {
  work.record(index, { return: undefined }, { what: 'return was not sent', orderId })
}

/** The return is there, only our record of it was lost. */
function takeOver(work: Work, index: number, returnId: number): void {
  const { id, epoch, ledger } = work.event()
  // A claim that does not know of the plan is older than the one that made the return.
  if (!ledger[index]?.return) throw new LostEvent(`event ${id} was claimed again after epoch ${epoch}`)
  const { orderId: _, ...frozen } = frozenReturn(work, index)
  work.record(index, { return: { ...frozen, returnId } }, { what: 'return found', returnId, honoured: planWaivers })
}

async function planAndSend(
  work: Work,
  index: number,
  { command, orderId, memory }: { command: CreateReturn; orderId: number; memory: OrderMemory },
): Promise<StepOutcome> {
  const taken = await settleWish(work, index, { command, memory })
  if (taken) return taken
  const { backOffice, workflow } = work
  const parent = work.parents.get(orderId) ?? (await backOffice.orders.read(orderId, { with: everything }))
  const returns = await backOffice.returns.ofOrder(orderId)
  const plan = planReturn(command, {
    parent,
    returns,
    remembered: memory.returns,
    ownerId: await backOffice.user.id(),
    reasons: workflow.reasons,
    constants: workflow.constants,
    waived: work.event().waived ?? [],
  })
  if ('ending' in plan) return endWith(plan.ending)
  const frozen = { orderId, body: plan.body, lines: plan.returnLines }
  const duplicate = await refuseDuplicate(work, memory, fingerprint(frozen.body))
  if (duplicate) return duplicate
  await backOffice.holdWrites()
  work.record(
    index,
    { return: { body: frozen.body, lines: frozen.lines } },
    { what: 'return planned', orderId, lines: frozen.lines },
  )
  await work.save()
  return await sendReturn(work, index, { frozen, known: knownReturns(returns, memory) })
}
