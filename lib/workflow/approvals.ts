import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../inbox/event.ts'
import type { HeldCode, Reason } from '../reasons.ts'

/**
 * Whether a release has overruled this very question: an approval counts for the facts that the person was shown, so a question that has
 * changed is asked anew.
 */
export function isApproved<Code extends HeldCode>(
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
