import { createHash } from 'node:crypto'
import type { NewReturn, Order } from '../back-office/schemas.ts'
import type { CreateReturn } from '../commands.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import type { ReturnLine } from '../inbox/event.ts'
import { LostEvent } from '../inbox/inbox.ts'
import { held } from '../reasons.ts'
import type { Intent, OrderMemory } from '../state/order-memory.ts'
import { refuseDuplicate, settleWish, wishKey } from './claim-wish.ts'
import { everything } from './find-order.ts'
import { judgeReadBack } from './judge-read-back.ts'
import { planReturn } from './plan-return.ts'
import { nextDeferral } from './retry-policy.ts'
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

/** `lookAt`: set before a body is sent a second time, see `lookAgain`. */
type Frozen = { orderId: number; body: NewReturn; lines: ReturnLine[]; lookAt?: number }

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
  return await send(work, index, { frozen, known: knownReturns(returns, memory) })
}

/** Whether the open intent's write happened: not before it has settled, then by what the order's returns show. */
async function settleIntent(
  work: Work,
  index: number,
  { memory, intent }: { memory: OrderMemory; intent: Intent },
): Promise<StepOutcome> {
  const { orders, now, timing } = work.workflow
  const settled = intent.sendBefore + timing.requestTimeoutMs + timing.settlingMs
  if (now() < settled) return waitUntil(settled, 'a return whose answer was lost is read back after settling')
  const frozen = frozenReturn(work, index)
  const { orderId } = frozen
  const straysBefore = work.strayEntries()
  const listed = await work.backOffice.returns.ofOrder(orderId)
  const verdict = judgeReadBack({
    listed,
    strays: work.strayEntries() - straysBefore,
    intent,
    remembered: memory.returns,
    lines: frozen.lines,
    ownerId: frozen.body.ownerId,
    cancelledStatus: work.workflow.constants.statuses.cancelled,
  })
  switch (verdict.kind) {
    case 'adopt':
      await recordReturn(work, index, { frozen, id: verdict.return.id, statusId: verdict.return.statusId })
      return proceed
    case 'absent': {
      await work.backOffice.holdWrites()
      const again = { ...frozen, lookAt: now() + timing.lookAgainMs }
      const { orderId: _, ...repeated } = again
      work.record(index, { return: repeated }, { what: 'return not found, sent again', orderId })
      await work.save()
      return await send(work, index, { frozen: again, known: knownReturns(listed, memory) })
    }
    case 'unclear': {
      await orders.free(orderId, { holder: work.holder })
      const ids = verdict.returnIds.join(', ')
      return endWith(
        held(
          'outcome_unclear',
          `A return of order ${orderId} was sent and its answer lost; ${verdict.why}${ids === '' ? '' : ` (${ids})`}. Look at the order, then release the event to check again, or discard it with a note.`,
        ),
      )
    }
  }
}

/** Sends the frozen body under an open intent. An unknown outcome leaves the intent open; a proven refusal closes it. */
async function send(
  work: Work,
  index: number,
  { frozen, known }: { frozen: Frozen; known: number[] },
): Promise<StepOutcome> {
  const { orders, now, random, timing } = work.workflow
  const { orderId, body } = frozen
  const sendBefore = now() + timing.sendWindowMs
  const intent: Intent = {
    event: work.event().id,
    command: index,
    sendBefore,
    known,
    ...(frozen.lookAt === undefined ? {} : { repeated: true }),
  }
  await orders.recordIntent(orderId, { holder: work.holder, intent, fingerprint: fingerprint(body), now: now() })
  try {
    const created = await work.backOffice.returns.create(body, { sendBefore })
    await recordReturn(work, index, { frozen, id: created.id, statusId: created.statusId })
    return proceed
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      work.record(index, {}, { what: 'return sent, answer lost', orderId })
      const settled = sendBefore + timing.requestTimeoutMs + timing.settlingMs
      const again = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
      return waitUntil(Math.max(settled, again), 'a return whose answer was lost is read back after settling')
    }
    if (!isRefusal(error)) throw error
    // Nothing happened: the order is free for others, and the next try plans anew.
    await orders.dropIntent(orderId, { holder: work.holder })
    work.record(index, { return: undefined }, { what: 'return refused', orderId })
    throw error
  }
}

/** Reasons for which an operator's release lets a plan pass. */
const planWaivers = ['too_many', 'possible_duplicate'] as const

type Made = { frozen: Frozen; id: number; statusId: number | undefined }

async function recordReturn(work: Work, index: number, { frozen, id, statusId }: Made): Promise<void> {
  const { orders, now, timing } = work.workflow
  const { orderId, ...sent } = frozen
  const { lines } = sent
  await orders.recordResult(orderId, { holder: work.holder, returnId: id, command: index, lines, now: now() })
  const status = statusId === undefined ? {} : { statusId }
  const look = sent.lookAt === undefined ? {} : { lookAt: now() + timing.lookAgainMs }
  work.record(
    index,
    { return: { ...sent, returnId: id, ...status, ...look } },
    { what: 'return created', returnId: id, orderId, ...status, honoured: planWaivers },
  )
}

function frozenReturn(work: Work, index: number): Frozen {
  const { orderId, return: made } = work.event().ledger[index] ?? {}
  if (orderId === undefined || !made) throw new TypeError('an intent stands without the body that was frozen for it')
  const look = made.lookAt === undefined ? {} : { lookAt: made.lookAt }
  return { orderId, body: made.body as NewReturn, lines: made.lines, ...look }
}

/** Errors of the client that prove that nothing was carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed

/** Every return of the order that must still be there when its list is to prove that ours is not. */
function knownReturns(listed: readonly Order[], memory: OrderMemory): number[] {
  return [...new Set([...listed.map((order) => order.id), ...Object.keys(memory.returns).map(Number)])]
}

/**
 * How many pieces of which articles, whoever asks and in whatever order. Not of which lines: where an article stands on two of
 * them, a second submit would get the other line's pieces.
 */
function fingerprint({ orderItems }: NewReturn): string {
  const pieces = new Map<number, number>()
  for (const { itemVariationId, quantity } of orderItems) {
    pieces.set(itemVariationId, (pieces.get(itemVariationId) ?? 0) + quantity)
  }
  const content = [...pieces].map(([article, quantity]) => `${article}x${quantity}`).sort()
  return createHash('sha256')
    .update(`return ${content.join(' ')}`)
    .digest('hex')
    .slice(0, 32)
}
