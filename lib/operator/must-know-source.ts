import { Rejected } from '../errors.ts'
import { operatorSource } from '../workflow/translate-event.ts'
import type { Operator } from './operator.ts'

/** Throws `Rejected` 404 with the known names. One that has left the configuration counts while the inbox shows events of it. */
export async function mustKnowSource({ workflow: { config, inbox } }: Operator, source: string): Promise<void> {
  if (source === operatorSource || Object.hasOwn(config.sources, source)) return
  const { events } = await inbox.list({ source, limit: 1 })
  if (events.length > 0) return
  const names = [...Object.keys(config.sources), operatorSource].join(', ')
  throw new Rejected(`There is no source of this name. The sources are ${names}.`, { status: 404 })
}
