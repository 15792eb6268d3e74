import type { InboxEvent } from '../inbox/event.ts'
import { type Made, madeOf, openItem, progressed } from '../inbox/progress.ts'
import { alsoIn, type ItemId, isOpenWrite, orderIn, type WriteRecord } from '../state/write-record.ts'
import { externalNumberOf, numberItem } from './kinds/new-order.ts'
import { imageItem } from './kinds/publish-image.ts'
import { type KeyedCommand, translateEvent } from './translate/translate-event.ts'
import type { Work, Workflow } from './workflow.ts'

type Ports = Pick<Workflow, 'records' | 'config' | 'constants'>

/** A command of an event, and what the records of its writes say. */
export type Recorded = { key: string; item: ItemId; writes: WriteRecord[] }

/** The items with the records of an event's commands that are not done, by key; a read for each that had to be looked up. */
export async function itemsOf(ports: Ports, event: InboxEvent): Promise<ReadonlyMap<string, ItemId>> {
  const translated = translateEvent(event, ports.config)
  const commands = Array.isArray(translated) ? translated : []
  const items = new Map<string, ItemId>()
  for (const { key, command } of commands) {
    const item = event.progress[key]?.state === 'done' ? undefined : await itemOf(ports, event, { key, command })
    if (item) items.set(key, item)
  }
  for (const [key, one] of Object.entries(event.progress)) {
    const item = openItem(one)
    if (item) items.set(key, item)
  }
  return items
}

/**
 * What the records say that an event has sent: also what a crashed run has left, which the event does not know of. Costs a read or two
 * for each command that is not done; for ends and decisions alone.
 */
export async function recordedFor(ports: Ports, event: InboxEvent): Promise<Recorded[]> {
  const items = [...(await itemsOf(ports, event))]
  return await Promise.all(
    items.map(async ([key, item]) => ({ key, item, writes: await writesIn(ports, event, { key, item }) })),
  )
}

async function writesIn({ records }: Ports, { id }: InboxEvent, { key, item }: { key: string; item: ItemId }) {
  const found = (await records.get(item))?.records ?? {}
  return [found[key], found[`${key}/comment`]]
    .filter((record) => record?.by === id)
    .filter((record) => record !== undefined)
}

export const hasOpen = ({ writes }: Recorded): boolean => writes.some(isOpenWrite)

/** Items with a write of this event whose outcome is unknown, or that was not there when it was looked for. */
export async function findOpenWrites(ports: Ports, event: InboxEvent): Promise<ItemId[]> {
  return (await recordedFor(ports, event)).filter(hasOpen).map(({ item }) => item)
}

/** What the event did not hear of, because a run was ended before. */
function madeBy({ item, writes }: Recorded): Made {
  const made: Made = {}
  for (const record of writes) {
    if (record.state !== 'done' || record.id === undefined) continue
    if (record.kind === 'return')
      Object.assign(made, { returnId: record.id, ...alsoIn(record), ...(record.linked && { linked: true }) })
    if (record.kind === 'order') Object.assign(made, { orderId: record.id, createdOrderId: record.id })
    if (record.kind === 'image') made.publishedImageId = record.id
    const orderId = record.orderId ?? orderIn(item)
    if (record.kind === 'comment' && orderId !== undefined) made.comment = { orderId, commentId: record.id }
  }
  return made
}

/** The event with what was sent for commands that its mapping no longer gives, by a run that ended before it could save that. */
export function withGone(event: InboxEvent, { keys, sent }: Pick<Work, 'keys' | 'sent'>): InboxEvent {
  const progress = { ...event.progress }
  for (const [item, sentKeys] of sent) {
    // The order's own item holds the comments of its returns.
    const commands = sentKeys.map((key) => (orderIn(item) === undefined ? key : key.replace(/\/comment$/, '')))
    for (const key of commands) if (!keys.has(key)) progress[key] = progressed(progress[key], { open: item })
  }
  return { ...event, progress }
}

/** The event with what runs before have made or left open; what it knows itself counts. */
export function withRecorded(event: InboxEvent, recorded: readonly Recorded[]): InboxEvent {
  const known = recorded.map((one) => {
    const { key, item } = one
    const before = event.progress[key]
    // Nothing recorded says nothing: a mapping that has changed looks in another item.
    const open = hasOpen(one) ? item : one.writes.length > 0 ? undefined : openItem(before)
    return [key, progressed(before, { ...(isKnown(event, one) && madeBy(one)), ...madeOf(before), open })] as const
  })
  return { ...event, progress: { ...event.progress, ...Object.fromEntries(known) } }
}

/**
 * A return's comment without the return was written beside another event's return: the step itself finds both. So it does with a return
 * that somebody has wanted anew since.
 */
const isKnown = ({ history }: InboxEvent, { item, writes }: Recorded): boolean =>
  orderIn(item) === undefined ||
  writes.some(
    ({ kind, at }) => kind === 'return' && !history.some((entry) => entry.code === 'replayed' && entry.at >= at),
  )

async function itemOf(
  { records, constants }: Ports,
  event: InboxEvent,
  { key, command }: KeyedCommand,
): Promise<ItemId | undefined> {
  switch (command.type) {
    case 'add-comment':
    case 'end-parcel':
    case 'comment-parcel':
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
