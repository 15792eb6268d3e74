import type { BackOffice, OpenBackOffice } from '../back-office/back-office.ts'
import type { Constants } from '../back-office/constants.ts'
import type { Pace } from '../back-office/pace/pace.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { Command } from '../commands.ts'
import type { Config } from '../config.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'
import type { Ending, HeldCode } from '../reasons.ts'
import type { Holder, OrderStore } from '../state/order-memory.ts'
import type { Timing } from './timing.ts'

/** Everything the work on an event needs; the clock, chance and ids are passed in. */
export type Workflow = {
  config: Config
  inbox: Inbox
  orders: OrderStore
  openBackOffice: OpenBackOffice
  /** When the schedule may begin with another event; absent: at once. */
  pace?: Pick<Pace, 'waitToStart'> | undefined
  timing: Timing
  /** The back office's numbers, with the deployment's differences. */
  constants: Constants
  /** From a sender's reason, lower case, to the deployment's reason id. */
  reasons: Readonly<Record<string, string>>
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** 0 to below 1, for jitter. */
  random: () => number
  newId: () => string
  log: Log
}

/** One claim of one event, as the steps see it. */
export type Work = {
  workflow: Workflow
  backOffice: BackOffice
  /** The event as it stands now, at times ahead of the table. */
  event(): InboxEvent
  /** Who we are to the order items: event, epoch, lease. */
  holder: Holder
  /** Orders already read in this run, with everything loaded. */
  parents: Map<number, Order>
  /** Changes what is known of a command and tells the history; stored with the next `save`. */
  record(command: number, change: Partial<Progress>, story: Story): void
  setCommands(commands: Command[]): void
  /** One conditional write of all that was recorded. Throws `LostEvent` when the event is somebody else's by now. */
  save(): Promise<void>
}

/** A line for the history: a short fixed word and redacted facts. `honoured`: reasons an operator had waived, used up by this. */
export type Story = { what: string; honoured?: readonly HeldCode[]; [fact: string]: unknown }

/** What a step leaves to do. */
export type StepOutcome =
  | { kind: 'continue' }
  /** `ownLimit`: the step itself knows how long at most; else a day of such waits is for a person. */
  | { kind: 'wait'; until: number; why: string; ownLimit?: true }
  | { kind: 'end'; ending: Ending }

export const proceed: StepOutcome = { kind: 'continue' }
export const waitUntil = (until: number, why: string): StepOutcome => ({ kind: 'wait', until, why })
export const endWith = (ending: Ending): StepOutcome => ({ kind: 'end', ending })
