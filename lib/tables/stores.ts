import type { ItemStore } from '../back-office/item-store.ts'
import type { PaceStore } from '../back-office/pace/state.ts'
import type { SessionStore } from '../back-office/session/store.ts'
import type { Clock } from '../clock.ts'
import type { AcceptingInbox, Inbox } from '../inbox/inbox.ts'
import type { GetSecretValue } from '../secrets/secrets.ts'
import type { AuditStore } from '../state/audit-progress.ts'
import type { DayStore } from '../state/day-counts.ts'
import type { Learnt } from '../state/learnt.ts'
import type { PausesItem } from '../state/pauses.ts'
import type { RecordStore } from '../state/write-record.ts'

/** `clock` hears the time of a store that says it. `newId`: no two may be the same. Both times in milliseconds. */
type Options = { clock: Clock; newId: () => string; retentionMs: number; keepMs: number }

/** What `#stores` exports: where all is kept. The build chooses (`imports` in package.json). */
export type OpenStores = (options: Options) => {
  inbox: Inbox
  records: RecordStore
  learnt: Learnt
  session: SessionStore
  pace: PaceStore
  pauses: ItemStore<PausesItem>
  audits: AuditStore
  days: DayStore
  /** Their sender knows the shape. */
  notifications<Item extends { writeId: string }>(): ItemStore<Item>
  notes<Item extends { writeId: string }>(): ItemStore<Item>
  getSecretValue: GetSecretValue
  /** Of a store that is this process's own: copies it into a new file, and answers where that is. */
  backUp?: BackUp | undefined
  /** Events from before this time, epoch ms, look before their first write: the store is a copy. */
  looksFirstUntil?: number
}

/** What `#stores` exports besides: events and secrets alone, for what may know nothing else. */
export type OpenEvents = (options: Omit<Options, 'keepMs'>) => Pick<ReturnType<OpenStores>, 'inbox' | 'getSecretValue'>

export type BackUp = (file: string) => Promise<{ file: string; bytes: number }>

type WebhookOptions = Pick<Options, 'clock' | 'newId'> & { sleep: (ms: number) => Promise<void>; random: () => number }
/** What `#webhook-stores` exports: all that a start of the webhooks needs. */
export type OpenWebhookStores = (options: WebhookOptions) => {
  inbox: AcceptingInbox
  getSecretValue: GetSecretValue
}
