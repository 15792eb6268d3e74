import { sentencesOf } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import type { ToDo } from '../sentences/why-facts.ts'
import { isOpenWrite, type Records } from '../state/write-record.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { orderLinks } from './order-links.ts'
import { placesInWrites, type RecordsView, recordsView } from './records-view.ts'
import { type WhyEvent, whyEvent } from './why-event.ts'

/** The newest events of an order are shown; an order seldom has more than a few. */
const mostEvents = 10

type WhyOrder = RecordsView & {
  orderId: number
  /** What is known of the order itself, as sentences. */
  order: string[]
  toDo: string
  /** Newest first. */
  events: WhyEvent[]
  more: boolean
  links?: Readonly<Record<string, string>>
}

/** What was written for an order, who works on it, and each of its events. */
export async function whyOrder(
  workflow: Pick<Workflow, 'config' | 'inbox' | 'records' | 'pauses' | 'now'>,
  orderId: number,
): Promise<WhyOrder> {
  const { inbox, records, now } = workflow
  const sentences = sentencesOf(workflow.config)
  const [item, listed, paused = []] = await Promise.all([
    records.get(`order#${orderId}`),
    inbox.list({ orderId, limit: mostEvents }),
    workflow.pauses?.read(),
  ])
  const found = await Promise.all(listed.events.map(({ id }) => inbox.get(id)))
  const events = found.filter((event) => event !== undefined)
  const view = recordsView(item ? [item] : [], { now: now(), sentences })
  const known = [...view.writes, ...view.locks].map(({ text }) => text)
  const nothing = say(sentences.record, { code: events.length === 0 ? 'no_event' : 'no_write' })
  const blocking = await heldAt(inbox, item?.records ?? {})
  return {
    orderId,
    order: known.length > 0 ? known : [nothing],
    ...view,
    toDo: say(sentences.toDo, blocking ? { code: 'settle_first', id: blocking } : toDoOf(events)),
    events: events.map((event) => whyEvent(event, { ...workflow, paused })),
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

function toDoOf(events: readonly Pick<WhyEvent, 'id' | 'status'>[]): ToDo {
  const ids = events.filter(({ status }) => status === 'held' || status === 'failed').map(({ id }) => id)
  if (ids.length > 0) return { code: 'see_events', ids }
  return { code: events.length === 0 ? 'find_delivery' : 'nothing' }
}
