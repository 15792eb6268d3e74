import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { RecordStore } from '../../../lib/state/write-record.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { WideFact } from '../all-senders/fact.ts'
import type { Fact, Script } from '../facts/fact.ts'
import { isOfDelivery } from '../facts/is-of-delivery.ts'
import type { Mail } from '../people/senders.ts'
import type { ShopReturns } from '../shop-returns/scene.ts'
import type { Nature } from '../town/machine.ts'
import type { Economy } from './economy.ts'
import type { Truth } from './truth.ts'

/** All that is known of a schedule when it has ended. */
export type Judged = {
  nature: Pick<Nature, 'clocks' | 'places'>
  script: Script
  wide: readonly WideFact[]
  shopReturns: ShopReturns | undefined
  truth: Truth
  mail: Mail
  events: readonly InboxEvent[]
  /** As they were when they expired, whether or not they have come anew. */
  expired: readonly InboxEvent[]
  sandbox: Sandbox
  economy: Economy
  records: Pick<RecordStore, 'get'>
  finished: boolean
  startedAt: number
  faults: ReadonlyMap<string, number>
}

/** A return of the fact came later than is assumed. */
export const isFarTooLate = ({ tag }: Fact, { returns }: Truth): boolean =>
  returns.some((one) => one.isFarTooLate && one.tag === tag)

export const eventsOf = (fact: Fact, events: readonly InboxEvent[]) =>
  events.filter(({ id }) => fact.deliveries.some((delivery) => isOfDelivery(delivery, id)))

export { isAbout } from '../facts/is-about.ts'
