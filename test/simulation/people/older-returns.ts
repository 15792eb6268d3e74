import { dayMs } from '../../../lib/audit/auditor.ts'
import { putOrder } from '../../../sandbox/put-order.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import type { Fact, ScriptedOrder } from '../facts/fact.ts'
import type { Town } from '../town/town.ts'
import type { OlderReturn } from './older-return.ts'

const minute = 60_000
const cancelled = 8

type Drawn = Omit<OlderReturn, 'id' | 'isTooOld'>

/** How old a return is that holds a claim still: `parcelWindow`. */
const windowMs = 60 * dayMs

/**
 * Before anything is reported the API user has made returns of the very pieces that will come back: for an earlier event, or by hand.
 * Some are cancelled, some are older than any claim. Only what a write knew when it was sent tells them from its own.
 */
export function drawOlderReturns({ nature, script }: Town, order: ScriptedOrder): Drawn[] {
  const { chance, weather } = nature
  return script.facts
    .filter((fact) => fact.order === order && fact.kind === 'return' && weather.strikes('older return'))
    .map((fact) => {
      const [asked] = fact.lines === 'all' ? [] : fact.lines
      const line = asked?.line ?? chance.pick(order.lines)
      const quantity = Math.min(asked?.quantity ?? 1, line.quantity)
      const isCancelled = chance.hits(0.5)
      // As many pieces are left as were before.
      if (!isCancelled) line.quantity += quantity
      return { orderId: order.id, line, quantity, isCancelled }
    })
}

/** Stores what was drawn, once the order is there. */
export function putOlderReturns({ nature, sandbox, truth }: Town, drawn: readonly Drawn[]): void {
  const { chance, timeline, tell } = nature
  for (const older of drawn) {
    const { orderId, line, quantity, isCancelled } = older
    const ageMs = chance.pick([5 * minute, 180 * minute, 20 * dayMs, windowMs + 60_000, 100 * dayMs])
    const references = [{ referenceType: 'parent', referenceOrderItemId: line.itemId }]
    const { id } = putOrder(
      sandbox.world.store,
      {
        ...{ typeId: 3, statusId: isCancelled ? cancelled : 9.02, ownerId: apiUser.id },
        orderReferences: [{ referenceType: 'parent', referenceOrderId: orderId }],
        orderItems: [{ typeId: 1, itemVariationId: line.variationId, quantity, references }],
        createdAtMs: timeline.now() - ageMs,
      },
      timeline.now(),
    )
    truth.older.push({ ...older, id, isTooOld: ageMs > windowMs })
    tell('before', () => `order ${orderId} has return ${id} of line ${line.itemId}${isCancelled ? ', cancelled' : ''}`)
  }
}

/** Pieces of the order that came back before and still count. */
export const hasOlder = ({ id }: Fact['order'], older: readonly OlderReturn[]): boolean =>
  older.some(({ orderId, isCancelled }) => orderId === id && !isCancelled)
