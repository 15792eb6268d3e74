import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { RecordStore } from '../../lib/state/write-record.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Fact, Script } from './script.ts'
import type { Mail } from './senders.ts'
import type { Truth } from './truth.ts'
import type { FaultKind } from './weather.ts'

/** All that is known of a schedule when it has ended. */
export type Judged = {
  script: Script
  truth: Truth
  mail: Mail
  events: readonly InboxEvent[]
  sandbox: Sandbox
  records: RecordStore
  finished: boolean
  faults: ReadonlyMap<FaultKind, number>
}

export const eventsOf = (fact: Fact, events: readonly InboxEvent[]) =>
  events.filter(({ id }) => fact.deliveries.some((delivery) => id === `${delivery.source}/${delivery.id}`))
