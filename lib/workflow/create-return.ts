import type { CreateReturn } from '../commands.ts'
import { LostEvent } from '../inbox/inbox.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { refuseDuplicate, settleWish, wishKey } from './claim-wish.ts'
import { everything } from './find-order.ts'
import { frozenReturn, knownReturns } from './frozen-return.ts'
import { planReturn } from './plan-return.ts'
import { nextDeferral } from './retry-policy.ts'
import { fingerprint, planWaivers, sendReturn } from './send-return.ts'
import { settleIntent } from './settle-intent.ts'
import { takeOrder } from './take-order.ts'
import { endWith, proceed, type StepOutcome, type Work, waitUntil } from './workflow.ts'

/**
 * Creates the return of a command, once: take the order, plan, freeze, intent, POST, result. What an earlier try left
 * behind is settled first: its return is taken over, or its open intent is read back.
 */
export async function createReturn(work: Work, index: number, command: CreateReturn): Promise<StepOutcome> {
  const { orders, now, random, timing } = work.workflow
  const event = work.event()
  const orderId = event.ledger[index]?.orderId
  if (orderId === undefined) throw new TypeError('the order must be found before its return is created')
  const memory = await takeOrder(work, { orderId, wish: wishKey(work, command), command: index })
  if (memory === 'busy') {
    return waitUntil(
      nextDeferral({ event, now: now(), random: random(), timing }),
      `order ${orderId} is being worked on by another event`,
    )
  }
  let free = true
  try {
    const made = Object.entries(memory.returns).find(([, entry]) => entry.event === event.id && entry.command === index)
    if (made) return takeOver(work, index, Number(made[0]))
    if (!memory.intent && event.ledger[index]?.return) forgetPlan(work, index, orderId)
    const outcome = memory.intent
      ? await settleIntent(work, index, { memory, intent: memory.intent })
      : await planAndSend(work, index, { command, memory })
    // The write of the result has freed the order already.
    free = outcome.kind !== 'continue'
    return outcome
  } finally {
    if (free) await orders.free(orderId, { holder: work.holder })
  }
}

/** Frozen without an intent, it was never sent: nothing of it may have happened, however the event ends now. */
function forgetPlan(work: Work, index: number, orderId: number): void {
  work.record(index, { return: undefined }, { what: 'return was not sent', orderId })
}

/** The return is there, only our record of it was lost. */
function takeOver(work: Work, index: number, returnId: number): StepOutcome {
  const { id, epoch, ledger } = work.event()
  // A claim that does not know of the plan is older than the one that made the return.
  if (!ledger[index]?.return) throw new LostEvent(`event ${id} was claimed again after epoch ${epoch}`)
  const { orderId: _, ...frozen } = frozenReturn(work, index)
  work.record(index, { return: { ...frozen, returnId } }, { what: 'return found', returnId, honoured: planWaivers })
  return proceed
}

async function planAndSend(
  work: Work,
  index: number,
  { command, memory }: { command: CreateReturn; memory: OrderMemory },
): Promise<StepOutcome> {
  const taken = await settleWish(work, index, { command, memory })
  if (taken) return taken
  const { backOffice, workflow } = work
  const { orderId } = memory
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
