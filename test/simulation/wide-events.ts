import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Delivery } from './fact.ts'
import { isOfDelivery } from './is-of-delivery.ts'
import type { Truth } from './truth.ts'
import type { WideFact } from './wide-fact.ts'

/** All deliveries of a fact, also those that wait for another one. */
export const deliveriesOf = ({ deliveries, flow }: Pick<WideFact, 'deliveries' | 'flow'>): Delivery[] =>
  [...deliveries, ...(flow?.later ?? [])].flatMap((one) => [one, ...deliveriesOf({ deliveries: one.next ?? [] })])

export const wideEventsOf = (fact: WideFact, events: readonly InboxEvent[]): InboxEvent[] =>
  events.filter(({ id }) => deliveriesOf(fact).some((delivery) => isOfDelivery(delivery, id)))

/** A person has changed what becomes of it. */
export const isMoved = ({ history }: InboxEvent): boolean =>
  history.some(({ code }) => code === 'released' || code === 'replayed' || code === 'discarded')

/** A person has entered a return of one of its orders. */
export const wasByHand = ({ orders }: WideFact, { truth }: { truth: Pick<Truth, 'byHand'> }): boolean =>
  truth.byHand.some(({ orderId }) => orders.some(({ id }) => id === orderId))
