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

/** The items with the records of an event's unfinished commands, by key. Each that must be looked up costs a read. */
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

/** What an event has sent, by the records, even if its run crashed. Costs a read or two for each unfinished command. */
export async function recordedFor(ports: Ports, event: InboxEvent): Promise<Recorded[]> {
  const items = [...(await itemsOf(ports, event))].map(([key, item]) => ({ key, item }))
  return await Promise.all(items.map(async (one) => ({ ...one, writes: await writesIn(ports, event, one) })))
}

/** Whether a lone comment of this fact was written, or may have been. One that was refused leaves its item, without a record. */
export const isCommented = async ({ records }: Pick<Ports, 'records'>, key: string): Promise<boolean> =>
  (await records.get(`comment#${key}`))?.records[key] !== undefined

async function writesIn({ records }: Ports, { id }: InboxEvent, { key, item }: { key: string; item: ItemId }) {
  const found = (await records.get(item))?.records ?? {}
  return [found[key], found[`${key}/comment`]].flatMap((record) => (record?.by === id ? [record] : []))
}

export const hasOpen = ({ writes }: Recorded): boolean => writes.some(isOpenWrite)

/** Items with a write of this event that is `sent` or `missing`. */
export const findOpenWrites = async (ports: Ports, event: InboxEvent): Promise<ItemId[]> =>
  (await recordedFor(ports, event)).filter(hasOpen).map(({ item }) => item)

/** What was made for the event by a run that ended before it could save that. */
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

/** The event with what an earlier run has sent for commands that the mapping no longer gives. */
export function withGone(event: InboxEvent, { keys, sent }: Pick<Work, 'keys' | 'sent'>): InboxEvent {
  const progress = { ...event.progress }
  for (const [item, sentKeys] of sent) {
    // The order's own item holds the comments of its returns.
    const commands = sentKeys.map((key) => (orderIn(item) === undefined ? key : key.replace(/\/comment$/, '')))
    for (const key of commands) if (!keys.has(key)) progress[key] = progressed(progress[key], { open: item })
  }
  return { ...event, progress }
}

/** The event with what runs before have made or left open; what it knows itself wins. */
export function withRecorded(event: InboxEvent, recorded: readonly Recorded[]): InboxEvent {
  const known = recorded.map((one) => {
    const { key, item } = one
    const before = event.progress[key]
    // Without a record it stays open: a changed mapping looks in another item.
    const open = hasOpen(one) ? item : one.writes.length > 0 ? undefined : openItem(before)
    return [key, progressed(before, { ...(isKnown(event, one) && madeBy(one)), ...madeOf(before), open })] as const
  })
  return { ...event, progress: { ...event.progress, ...Object.fromEntries(known) } }
}

/** False for a comment beside another event's return, and for a return that was replayed since: the step finds those. */
const isKnown = ({ history }: InboxEvent, { item, writes }: Recorded): boolean =>
  orderIn(item) === undefined ||
  writes.some(
    ({ kind, at }) => kind === 'return' && !history.some((entry) => entry.code === 'replayed' && entry.at >= at),
  )

type Placed = Promise<ItemId | undefined>

async function itemOf({ records, constants }: Ports, event: InboxEvent, { key, command }: KeyedCommand): Placed {
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
    case 'forget-person':
      return undefined
    default:
      return command satisfies never
  }
}
