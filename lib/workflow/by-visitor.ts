import type { Config } from '../config/config.ts'
import { isForm } from '../config/source-family.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { type Ending, held } from '../reasons.ts'
import { sourceOfKind } from '../sources/registry.ts'
import { isApproved } from './approvals.ts'
import type { Work } from './workflow.ts'

/**
 * Whether any visitor can cause an event: by a form, or by a form of a shop that its app passes on. It goes behind all others, and there is
 * a limit for each order.
 */
export function isByVisitor(
  { id, source, receivedAt, delivery }: InboxEvent,
  { sources }: Pick<Config, 'sources'>,
): boolean {
  const settings = sources[source]
  if (settings === undefined) return false
  if (isForm(settings)) return true
  return sourceOfKind(settings.kind)?.isByVisitor?.({ id, source, receivedAt, ...delivery }) === true
}

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
