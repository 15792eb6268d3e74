import type { CreateOrder } from '../commands.ts'
import { RetryLater } from '../errors.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { type FrozenOrder, frozenOrder, orderWaivers, printOf, sendOrder } from './frozen-order.ts'
import { makeOnce } from './make-once.ts'
import { externalNumberOf, numberKey } from './new-order.ts'
import { ordersOfNumber } from './orders-of-number.ts'
import { refuseTwin } from './refuse-twin.ts'
import { settleOrder } from './settle-order.ts'
import { endWith, type StepOutcome, type Work } from './workflow.ts'

/**
 * Creates a sales order, once: take its external number, look whether an order carries it, freeze, intent, POST, result. What an earlier
 * try left behind is settled first.
 */
export async function createOrder(work: Work, index: number, command: CreateOrder): Promise<StepOutcome> {
  const number = externalNumberOf(command.body, work.workflow.constants)
  if (number === undefined) throw new TypeError('an order without an external number was translated')
  return await makeOnce(work, index, {
    key: numberKey(number),
    command,
    part: 'newOrder',
    says: { busy: 'the external number of the order', unsent: 'new order was not sent' },
    takeOver: (orderId) => takeOver(work, index, orderId),
    settle: (memory) => settleOrder(work, index, { memory, number }),
    send: (memory) => lookAndSend(work, index, { command, number, memory }),
  })
}

function takeOver(work: Work, index: number, orderId: number): void {
  const newOrder = { ...frozenOrder(work, index), orderId }
  work.record(index, { orderId, newOrder }, { what: 'new order found', orderId, honoured: orderWaivers })
}

async function lookAndSend(
  work: Work,
  index: number,
  { command, number, memory }: { command: CreateOrder; number: string; memory: OrderMemory },
): Promise<StepOutcome> {
  const { listed, strays } = await ordersOfNumber(work, number)
  const twin = refuseTwin({
    listed,
    memory,
    fingerprint: printOf(command.body),
    cancelledStatus: work.workflow.constants.statuses.cancelled,
    waived: work.event().waived ?? [],
  })
  if (twin) return endWith(twin)
  // What was mixed with other orders does not show that ours is not there.
  if (strays > 0) throw new RetryLater('[GET] /rest/orders by external number answered entries of other orders')
  const ownerId = command.body.ownerId ?? (await work.backOffice.user.id())
  const frozen: FrozenOrder = { key: numberKey(number), body: { ...command.body, ownerId } }
  await work.backOffice.reserveWrites()
  // A release counts for what it was given for: a waiver from before would let this one be repeated unseen.
  const honoured = ['outcome_unclear'] as const
  const planned = { what: 'new order planned', lines: frozen.body.orderItems.length, honoured }
  work.record(index, { newOrder: frozen }, planned)
  await work.save()
  return await sendOrder(work, index, { frozen, known: knownOrders(listed, memory) })
}

/** Every order of the number that must still be there when its list is to prove that ours is not. */
export const knownOrders = (listed: readonly { id: number }[], { returns }: OrderMemory): number[] => [
  ...new Set([...listed.map(({ id }) => id), ...Object.keys(returns).map(Number)]),
]
