import { createHash } from 'node:crypto'
import type { NewReturn } from '../back-office/schemas.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import type { Intent } from '../state/order-memory.ts'
import type { Frozen } from './frozen-return.ts'
import { nextDeferral } from './retry-policy.ts'
import { proceed, type StepOutcome, type Work, waitUntil } from './workflow.ts'

/** Sends the frozen body under an open intent. An unknown outcome leaves the intent open; a proven refusal closes it. */
export async function sendReturn(
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
export const planWaivers = ['too_many', 'possible_duplicate'] as const

type Made = { frozen: Frozen; id: number; statusId: number | undefined }

/** The return is there: in the order's item first, which frees the order, then in the event. */
export async function recordReturn(work: Work, index: number, { frozen, id, statusId }: Made): Promise<void> {
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

/** Errors of the client that prove that nothing was carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed

/**
 * How many pieces of which articles, whoever asks and in whatever order. Not of which lines: where an article stands on two of
 * them, a second submit would get the other line's pieces.
 */
export function fingerprint({ orderItems }: NewReturn): string {
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
