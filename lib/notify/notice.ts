import type { ReasonCode } from '../reasons.ts'

/** What people are told, in codes and ids: never an address, a customer's words or a price. */
export type Notice =
  /** Withdrawals from the contract that have come in; the law counts the days from then on. */
  | { code: 'withdrawals'; events: readonly string[]; more: number }
  | { code: 'login_closed'; why: 'refused' | 'used-up' }
  /** The schedule has not run since `since`, epoch ms. */
  | { code: 'schedule_stopped'; since: number }
  | { code: 'schedule_runs' }
  | { code: 'audit_findings'; count: number }
  /** What was held or has failed since the last digest, and what is paused. */
  | { code: 'digest'; stopped: readonly Stopped[]; more: boolean; paused: readonly string[] }

/** Events that stopped for one reason. `orderIds`: of the events, where they are known. */
export type Stopped = {
  reason: ReasonCode
  status: 'held' | 'failed'
  count: number
  events: readonly { id: string; orderId?: number }[]
}
