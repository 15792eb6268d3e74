import type { CreateReturn } from '../commands.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { everything } from './find-order.ts'
import { frozenReturn, knownReturns } from './frozen-return.ts'
import { makeOnce } from './make-once.ts'
import { planUnlessDuplicate } from './plan-unless-duplicate.ts'
import { recoverReturn } from './recover-return.ts'
import { planWaivers, sendReturn } from './send-return.ts'
import { settleIntent } from './settle-intent.ts'
import { endWith, type StepOutcome, type Work } from './workflow.ts'

/**
 * Creates the return of a command, once: take the order, plan, freeze, intent, POST, result. What an earlier try left
 * behind is settled first: its return is taken over, or its open intent is read back.
 */
export async function createReturn(work: Work, index: number, command: CreateReturn): Promise<StepOutcome> {
  const { orderId } = work.event().ledger[index] ?? {}
  if (orderId === undefined) throw new TypeError('the order must be found before its return is created')
  return await makeOnce(work, index, {
    key: orderId,
    command,
    part: 'return',
    says: { busy: `order ${orderId}`, unsent: 'return was not sent' },
    takeOver: (returnId) => takeOver(work, index, returnId),
    settle: (memory) => settleIntent(work, index, memory),
    recover: (memory) => recoverReturn(work, index, memory),
    send: (memory) => planAndSend(work, index, { command, orderId, memory }),
  })
}

function takeOver(work: Work, index: number, returnId: number): void {
  const { orderId: _, ...frozen } = frozenReturn(work, index)
  work.record(index, { return: { ...frozen, returnId } }, { what: 'return found', returnId, honoured: planWaivers })
}

async function planAndSend(
  work: Work,
  index: number,
  { command, orderId, memory }: { command: CreateReturn; orderId: number; memory: OrderMemory },
): Promise<StepOutcome> {
  const { backOffice, workflow } = work
  const parent = work.parents.get(orderId) ?? (await backOffice.orders.read(orderId, { with: everything }))
  const { entries: returns } = await backOffice.returns.ofOrder(parent)
  const facts = {
    parent,
    returns,
    ownerId: await backOffice.user.id(),
    reasons: workflow.reasons,
    constants: workflow.constants,
    waived: work.event().waived ?? [],
  }
  const { plan, duplicate } = await planUnlessDuplicate(work, command, { memory, facts })
  if (duplicate) return endWith(duplicate)
  if ('ending' in plan) return endWith(plan.ending)
  const frozen = { orderId, body: plan.body, lines: plan.returnLines }
  const known = knownReturns(returns, memory)
  await backOffice.reserveWrites()
  work.record(
    index,
    { return: { body: frozen.body, lines: frozen.lines, known } },
    { what: 'return planned', orderId, lines: frozen.lines },
  )
  await work.save()
  return await sendReturn(work, index, { frozen, known })
}
