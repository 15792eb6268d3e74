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

/** Whether a release has overruled this very question. An approval counts for the facts that the person was shown. */
export function isApproved<Code extends (typeof approvable)[number]>(
  { approvals = [] }: Pick<InboxEvent, 'approvals'>,
  code: Code,
  facts: Partial<Extract<Reason, { code: Code }>>,
): boolean {
  const question = Object.entries(facts)
  return approvals.some(
    (approval) =>
      approval.code === code &&
      question.every(([name, value]) => isDeepStrictEqual((approval as Record<string, unknown>)[name], value)),
  )
}

export const linkedTo = ({ approvals = [] }: Pick<InboxEvent, 'approvals'>, key: string): number | undefined =>
  approvals.flatMap((one) => (one.code === 'same_parcel' && one.key === key ? (one.link ?? []) : []))[0]
