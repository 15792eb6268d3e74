import type { NewOrderBody } from '../commands.ts'
import type { OrderKey, Progress } from '../inbox/event.ts'
import { fingerprintOf } from './fingerprint.ts'
import { sendUnderIntent } from './send-under-intent.ts'
import type { StepOutcome, Work } from './workflow.ts'

/** What was frozen for a new order. `lookAt`: set before a body is sent a second time. */
export type FrozenOrder = {
  key: OrderKey
  body: NewOrderBody & { ownerId: number }
  lookAt?: number
}

export function frozenOrder(work: Work, index: number): FrozenOrder {
  const { newOrder } = work.event().ledger[index] ?? {}
  if (!newOrder) throw new TypeError('an intent stands without the order that was frozen for it')
  const { orderId: _, toldAbsent: __, ...frozen } = newOrder
  return frozen as FrozenOrder
}

export const printOf = ({ orderItems }: Pick<NewOrderBody, 'orderItems'>): string => fingerprintOf('order', orderItems)

/** Reasons for which an operator's release lets an order be sent. */
export const orderWaivers = ['possible_duplicate', 'outcome_unclear'] as const

/** Sends the frozen body of an order under an intent. */
export async function sendOrder(
  work: Work,
  index: number,
  { frozen, known }: { frozen: FrozenOrder; known: number[] },
): Promise<StepOutcome> {
  const { key, body } = frozen
  return await sendUnderIntent(work, index, {
    key,
    known,
    isRepeated: frozen.lookAt !== undefined,
    fingerprint: printOf(body),
    thing: 'an order',
    lost: { what: 'new order sent, answer lost' },
    refused: { what: 'new order refused' },
    forget: { newOrder: undefined },
    send: async (options) => {
      const { id } = await work.backOffice.orders.create(body, options)
      await recordOrder(work, index, { frozen, id })
    },
  })
}

/** The order is there: in the item of its number first, which frees it, then in the event. */
export async function recordOrder(
  work: Work,
  index: number,
  { frozen, id }: { frozen: FrozenOrder; id: number },
): Promise<void> {
  const { orders, now, timing } = work.workflow
  const { lookAt, ...sent } = frozen
  await orders.recordResult(sent.key, { holder: work.holder, returnId: id, command: index, lines: [], now: now() })
  const look = lookAt === undefined ? {} : { lookAt: now() + timing.lookAgainMs }
  const made = { orderId: id, newOrder: { ...sent, ...look, orderId: id } } satisfies Partial<Progress>
  work.record(index, made, { what: 'new order created', orderId: id, honoured: orderWaivers })
}
