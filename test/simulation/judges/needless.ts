import type { Fact } from '../facts/fact.ts'
import { hasOlder } from '../people/older-returns.ts'
import { eventsOf, type Judged } from './judged.ts'

/** What can be for a person whatever the bridge does: of such schedules nothing is demanded here. */
export const forPeople: readonly string[] = [
  ...(['request refused', 'token refused', 'tokens expired', 'password changed', 'same by hand'] as const),
  ...(['return by hand', 'request far too late', 'mapping changed', 'event discarded'] as const),
  ...(['open write discarded', 'order cancelled', 'order imported anew', 'killed at login'] as const),
  ...(['refused for ever', 'refused without the right'] as const),
]

/**
 * Economy of people: where one customer wants one thing of an order that is there and whole, and no person did anything, the event must be
 * done, whatever the weather was: the truth was to be read in the back office.
 */
export function needless(judged: Judged): string[] {
  const { script, faults, finished } = judged
  if (!finished || forPeople.some((kind) => faults.has(kind))) return []
  return script.facts.flatMap((fact) => {
    const beside = script.facts.filter(({ deliveries: [first] }) => first === fact.deliveries[0])
    if (!beside.every((one) => isUnambiguous(one, judged))) return []
    return eventsOf(fact, judged.events)
      .filter(({ status }) => status !== 'done')
      .map(
        ({ id, status, reason }) =>
          `needless: ${id} is ${status} as ${reason?.code}, although nothing stood against it`,
      )
  })
}

function isUnambiguous(fact: Fact, { script, truth, faults, events }: Judged): boolean {
  const { order, deliveries, kind, lines, besideHopeless } = fact
  const isAskedForMore = lines !== 'all' && lines.some(({ line, quantity }) => quantity > line.quantity)
  const isAlone = script.facts.every((other) => other === fact || other.order !== order || !isEntangled(fact, other))
  // What is not there once it has settled is for a person by design.
  const isForPeople = (kind === 'order' || kind === 'image') && faults.size > 0
  const others = events.filter(
    ({ orderId, status }) => orderId === order.id && (status === 'held' || status === 'failed'),
  )
  const own = eventsOf(fact, events)
  return (
    deliveries.length === 1 &&
    order.appearsAfter === 0 &&
    isAlone &&
    !isForPeople &&
    !besideHopeless &&
    !isAskedForMore &&
    !hasOlder(order, truth.older) &&
    others.every((event) => own.includes(event))
  )
}

/** They may ask for the same pieces. */
const isEntangled = (fact: Fact, other: Fact): boolean =>
  fact.kind === 'return' &&
  other.kind === 'return' &&
  (fact.lines === 'all' ||
    other.lines === 'all' ||
    fact.lines.some(({ line }) =>
      (other.lines as { line: { sku: string } }[]).some((one) => one.line.sku === line.sku),
    ))
