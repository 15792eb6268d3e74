import type { Config } from '../config/config.ts'
import { isForm } from '../config/source-family.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { sourceOfKind } from '../sources/registry.ts'

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
