import type { InboxEvent } from '../inbox/event.ts'
import { type ItemId, isOpenWrite } from '../state/write-record.ts'
import { externalNumberOf, numberItem } from './kinds/new-order.ts'
import { imageItem } from './kinds/publish-image.ts'
import { type KeyedCommand, translateEvent } from './translate-event.ts'
import type { Workflow } from './workflow.ts'

export type OpenWrite = { key: string; item: ItemId }

/**
 * Writes of an event whose outcome is unknown, by their own records: also those that a crashed run has left, which the event does not
 * know of. Costs a read or two for each command; for ends and decisions alone. `settledKeys`: what the run has looked at itself.
 */
export async function findOpenWrites(
  workflow: Pick<Workflow, 'records' | 'config' | 'constants'>,
  event: InboxEvent,
  { settledKeys = new Set() }: { settledKeys?: ReadonlySet<string> } = {},
): Promise<OpenWrite[]> {
  const translated = translateEvent(event, workflow.config)
  const commands = Array.isArray(translated) ? translated : []
  const marked = Object.entries(event.progress).flatMap(([key, { openWrite }]) =>
    openWrite ? [{ key, item: openWrite }] : [],
  )
  const possible = [...marked]
  for (const command of commands) {
    const { key } = command
    if (event.progress[key]?.done || settledKeys.has(key) || marked.some((one) => one.key === key)) continue
    const item = await itemOf(workflow, event, command)
    if (item) possible.push({ key, item })
  }
  const open: OpenWrite[] = []
  for (const one of possible) if (await isOpenFor(workflow, event, one)) open.push(one)
  return open
}

async function isOpenFor({ records }: Pick<Workflow, 'records'>, { id }: InboxEvent, { key, item }: OpenWrite) {
  const found = (await records.get(item))?.records ?? {}
  const own = [found[key], found[`${key}/comment`]]
  return own.some((record) => record !== undefined && isOpenWrite(record) && record.by === id)
}

async function itemOf(
  { records, constants }: Pick<Workflow, 'records' | 'constants'>,
  event: InboxEvent,
  { key, command }: KeyedCommand,
): Promise<ItemId | undefined> {
  switch (command.type) {
    case 'add-comment':
      return `comment#${key}`
    case 'create-return': {
      const orderId = event.progress[key]?.orderId ?? ('id' in command.order ? command.order.id : undefined)
      return orderId === undefined ? await records.placeOf(key) : `order#${orderId}`
    }
    case 'create-order': {
      const number = externalNumberOf(command.body, constants)
      return number === undefined ? undefined : numberItem(number)
    }
    case 'publish-image':
      return imageItem(command)
    default:
      return command satisfies never
  }
}
