import type { FindingCode } from '../reasons.ts'
import type { AuditStore } from '../state/audit-progress.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** What an audit works with: what an event's work has, and how far the audit before it came. */
export type Auditor = {
  workflow: Pick<
    Workflow,
    | 'config'
    | 'inbox'
    | 'records'
    | 'openBackOffice'
    | 'timing'
    | 'constants'
    | 'now'
    | 'clock'
    | 'sleep'
    | 'newId'
    | 'log'
  >
  progress: AuditStore
}

/** One thing that is not as it was recorded: ids and a sentence, no personal data. */
export type Finding = {
  what: FindingCode
  event?: string
  orderId?: number
  returnId?: number
  commentId?: number
  says: string
}

/** Something that could not be looked at, and why. */
export type Unseen = { event?: string; returnId?: number; why: string }

const second = 1_000
export const dayMs = 24 * 60 * 60 * second

export const iso = (ms: number): string => new Date(ms).toISOString()
