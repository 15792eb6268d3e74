import type { Order } from '../back-office/resources/schemas.ts'
import { type Ending, held, ignored } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'

type Facts = {
  /** All orders of the number, of any status. */
  listed: readonly Order[]
  memory: Pick<OrderMemory, 'returns' | 'fingerprints'>
  fingerprint: string
  cancelledStatus: number
  waived: readonly string[]
}

/**
 * Why an order must not be created: its number is taken. An external number is told once, so the same order under another wish is done,
 * and all else is for a person. Only where every order of the number is cancelled can a release let it pass.
 */
export function refuseTwin({ listed, memory, fingerprint, cancelledStatus, waived }: Facts): Ending | undefined {
  const isCancelled = (id: number) => listed.some((order) => order.id === id && order.statusId === cancelledStatus)
  const made = Object.entries(memory.returns).map(([id, { event }]) => ({ id: Number(id), event }))
  // One that the list lacks is there all the same.
  const [ours] = made.filter(({ id }) => !isCancelled(id))
  if (ours && memory.fingerprints[fingerprint]?.event === ours.event) {
    return ignored('already_done', `The same order was already created by ${ours.event}: it is order ${ours.id}.`)
  }
  const other = ours?.id ?? listed.find(({ statusId }) => statusId !== cancelledStatus)?.id
  if (other !== undefined) {
    const who = ours ? `was created by ${ours.event}, with other lines` : 'was not created by this bridge'
    const text = `Order ${other} carries the external number already and ${who}. If it is the one that is meant, discard the event; if not, cancel that order, then release the event.`
    return held('possible_duplicate', text)
  }
  const [gone] = made
  if (!gone || waived.includes('possible_duplicate')) return undefined
  const text = `Order ${gone.id} was created for the same external number by ${gone.event} and is cancelled. Release the event if it is to be created once more.`
  return held('possible_duplicate', text)
}
