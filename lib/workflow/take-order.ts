import { LostOrder, type OrderKey, type OrderMemory } from '../state/order-memory.ts'
import { settledAt } from './timing.ts'
import type { Work } from './workflow.ts'

type Wanted = { orderId: OrderKey; wish: string; command: number }

/** Another event usually needs an order for moments only: a short patience here saves a wait for the schedule. */
export async function takeOrder(work: Work, wanted: Wanted): Promise<OrderMemory | 'busy'> {
  const { now, sleep, random, timing } = work.workflow
  const patientUntil = now() + timing.orderPatienceMs
  for (;;) {
    const taken = await take(work, wanted)
    if (taken !== 'busy') return taken
    if (now() >= patientUntil) return (await closeAbandoned(work, wanted)) ? await take(work, wanted) : 'busy'
    await sleep(timing.orderPollMs * (0.5 + random()))
  }
}

const take = ({ workflow, holder }: Work, { orderId, wish, command }: Wanted) =>
  workflow.orders.take(orderId, { holder, now: workflow.now(), wish, command })

/**
 * An intent is never closed by time. But where a person has discarded its event, and so has said what became of the write, nobody
 * would ever close it: then whoever needs the order does. Takes it in the event's name, so that a replay of that event is not
 * overrun. True: the order may be free now.
 */
async function closeAbandoned({ workflow }: Work, { orderId, wish }: Wanted): Promise<boolean> {
  const { orders, inbox, now, timing } = workflow
  const { intent, holder, wishes = {} } = (await orders.get(orderId)) ?? {}
  // Whatever the person saw before, it may still be carried out.
  if (!intent || now() < settledAt(intent, timing)) return false
  const owner = await inbox.get(intent.event)
  if (owner && owner.status !== 'discarded') return false
  const epoch = Math.max(owner?.epoch ?? 0, holder?.epoch ?? 0)
  const inItsName = { event: intent.event, epoch, leaseUntil: now() }
  // Under its own wish: ours would become that of an event that may have done another one of this order.
  const [own = wish] = Object.keys(wishes).filter((name) => wishes[name]?.event === intent.event)
  const { command } = intent
  if ((await orders.take(orderId, { holder: inItsName, now: now(), wish: own, command })) === 'busy') return true
  try {
    await orders.dropIntent(orderId, { holder: inItsName })
  } catch (error) {
    if (!(error instanceof LostOrder)) throw error
  }
  return true
}
