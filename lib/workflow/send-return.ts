import type { NewReturn } from '../back-office/resources/schemas.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Frozen } from './frozen-return.ts'
import { sendUnderIntent } from './send-under-intent.ts'
import type { StepOutcome, Work } from './workflow.ts'

/** Sends the frozen body of a return under an intent. */
export async function sendReturn(
  work: Work,
  index: number,
  { frozen, known }: { frozen: Frozen; known: number[] },
): Promise<StepOutcome> {
  const { orderId, body } = frozen
  return await sendUnderIntent(work, index, {
    key: orderId,
    known,
    isRepeated: frozen.lookAt !== undefined,
    fingerprint: fingerprint(body),
    thing: 'a return',
    lost: { what: 'return sent, answer lost', orderId },
    refused: { what: 'return refused', orderId },
    forget: { return: undefined },
    send: async (options) => {
      const { id, statusId } = await work.backOffice.returns.create(body, options)
      await recordReturn(work, index, { frozen, id, statusId })
    },
  })
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

export const fingerprint = ({ orderItems }: NewReturn): string => fingerprintOf('return', orderItems)
