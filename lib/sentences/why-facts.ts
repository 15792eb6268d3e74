import type { ReasonCode, Wait } from '../reasons.ts'
import type { ItemId, WriteKind, WriteRecord } from '../state/write-record.ts'

/** What happens to an event next. Times are epoch milliseconds. */
export type Next =
  | { code: 'starts_soon'; until: number }
  | { code: 'runs'; until: number }
  | { code: 'next_attempt'; at: number; why?: Wait }
  /** Held back by a pause: that of its source, or that of all writes. */
  | { code: 'paused'; source?: string }
  | { code: 'person_decides' }
  | { code: 'stopped' }
  | { code: 'ended' }

/** What a person can do about an event or an order. */
export type ToDo =
  | { code: 'nothing' }
  | { code: 'as_advised'; reason: ReasonCode }
  /** More than one command of the event failed: the advice about one of them is not enough. */
  | { code: 'fix_each'; id: string }
  | { code: 'open_login' }
  | { code: 'set_owner'; id: string }
  | { code: 'late' }
  | { code: 'resume' }
  | { code: 'settles'; at: number }
  | { code: 'release_to_retry'; id: string }
  | { code: 'replay_if_wanted'; id: string }
  | { code: 'settle_first'; id: string }
  | { code: 'see_events'; ids: readonly string[] }
  | { code: 'find_delivery' }

/** What an item of the state table says. */
export type RecordFact =
  | { code: 'lock'; item: ItemId; event: string; until: number }
  | { code: WriteRecord['state']; kind: WriteKind; by: string; at: number; id?: number; orderId?: number }
  /** The key is done with a return that was there. */
  | { code: 'linked'; by: string; at: number; id?: number }
  | { code: 'no_event' }
  | { code: 'no_write' }
