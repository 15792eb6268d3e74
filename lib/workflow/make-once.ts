import type { Command } from '../commands.ts'
import { LostEvent } from '../inbox/inbox.ts'
import type { Intent, OrderKey, OrderMemory } from '../state/order-memory.ts'
import { settleWish, wishKey } from './claim-wish.ts'
import { nextDeferral } from './retry-policy.ts'
import { takeOrder } from './take-order.ts'
import { proceed, type StepOutcome, type Work, waitUntil } from './workflow.ts'

type Making = {
  /** Its item: an order, an external number or an image. */
  key: OrderKey
  command: Command
  /** Where the ledger keeps the frozen body. */
  part: 'return' | 'newOrder' | 'image'
  /** For the history: what another event may be working on, and that a frozen body was never sent. */
  says: { busy: string; unsent: string }
  /** It stands in the back office already, only our record of it was lost. */
  takeOver(id: number): void
  /** It was sent, and nobody knows what became of it: it is looked for before anything else. */
  settle(memory: OrderMemory & { intent: Intent }): Promise<StepOutcome>
  /** It has no intent any more, but may have been sent, by us or by whom the wish was taken over from. Undefined: it is not there. */
  recover?(memory: OrderMemory): Promise<StepOutcome | undefined>
  /** Nothing of it was ever sent, or it is not there. */
  send(memory: OrderMemory): Promise<StepOutcome>
}

/**
 * Makes what a command asks for, once: takes its item, settles what an earlier try left behind (a result without our record of it, an
 * open intent, a plan that was never sent), asks whether another event has the same wish, and only then sends.
 */
export async function makeOnce(work: Work, index: number, making: Making): Promise<StepOutcome> {
  const { key, command, says } = making
  const { orders, now, random, timing } = work.workflow
  const memory = await takeOrder(work, { orderId: key, wish: wishKey(work, command), command: index })
  if (memory === 'busy') {
    return waitUntil(
      nextDeferral({ event: work.event(), now: now(), random: random(), timing }),
      `${says.busy} is being worked on by another event`,
    )
  }
  let free = true
  try {
    const made = madeBefore(work, index, memory)
    if (made !== undefined) {
      assertPlanned(work, index, making)
      making.takeOver(made)
      return proceed
    }
    const outcome = await settleOrSend(work, index, { making, memory })
    // The write of a result has freed the item already.
    free = outcome.kind !== 'continue'
    return outcome
  } finally {
    if (free) await orders.free(key, { holder: work.holder })
  }
}

/** The id of what the item says that this command of this event has made. */
function madeBefore(work: Work, index: number, { returns }: OrderMemory): number | undefined {
  const { id } = work.event()
  const made = Object.entries(returns).find(([, { event, command }]) => event === id && command === index)
  return made && Number(made[0])
}

/** A claim that does not know of the plan is older than the one that has sent it. */
function assertPlanned(work: Work, index: number, { part }: Making): void {
  const { id, epoch, ledger } = work.event()
  if (!ledger[index]?.[part]) throw new LostEvent(`event ${id} was claimed again after epoch ${epoch}`)
}

async function settleOrSend(
  work: Work,
  index: number,
  { making, memory }: { making: Making; memory: OrderMemory },
): Promise<StepOutcome> {
  const { command, part, says } = making
  const { intent } = memory
  if (intent) return await making.settle({ ...memory, intent })
  const taken = await settleWish(work, index, { command, memory })
  const recovered = taken ? undefined : await making.recover?.(memory)
  if (recovered) return recovered
  // Frozen without an intent, it was never sent, is not there, or is looked for by whoever has the wish: nothing of it may have happened,
  // however the event ends now.
  if (work.event().ledger[index]?.[part]) work.record(index, { [part]: undefined }, { what: says.unsent })
  return taken ?? (await making.send(memory))
}
