import type { Config } from '../config/config.ts'
import { isForm } from '../config/source-family.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { held } from '../reasons.ts'
import { sourceOfKind } from '../sources/registry.ts'
import { isApproved } from './approvals.ts'
import type { Work } from './workflow.ts'

type Sources = Pick<Config, 'sources'>

/** Whether any visitor can cause an event, by a form of its own or of a shop. Such events go behind all others, and each order has a limit. */
export function isByVisitor({ id, source, receivedAt, delivery }: InboxEvent, { sources }: Sources): boolean {
  const settings = sources[source]
  if (settings === undefined) return false
  if (isForm(settings)) return true
  return sourceOfKind(settings.kind)?.isByVisitor?.({ id, source, receivedAt, ...delivery }) === true
}

/** Counts what forms write to an order. An ending: the limit of the day is reached. Shops and operators have none. */
export async function writeCap({ workflow, event }: Work, write: { key: string; orderId: number }) {
  const { key, orderId } = write
  const { config, records, now } = workflow
  if (!isByVisitor(event(), config)) return undefined
  const most = config.formsPerOrderAndDay
  if (isApproved(event(), 'write_cap', { key, orderId })) return undefined
  const isCounted = await records.countOnDay(key, { orderId, most, now: now() })
  return isCounted ? undefined : held({ code: 'write_cap', key, orderId, most })
}
