import type { OrderKey, OrderMemory } from '../state/order-memory.ts'
import { nextDeferral } from './retry-policy.ts'
import { takeOrder } from './take-order.ts'
import { proceed, type StepOutcome, type Work, waitUntil } from './workflow.ts'

type Holding = {
  key: OrderKey
  wish: string
  command: number
  /** What another event may be working on, for the history. */
  thing: string
  /** What this command asks for stands there already, only our record of it was lost. */
  takeOver(id: number): void
  /** Anything but `continue` leaves the item to be freed; the write of a result has freed it already. */
  work(memory: OrderMemory): Promise<StepOutcome>
}

/** Works on an order, a number or an image while its item is ours: busy, taken over or worked on, and freed in the end. */
export async function whileHolding(work: Work, { key, wish, command, thing, ...does }: Holding): Promise<StepOutcome> {
  const { orders, now, random, timing } = work.workflow
  const event = work.event()
  const memory = await takeOrder(work, { orderId: key, wish, command })
  if (memory === 'busy') {
    return waitUntil(
      nextDeferral({ event, now: now(), random: random(), timing }),
      `${thing} is being worked on by another event`,
    )
  }
  let free = true
  try {
    const made = Object.entries(memory.returns).find(
      ([, entry]) => entry.event === event.id && entry.command === command,
    )
    if (made) {
      does.takeOver(Number(made[0]))
      return proceed
    }
    const outcome = await does.work(memory)
    free = outcome.kind !== 'continue'
    return outcome
  } finally {
    if (free) await orders.free(key, { holder: work.holder })
  }
}
