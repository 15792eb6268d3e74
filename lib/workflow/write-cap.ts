import { type Ending, held } from '../reasons.ts'
import { isApproved } from './approvals.ts'
import { isByVisitor } from './by-visitor.ts'
import type { Work } from './workflow.ts'

/**
 * Counts what visitors have written to an order by forms: none should be able to fill it with notes. What shops and
 * operators report has happened, so it is never held for its number. An ending where the order has had as much as it gets in a day.
 */
export async function writeCap(
  { workflow, event }: Work,
  { key, orderId }: { key: string; orderId: number },
): Promise<Ending | undefined> {
  const { config, records, now } = workflow
  if (!isByVisitor(event(), config)) return undefined
  const most = config.formsPerOrderAndDay
  if (isApproved(event(), 'write_cap', { key, orderId })) return undefined
  const isCounted = await records.countOnDay(key, { orderId, most, now: now() })
  return isCounted ? undefined : held({ code: 'write_cap', key, orderId, most })
}
