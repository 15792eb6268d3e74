import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../inbox/event.ts'
import type { HeldCode, Reason } from '../reasons.ts'

/** The questions that a release answers; after any other one the event only continues. */
export const approvable = [
  'possible_duplicate',
  'same_parcel',
  'too_many',
  'order_ambiguous',
  'email_mismatch',
  'return_incomplete',
  'outcome_unclear',
  'write_cap',
  'not_shipped',
] as const satisfies readonly HeldCode[]

type Approvable = (typeof approvable)[number]
type Approved = Pick<InboxEvent, 'approvals'>
type Question<Code> = Partial<Extract<Reason, { code: Code }>>

/** Whether a release has overruled this very question. An approval counts for the facts that the person was shown. */
export function isApproved<Code extends Approvable>(event: Approved, code: Code, facts: Question<Code>): boolean {
  const question = Object.entries(facts)
  const ofCode = (event.approvals ?? []).filter((approval) => approval.code === code) as Record<string, unknown>[]
  return ofCode.some((approval) => question.every(([name, value]) => isDeepStrictEqual(approval[name], value)))
}

export const linkedTo = ({ approvals = [] }: Approved, key: string): number | undefined =>
  approvals.flatMap((one) => (one.code === 'same_parcel' && one.key === key ? (one.link ?? []) : []))[0]
