import { held } from '../reasons.ts'
import type { Intent, OrderMemory } from '../state/order-memory.ts'
import { type FrozenOrder, frozenOrder, recordOrder, sendOrder } from './frozen-order.ts'
import { hasLinesOf, judgeNewOrder } from './judge-read-back.ts'
import { externalNumberOf } from './new-order.ts'
import { ordersOfNumber } from './orders-of-number.ts'
import { notSettled } from './send-under-intent.ts'
import { isReleasedAsAbsent } from './told-absent.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

/**
 * Whether the open intent's order was created: not before it has settled, then by the orders of its number. What they do not show is for a
 * person, and is sent again only once that person was told so, has released the event, and it still is not there.
 */
export async function settleOrder(
  work: Work,
  index: number,
  { memory, number }: { memory: OrderMemory & { intent: Intent }; number: string },
): Promise<StepOutcome> {
  const { intent } = memory
  const wait = notSettled(work, intent, 'an order')
  if (wait) return wait
  const frozen = frozenOrder(work, index)
  const { listed, strays } = await ordersOfNumber(work, number)
  const { ownerId } = frozen.body
  const cancelledStatus = work.workflow.constants.statuses.cancelled
  const evidence = { listed, strays, intent, remembered: memory.returns, ownerId, cancelledStatus }
  const verdict = judgeNewOrder({ ...evidence, body: frozen.body })
  if (verdict.kind === 'adopt') {
    await recordOrder(work, index, { frozen, id: verdict.return.id })
    return proceed
  }
  const toldAbsent = work.event().ledger[index]?.newOrder?.toldAbsent
  const isReleased = isReleasedAsAbsent(work, toldAbsent)
  if (verdict.kind === 'unclear') {
    // That none was there is told no longer: it would have to be told anew.
    if (toldAbsent !== undefined) work.record(index, { newOrder: frozen }, { what: 'new order no longer absent' })
    return endWith(unclear(verdict))
  }
  if (!isReleased) {
    const told = { what: 'new order not found', honoured: ['outcome_unclear'] as const }
    work.record(index, { newOrder: { ...frozen, toldAbsent: work.workflow.now() } }, told)
    return endWith(absent)
  }
  return await sendAgain(work, index, { frozen, known: intent.known })
}

async function sendAgain(work: Work, index: number, { frozen, known }: { frozen: FrozenOrder; known: number[] }) {
  const { now, timing } = work.workflow
  await work.backOffice.reserveWrites()
  const again = { ...frozen, lookAt: now() + timing.lookAgainMs }
  work.record(index, { newOrder: again }, { what: 'new order not found, sent again', honoured: ['outcome_unclear'] })
  await work.save()
  return await sendOrder(work, index, { frozen: again, known })
}

const sent = 'A new order was sent and its answer lost'
const absent = held(
  'outcome_unclear',
  `${sent}; the back office shows no order of its external number. Look there, then release the event: it is sent again if it still is not there. Or discard it with a note.`,
)

function unclear(verdict: Extract<ReturnType<typeof judgeNewOrder>, { kind: 'unclear' }>) {
  const ids = verdict.returnIds.length === 0 ? '' : ` (${verdict.returnIds.join(', ')})`
  const text = `${sent}; ${verdict.why}${ids}. Look at the orders, then release the event to check again, or discard it with a note.`
  return held('outcome_unclear', text)
}

/** An order that was sent twice is looked at once more, late enough for a straggler to have shown up. */
export async function lookAgainForOrder(work: Work, index: number): Promise<StepOutcome> {
  const { newOrder } = work.event().ledger[index] ?? {}
  const { body, key } = frozenOrder(work, index)
  const { constants, orders, log } = work.workflow
  const number = externalNumberOf(body, constants)
  if (newOrder?.orderId === undefined || number === undefined) throw new TypeError('there is no order to look at again')
  const { orderId } = newOrder
  const remembered = (await orders.get(key))?.returns ?? {}
  const { listed } = await ordersOfNumber(work, number)
  const twins = listed.filter(
    (order) =>
      order.id !== orderId &&
      remembered[order.id] === undefined &&
      order.statusId !== constants.statuses.cancelled &&
      order.ownerId === body.ownerId &&
      hasLinesOf(order, body),
  )
  const { lookAt: _, ...looked } = newOrder
  work.record(index, { newOrder: looked }, { what: 'repeated order looked at again', orderId })
  if (twins.length === 0) return proceed
  const ids = twins.map(({ id }) => id)
  log.error('two orders of one external number', { event: work.event().id, orderId, twins: ids })
  const text = `Two orders carry the external number (${[orderId, ...ids].join(' and ')}): a first try came through late. Cancel one, then release the event.`
  return endWith(held('outcome_unclear', text))
}
