import type { ScriptedOrder } from '../facts/fact.ts'
import type { Place } from '../town/places.ts'
import type { SentRequest } from '../town/sent-request.ts'
import type { Town } from '../town/town.ts'

const cancelled = 8

/**
 * People who cancel an order while the bridge works on it: when it has just been read for a plan, when its return is on the way, between
 * the return and the comment, and between two commands. The parcels' order stays: what is reported of it must come to its end.
 */
export function startCancellations(town: Town): void {
  const { nature, truth, script } = town
  const { timeline, chance, weather } = nature
  // Reads are many, and returns few.
  const strikes = ({ method }: SentRequest) =>
    (method === 'GET' ? [1] : [1, 2, 3, 4]).some(() => weather.strikes('order cancelled'))
  truth.onAnyApplied.push((request) => {
    const order = script.orders.find((one) => !one.isOfParcels && isAbout(request, one))
    if (!order || truth.cancelledAt.has(order.id) || !strikes(request)) return
    timeline.after(chance.pick([0, chance.between(0, 300), chance.between(0, 90_000)]), () => {
      if (cancel(town, order)) nature.places.reach(placeOf(request))
    })
  })
}

function isAbout({ method, path, body }: SentRequest, { id }: ScriptedOrder): boolean {
  if (method === 'GET') return path === `/rest/orders/${id}`
  if (path === '/rest/comments') return (JSON.parse(body) as { referenceValue: number }).referenceValue === id
  if (path !== '/rest/orders') return false
  const { orderReferences = [] } = JSON.parse(body) as { orderReferences?: { referenceOrderId: number }[] }
  return orderReferences.some(({ referenceOrderId }) => referenceOrderId === id)
}

function placeOf({ method, path }: SentRequest): Place {
  if (method === 'GET') return 'order cancelled when it was read'
  return path === '/rest/orders' ? 'order cancelled after its return' : 'order cancelled after a comment'
}

function cancel({ nature, sandbox, truth }: Town, { id }: ScriptedOrder): boolean {
  const stored = sandbox.world.store.orders.get(id)
  if (!stored || stored.statusId === cancelled) return false
  sandbox.world.store.orders.put({ ...stored, statusId: cancelled })
  truth.cancelledAt.set(id, nature.timeline.now())
  nature.tell('a clerk', () => `cancels order ${id}`)
  return true
}
