import type { BudgetFacts, ReasonCode, Wait } from '../reasons.ts'
import type { ItemId, WriteKind, WriteRecord } from '../state/write-record.ts'

/** What happens to an event next. Times are epoch milliseconds. */
export type Next =
  | { code: 'starts_soon' | 'runs'; until: number }
  | { code: 'next_attempt'; at: number; why?: Wait }
  /** Held back by a pause: that of its source, or that of all writes. */
  | { code: 'paused'; source?: string }
  /** The answer to a command, which does not wait. */
  | { code: 'ask_again'; why: Wait; at?: number }
  | { code: 'person_decides' | 'stopped' | 'ended' }

export type ToDo =
  | { code: 'nothing' | 'at_work' | 'open_login' | 'late' | 'resume' | 'find_delivery' }
  | { code: 'as_advised'; reason: ReasonCode }
  /** `fix_each`: more than one command of the event failed, and the advice about one of them is not enough. */
  | { code: 'fix_each' | 'set_owner' | 'release_to_retry' | 'replay_if_wanted' | 'settle_first'; id: string }
  | { code: 'settles' | 'limit_opens'; at: number }
  | { code: 'see_events'; ids: readonly string[] }

export type RecordFact =
  | { code: 'lock'; item: ItemId; event: string; until: number }
  | { code: WriteRecord['state']; kind: WriteKind; by: string; at: number; id?: number; orderId?: number }
  /** The key is done with returns that were there. */
  | { code: 'linked'; by: string; at: number; id?: number; also?: readonly number[] }
  | { code: 'no_event' | 'no_write' }

export type Checked =
  | { code: 'configuration' | 'source_secrets' | 'back_office_secret' | 'events_table' | 'state_table' | 'login' }
  | { code: 'token' | 'limits' | 'paths' | 'login_after_reads' | 'paths_that_write' | 'rights_to_write' | 'skus' }
  | { code: 'cancelled_statuses' | 'labels' | 'customers' | 'silence' | 'messages' }
  | { code: 'path'; setting: string }
  | { code: 'right'; right: string; route: string }

export type Seen =
  | { code: 'no_source' | 'secrets_not_readable' | 'secrets_own' | 'secret_complete' | 'password_weak' }
  | { code: 'sources' | 'secret_missing' | 'secret_useless' | 'secret_shared'; sources: readonly string[] }
  | { code: 'secret_wrong'; words: string }
  | { code: 'table_readable' | 'token_there' | 'right_there' | 'right_of_images' | 'newer_version' }
  | { code: 'no_customer' | 'no_order' | 'no_article' | 'no_return' }
  | { code: 'set_cancelled' | 'compare_statuses' | 'set_owner' | 'or_set_owner' }
  | { code: 'customer_there' | 'customer_missing'; returnId: number }
  /** Which property of a line has its SKU, and how else it is found. */
  | { code: 'skus_in_lines' | 'skus_lost'; orderId: number; property: number }
  | { code: 'skus_found'; orderId: number; property: number; byNumber: boolean; byMarket: boolean }
  /** What the names of statuses say, against what the bridge takes for cancelled. */
  | { code: 'cancelled_by_name' | 'not_cancelled_by_name'; statuses: readonly { statusId: number; name: string }[] }
  | { code: 'statuses_agree'; statusIds: readonly number[] }
  | { code: 'announces_with_label'; statusId: number; sources: readonly string[] }
  | { code: 'set_announced'; statusId: number }
  | ({ code: 'source_silent' } & SilentSource)
  | { code: 'nobody_silent' | 'messages_taken' }
  | { code: 'receiver_down'; to: string; since: number }
  | { code: 'login_is'; state: LoginState }
  | { code: 'unreachable'; error: string }
  /** In the words of the back office, or of the error. */
  | { code: 'cause'; cause: string }
  | { code: 'path_works'; path: PathName; route: string }
  | { code: 'set_path'; path: PathName; setting: string }
  | { code: 'filters_ignored'; filters: readonly string[]; route: string }
  | { code: 'owner_set'; ownerId: number }
  | { code: 'right_missing'; right: string }
  | ({ code: 'limit_used_up'; until?: number } & BudgetFacts)
  | { code: 'limits_free'; budgets: readonly BudgetFacts[] }
  | { code: 'paths_that_write' | 'rights_to_write'; newOrder: string; comments: string; imageAvailabilities: string }

/** Nothing has come from it since `lastAt`, epoch ms; `gapMs`: the usual time between two of its events. */
export type SilentSource = { source: string; kind: string; lastAt: number; gapMs: number }
/** Why the back office was not asked which orders a person means. */
export type NotAsked = { code: 'login_closed' | 'no_answer' | 'too_many' } | { code: 'refused'; status: number }
/** A path of the back office that is not stated. */
export type PathName = 'orders' | 'ordersByNumber' | 'ordersOfContact' | 'contacts' | 'user' | 'variations'
export type LoginState = 'open' | 'paused' | 'refused' | 'used-up' | 'not-configured'
