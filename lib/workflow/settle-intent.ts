import type { Constants } from '../back-office/constants.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { ReturnLine } from '../inbox/event.ts'
import { held } from '../reasons.ts'
import type { Intent, OrderMemory } from '../state/order-memory.ts'
import { frozenReturn, knownReturns } from './frozen-return.ts'
import { judgeReadBack } from './judge-read-back.ts'
import { tolerance } from './pieces.ts'
import { recordReturn, sendReturn } from './send-return.ts'
import { notSettled } from './send-under-intent.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

/** Whether the open intent's write happened: not before it has settled, then by what the order's returns show. */
export async function settleIntent(
  work: Work,
  index: number,
  memory: OrderMemory & { intent: Intent },
): Promise<StepOutcome> {
  const { orders, now, timing } = work.workflow
  const { intent } = memory
  const wait = notSettled(work, intent, 'a return')
  if (wait) return wait
  const frozen = frozenReturn(work, index)
  const { orderId } = frozen
  const parent = await work.backOffice.orders.read(orderId, { with: ['orderItems', 'orderReferences'] })
  const { entries: listed, unrelated } = await work.backOffice.returns.ofOrder(parent)
  const verdict = judgeReadBack({
    listed,
    strays: unrelated,
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
      if (!stillFits(parent, frozen.lines, work.workflow.constants)) return await planAnew(work, index, orderId)
      await work.backOffice.reserveWrites()
      const again = { ...frozen, lookAt: now() + timing.lookAgainMs }
      const { orderId: _, ...repeated } = again
      const known = knownReturns(listed, memory)
      work.record(index, { return: { ...repeated, known } }, { what: 'return not found, sent again', orderId })
      await work.save()
      return await sendReturn(work, index, { frozen: again, known })
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

/** What was frozen may be sent again only to an order that still has its lines: people cancel and change orders meanwhile. */
function stillFits({ statusId, orderItems }: Order, lines: readonly ReturnLine[], { statuses }: Constants): boolean {
  if (statusId === statuses.cancelled) return false
  const ordered = new Map(orderItems?.map(({ id, quantity }) => [id, quantity]))
  // Lines that are not shown speak against nothing.
  return !orderItems || lines.every((line) => line.quantity <= (ordered.get(line.orderItemId) ?? 0) + tolerance)
}

/** Nothing was made of it, so it begins again, and may end as it would have ended at first. */
async function planAnew(work: Work, index: number, orderId: number): Promise<StepOutcome> {
  await work.workflow.orders.dropIntent(orderId, { holder: work.holder })
  work.record(index, { return: undefined }, { what: 'return not found, order changed', orderId })
  return proceed
}
