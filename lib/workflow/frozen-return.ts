import type { NewReturn, Order } from '../back-office/resources/schemas.ts'
import type { ReturnLine } from '../inbox/event.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import type { Work } from './workflow.ts'

/** `lookAt`: set before a body is sent a second time, see `lookAgain`. */
export type Frozen = { orderId: number; body: NewReturn; lines: ReturnLine[]; lookAt?: number }

/** What was frozen for a return, as the event's ledger has it. */
export function frozenReturn(work: Work, index: number): Frozen {
  const { orderId, return: made } = work.event().ledger[index] ?? {}
  if (orderId === undefined || !made) throw new TypeError('an intent stands without the body that was frozen for it')
  const look = made.lookAt === undefined ? {} : { lookAt: made.lookAt }
  return { orderId, body: made.body as NewReturn, lines: made.lines, ...look }
}

/** Every return of the order that must still be there when its list is to prove that ours is not. */
export function knownReturns(listed: readonly Order[], memory: OrderMemory): number[] {
  return [...new Set([...listed.map((order) => order.id), ...Object.keys(memory.returns).map(Number)])]
}
