import type { Command } from '../commands.ts'
import type { EventSummary, InboxEvent } from '../inbox/event.ts'
import { fitsQuery } from '../inbox/fits-query.ts'
import { NewerFormat } from '../inbox/format.ts'
import type { Inbox, ListQuery, Walked } from '../inbox/inbox.ts'
import { wakePartOf } from '../inbox/shards.ts'
import { plainLabel } from '../order-label.ts'
import { externalNumberOf } from '../workflow/kinds/new-order.ts'
import { translateEvent } from '../workflow/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** Events whose deliveries are read. */
const mostRead = 250
/** Deliveries in the memory at a time: one can take some MB. */
const readAtOnce = 25
/** Rows of each list that are looked through for them, a hundred a page. */
const mostPages = 5
const pageRows = 100

/** What was named: an event must name all of it. `numbers`: for each number, all that it may be written as. */
export type Names = { email?: string | undefined; numbers: readonly (readonly string[])[] }

/** `hits`: newest first. `read`: so many deliveries were looked into; `more`: others were not. */
export type Unplaced = { hits: EventSummary[]; read: number; more: boolean }

/**
 * Open, held and failed events without an order whose deliveries name what somebody looks for: no index knows them by that. What they name
 * is neither stored nor answered.
 */
export async function unplacedEvents(
  workflow: Workflow,
  query: Omit<ListQuery, 'limit' | 'cursor'>,
  names: Names,
): Promise<Unplaced> {
  const lists = await Promise.all(partsOf(query).map((status) => newestOf(workflow.inbox, status)))
  const unplaced = lists
    .flatMap(({ events }) => events)
    .filter((event) => event.orderId === undefined && fitsQuery(event, query))
    .toSorted((one, other) => other.receivedAt - one.receivedAt || (one.id < other.id ? -1 : 1))
  const wanted = unplaced.slice(0, mostRead)
  const named = new Set<string>()
  for (let from = 0; from < wanted.length; from += readAtOnce) {
    const ids = wanted.slice(from, from + readAtOnce).map(({ id }) => id)
    for (const one of await workflow.inbox.getAll(ids)) if (isNamed(workflow, one, names)) named.add(one.id)
  }
  return {
    hits: wanted.filter(({ id }) => named.has(id)),
    read: wanted.length,
    more: unplaced.length > wanted.length || lists.some(({ isCut }) => isCut),
  }
}

type Part = 'open' | 'held' | 'failed'

/** What has an order or has ended is no longer looked for. */
function partsOf({ status, orderId }: Pick<ListQuery, 'status' | 'orderId'>): Part[] {
  if (orderId !== undefined) return []
  if (status === undefined) return ['open', 'held', 'failed']
  const part = wakePartOf(status)
  return part === undefined ? [] : [part === 'due' ? 'open' : part]
}

async function newestOf(inbox: Inbox, status: Part): Promise<{ events: EventSummary[]; isCut: boolean }> {
  const events: EventSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const read = await inbox.list({ status, limit: pageRows, ...(cursor !== undefined && { cursor }) })
    events.push(...read.events)
    cursor = read.cursor
    if (cursor === undefined) break
  }
  return { events, isCut: cursor !== undefined }
}

/** One that a newer version has stored is for that version. */
function isNamed(workflow: Workflow, one: Walked, names: Names): boolean {
  try {
    return namesAll(workflow, one.read(), names)
  } catch (error) {
    if (error instanceof NewerFormat) return false
    throw error
  }
}

function namesAll({ config, constants }: Workflow, event: InboxEvent, { email, numbers }: Names): boolean {
  const translated = translateEvent(event, config)
  const commands = Array.isArray(translated) ? translated.map(({ command }) => command) : []
  const typed = new Set(commands.flatMap((command) => numbersIn(command, constants)).map(plainLabel))
  const emails = commands.flatMap(emailsIn).map(normal)
  return (
    (email === undefined || emails.includes(normal(email))) &&
    numbers.every((written) => written.some((one) => plainLabel(one) !== '' && typed.has(plainLabel(one))))
  )
}

const normal = (email: string): string => email.trim().toLowerCase()

function numbersIn(command: Command, constants: Workflow['constants']): string[] {
  if (command.type === 'create-order') return [externalNumberOf(command.body, constants) ?? []].flat()
  if (command.type === 'publish-image' || 'id' in command.order) return []
  const { order } = command
  return 'externalNumber' in order ? [order.externalNumber] : [order.label ?? []].flat()
}

function emailsIn(command: Command): string[] {
  if (!('order' in command)) return []
  const { order, email } = command
  return ['email' in order ? order.email : [], email ?? []].flat()
}
