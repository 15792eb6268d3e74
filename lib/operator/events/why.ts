import * as z from 'zod'
import type { InboxEvent } from '../../inbox/event.ts'
import { openItem } from '../../inbox/progress.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import type { RecordFact, ToDo } from '../../sentences/why-facts.ts'
import type { ItemId, RecordItem, Records, WriteRecord } from '../../state/write-record.ts'
import { alsoIn, isOpenWrite, orderIn } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defineCommand, defined, id, iso } from '../operator.ts'
import { perhapsAbout } from '../search/perhaps-about.ts'
import { isPlace, placesInReason } from '../views/event-views.ts'
import { orderLinks } from '../views/order-view.ts'
import { eventId, findEvent } from './move-event.ts'
import { lastWait, whyEvent } from './why-event.ts'

/** What happened to an event or an order, what comes next and when, and what to do: sentences for support people. */
export const why = defineCommand({
  name: 'why',
  input: z.union([
    z.strictObject({ id: eventId }),
    z.strictObject({ orderId: id, perhaps: z.boolean().default(true) }),
  ]),
  run: async ({ workflow }, input) => {
    if ('orderId' in input) return await whyOrder(workflow, input)
    const event = await findEvent(workflow.inbox, input.id)
    const [records, paused = []] = await Promise.all([recordsOf(workflow, event), workflow.pauses?.read()])
    const places = [event.orderId, ...placesInReason(event.reason), ...placesInWrites(records)]
    return { ...whyEvent(event, { ...workflow, paused }), ...records, ...orderLinks(places, workflow.config) }
  },
})

/** An event is about one order nearly always. */
const mostItems = 10

/** The event's own writes, and those of others that it may wait for. */
async function recordsOf({ records, now, config }: Workflow, event: InboxEvent) {
  const items = await Promise.all(itemsOf(event).map((id) => records.get(id)))
  const known = items.filter((item) => item !== undefined)
  const isShown = (record: WriteRecord) => record.by === event.id || isOpenWrite(record)
  return recordsView(known, { now: now(), sentences: sentencesOf(config), isShown })
}

function itemsOf(event: InboxEvent): ItemId[] {
  const progress = Object.values(event.progress)
  const wait = event.status === 'waiting' ? lastWait(event) : undefined
  const ids = [
    ...progress.flatMap((one) => openItem(one) ?? []),
    ...(wait?.code === 'busy' ? [wait.item as ItemId] : []),
    ...progress.flatMap(({ orderId }) => (orderId === undefined ? [] : [`order#${orderId}` as const])),
  ]
  return [...new Set(ids)].slice(0, mostItems)
}

/** The newest events of an order are shown; an order seldom has more than a few. */
const mostEvents = 10

/**
 * What was written for an order, who works on it, and each of its events, newest first. `order`: of itself, as sentences; `perhaps`: held
 * events that ask a person about it, unless they are not wanted.
 */
async function whyOrder(
  workflow: Pick<Workflow, 'config' | 'inbox' | 'records' | 'pauses' | 'now'>,
  { orderId, perhaps: isAsked }: { orderId: number; perhaps: boolean },
) {
  const { inbox, records, now } = workflow
  const sentences = sentencesOf(workflow.config)
  const [item, listed, { asking }, paused = []] = await Promise.all([
    records.get(`order#${orderId}`),
    inbox.list({ orderId, limit: mostEvents }),
    perhapsAbout(inbox, isAsked ? [orderId] : []),
    workflow.pauses?.read(),
  ])
  const read = async (all: readonly { id: string }[]): Promise<InboxEvent[]> =>
    (await Promise.all(all.map(({ id }) => inbox.get(id)))).filter((event) => event !== undefined)
  const [events, perhaps] = [await read(listed.events), await read(asking.slice(0, mostEvents))]
  const view = recordsView(item ? [item] : [], { now: now(), sentences })
  const known = [...view.writes, ...view.locks].map(({ text }) => text)
  const nothing = say(sentences.record, { code: events.length + perhaps.length === 0 ? 'no_event' : 'no_write' })
  const blocking = await heldAt(inbox, item?.records ?? {})
  const named = events.find(({ about }) => about?.number)?.about
  return {
    ...defined({ label: named?.label, externalNumber: named?.number }),
    orderId,
    order: known.length > 0 ? known : [nothing],
    ...view,
    toDo: say(sentences.toDo, blocking ? { code: 'settle_first', id: blocking } : toDoOf([...events, ...perhaps])),
    events: events.map((event) => whyEvent(event, { ...workflow, paused })),
    ...(perhaps.length > 0 && { perhaps: perhaps.map((event) => whyEvent(event, { ...workflow, paused })) }),
    more: listed.cursor !== undefined,
    ...orderLinks([orderId, ...placesInWrites(view)], workflow.config),
  }
}

/** The held event of a write without a known outcome: the order's other events may wait for it. */
async function heldAt(inbox: Workflow['inbox'], records: Records): Promise<string | undefined> {
  const open = new Set(Object.values(records).flatMap((record) => (isOpenWrite(record) ? record.by : [])))
  for (const id of open) {
    if ((await inbox.get(id))?.status === 'held') return id
  }
  return undefined
}

function toDoOf(events: readonly Pick<InboxEvent, 'id' | 'status'>[]): ToDo {
  const ids = events.filter(({ status }) => status === 'held' || status === 'failed').map(({ id }) => id)
  if (ids.length > 0) return { code: 'see_events', ids }
  return { code: events.length === 0 ? 'find_delivery' : 'nothing' }
}

type Seen = { now: number; sentences: Sentences; isShown?: (record: WriteRecord) => boolean }

/** Who works on items of the state table now, and what was written, oldest first; `since`: first sent, or done. */
function recordsView(items: readonly RecordItem[], { now, sentences, isShown = () => true }: Seen) {
  const textOf = (fact: RecordFact): string => say(sentences.record, fact)
  const locks = items.flatMap(({ id: item, lock }) => {
    if (!lock || lock.until <= now) return []
    const { event, until } = lock
    return [{ item: shownItem(item), event, until: iso(until), text: textOf({ code: 'lock', item, event, until }) }]
  })
  const writes = items
    .flatMap(({ id: item, records }) => Object.entries(records).map(([key, record]) => ({ item, key, record })))
    .filter(({ record }) => isShown(record))
    .sort((one, other) => one.record.at - other.record.at)
  return { locks, writes: writes.map((write) => writeView(write, textOf)) }
}

type Write = { item: ItemId; key: string; record: WriteRecord }

function writeView({ item, key, record }: Write, textOf: (fact: RecordFact) => string) {
  const { kind, state, by, at } = record
  const id = record.state === 'done' ? record.id : undefined
  const orderId = record.orderId ?? orderIn(item)
  const facts = { ...defined({ kind, by, id }), ...alsoIn(record) }
  const code = record.state === 'done' && record.linked ? 'linked' : state
  const text = textOf({ code, at, ...facts, ...defined({ orderId }) })
  return { item: shownItem(item), key, state, since: iso(at), ...facts, text }
}

const placesInWrites = ({ writes }: ReturnType<typeof recordsView>): (number | undefined)[] =>
  writes.flatMap(({ item, kind, id, also = [] }) => [orderIn(item as ItemId), ...(isPlace(kind) ? [id, ...also] : [])])
