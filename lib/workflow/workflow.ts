import type { BackOffice, OpenBackOffice } from '../back-office/back-office.ts'
import type { Constants } from '../back-office/constants.ts'
import type { Pace } from '../back-office/pace/pace.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { Clock } from '../clock.ts'
import type { OrderCommand } from '../commands.ts'
import type { Config } from '../config/config.ts'
import type { InboxEvent, NewEntry } from '../inbox/event.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Change, Progress } from '../inbox/progress.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Ending, Wait } from '../reasons.ts'
import type { Learnt } from '../state/learnt.ts'
import type { Pauses } from '../state/pauses.ts'
import type { ItemId, Lock, RecordStore } from '../state/write-record.ts'
import type { RequestPlan } from './plan-return/plan-return.ts'
import type { Timing } from './timing.ts'

/** Everything the work on an event needs; the clock, chance and ids are passed in. */
export type Workflow = {
  config: Config
  inbox: Inbox
  records: RecordStore
  learnt: Learnt
  /** What an operator has paused; absent: nothing ever. */
  pauses?: Pauses
  openBackOffice: OpenBackOffice
  /** Says when the schedule may begin with another event; absent: at once. */
  pace?: (Pick<Pace, 'waitToStart'> & Partial<Pick<Pace, 'look' | 'known'>>) | undefined
  timing: Timing
  constants: Constants
  /** From a sender's reason, lower case, to the deployment's reason id. */
  reasons: Readonly<Record<string, string>>
  now: () => number
  /** Compares `now` with other clocks. Absent: `now` is trusted. */
  clock?: Clock | undefined
  sleep: (ms: number) => Promise<void>
  /** 0 to below 1, for jitter. */
  random: () => number
  newId: () => string
  log: Log
  /** Absent: nobody counts. */
  metrics?: Metrics | undefined
  /** Events from before this time, epoch ms, look before their first write: the store is a copy, which does not know of all writes. */
  looksFirstUntil?: number | undefined
}

/** One claim of one event. Nothing of the event is stored before the run ends: each write has a record of its own (write-once). */
export type Work = {
  workflow: Workflow
  backOffice: BackOffice
  /** The event as it stands now, ahead of the table. */
  event(): InboxEvent
  /** Of the commands that the event gives now. */
  keys: ReadonlySet<string>
  hasTime(): boolean
  /** This claim, as the items of the state table know it. */
  lock: Lock
  /** Orders already read in this run, with everything loaded. */
  parents: Map<number, Order>
  /** Commands with the lines that earlier deliveries have taught. */
  completed: Map<string, OrderCommand>
  /** What is known of a command; `found` if nothing is. */
  progress(key: string): Progress
  /** Receives how each return was planned, before anything is done about it. */
  onPlan?(key: string, plan: RequestPlan): void
  /** Keys of this event's `sent` writes, by item that this run has locked. An invariant checks them. */
  sent: Map<ItemId, readonly string[]>
  /** Changes how far the command of a key has come. Stored when the run ends. */
  record(key: string, change: Change, entry?: NewEntry): void
}

/** What it takes to look for a write in the back office, with or without an event. */
export type Looking = Pick<Work, 'backOffice'> & { workflow: Pick<Workflow, 'constants'> }

export type StepOutcome =
  | { kind: 'continue' }
  | { kind: 'wait'; until: number; why: Wait }
  | { kind: 'end'; ending: Ending }

export const proceed: StepOutcome = { kind: 'continue' }
export const waitUntil = (until: number, why: Wait): StepOutcome => ({ kind: 'wait', until, why })
export const endWith = (ending: Ending): StepOutcome => ({ kind: 'end', ending })
