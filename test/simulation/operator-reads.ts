import type { InboxEvent } from '../../lib/inbox/event.ts'
import { ask, secretIn } from './ask-operator.ts'
import type { Town } from './town.ts'

type Row = {
  id: string
  status: string
  source: string
  orderId?: number
  receivedAt: string
  reason?: { text: string }
}

/**
 * What operators are shown when all has ended, compared with what is so: the events with their filters and pages, their counts, and the
 * orders and returns of the back office.
 */
export async function judgeReads(town: Town, events: readonly InboxEvent[]): Promise<string[]> {
  const { nature } = town
  let told: string[] | undefined
  const all = async () => {
    told = [
      ...(await lists(town, events)),
      ...(await counts(town, events)),
      ...(await single(town, events)),
      ...(await ordersOf(town)),
      ...(await login(town)),
    ]
  }
  void all().catch((error: unknown) => {
    told = [`the judge of reads failed: ${error instanceof Error ? error.stack : error}`]
  })
  await nature.timeline.run(() => told !== undefined)
  nature.places.reach('what operators read')
  return (told ?? []).map((what) => `misread: ${what}`)
}

/** All pages, or undefined. */
async function pagesOf(town: Town, command: object, part: string): Promise<Row[] | undefined> {
  const rows: Row[] = []
  let cursor: unknown
  for (let page = 0; page < 200; page += 1) {
    const answer = await ask(town, { ...command, ...(cursor !== undefined && { cursor }) })
    if (!answer?.ok) return undefined
    rows.push(...((answer.result?.[part] ?? []) as Row[]))
    cursor = answer.result?.cursor
    if (cursor === undefined) return rows
  }
  return undefined
}

const openStatuses: ReadonlySet<string> = new Set(['ready', 'running', 'waiting'])

async function lists(town: Town, events: readonly InboxEvent[]): Promise<string[]> {
  const { chance } = town.nature
  if (events.length === 0) return []
  const one = chance.pick(events)
  const filters: Partial<Pick<InboxEvent, 'status' | 'source' | 'orderId'>>[] = [
    {},
    ...[{ status: one.status }, { source: one.source }],
    ...(one.orderId === undefined ? [] : [{ orderId: one.orderId }]),
  ]
  const filter = chance.pick(filters)
  const asked = JSON.stringify(filter)
  const rows = await pagesOf(town, { command: 'event.list', ...filter, limit: chance.between(1, 7) }, 'events')
  if (!rows) return []
  const wanted = events.filter((event) =>
    Object.entries(filter).every(([field, value]) => event[field as 'status'] === value),
  )
  // By receipt; what needs a person by when it came to need one (docs/operator.md).
  const isByEnd = filter.status === 'held' || filter.status === 'failed'
  const isByDue = filter.status !== undefined && !isByEnd && openStatuses.has(filter.status)
  const times = rows.map((row) => {
    const event = wanted.find(({ id }) => id === row.id)
    return (isByEnd ? event?.endedAt : event?.receivedAt) ?? 0
  })
  return [
    ...differing(`event.list ${asked}`, rows, wanted),
    ...(isByDue || times.every((at, index) => at >= (times[index + 1] ?? 0))
      ? []
      : [`event.list ${asked} is not newest first`]),
    ...secretIn('event.list', rows),
  ]
}

function differing(what: string, rows: readonly { id: unknown }[], wanted: readonly { id: unknown }[]): string[] {
  const [shown, there] = [rows.map(({ id }) => id), wanted.map(({ id }) => id)]
  const twice = shown.filter((id, at) => shown.indexOf(id) !== at)
  return [
    ...(twice.length > 0 ? [`${what} shows ${twice} twice`] : []),
    ...there.filter((id) => !shown.includes(id)).map((id) => `${what} leaves out ${id}`),
    ...shown.filter((id) => !there.includes(id)).map((id) => `${what} shows ${id}`),
  ]
}

async function counts(town: Town, events: readonly InboxEvent[]): Promise<string[]> {
  const answer = await ask(town, { command: 'stats' })
  if (!answer?.ok) return []
  return (['held', 'failed', 'waiting', 'ready', 'running'] as const)
    .filter((status) => answer.result?.[status] !== events.filter((event) => event.status === status).length)
    .map((status) => `stats counts ${answer.result?.[status]} ${status}`)
}

/** One event: what it says it made is what it made, and its sentences name the ids of its reason. */
async function single(town: Town, events: readonly InboxEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const event = town.nature.chance.pick(events)
  const { id, status, reason, progress } = event
  const got = await ask(town, { command: 'event.get', id })
  const why = await ask(town, { command: 'why', id })
  if (!got?.ok || !why?.ok) return [got, why].some((one) => one && !one.ok) ? [`event.get or why refuses ${id}`] : []
  const shown = got.result as Row & { returnIds: number[]; commentIds: number[] }
  const returnIds = Object.values(progress).flatMap(({ returnId }) => returnId ?? [])
  const text = shown.reason?.text ?? ''
  const named = idsOf(reason).filter((one) => !text.includes(String(one)))
  const happened = ((why.result?.happened ?? []) as string[]).join('\n')
  return [
    ...(shown.status === status && why.result?.status === status ? [] : [`${id} is shown as ${shown.status}`]),
    ...differing(
      `event.get ${id}`,
      shown.returnIds.map((one) => ({ id: one })),
      [...new Set(returnIds)].map((one) => ({ id: one })),
    ),
    ...(reason && text === '' ? [`${id} has a reason without words`] : []),
    ...named.map((one) => `${id} does not name ${one}: ${text}`),
    ...(reason && status !== 'discarded' && !happened.includes(text) ? [`why of ${id} leaves out its reason`] : []),
    ...wrongAdvice(event, String(why.result?.toDo)),
    ...secretIn(`event.get ${id}`, got.result),
    ...secretIn(`why ${id}`, why.result),
  ]
}

/** What docs/errors.md says that the text names. */
function idsOf(reason: InboxEvent['reason']): (number | string)[] {
  switch (reason?.code) {
    case 'same_parcel':
    case 'order_ambiguous':
    case 'outcome_unclear':
      return [...reason.ids].slice(0, 5)
    case 'possible_duplicate':
      return reason.what === 'same_lines' ? [reason.by] : [...reason.ids]
    case 'email_mismatch':
    case 'line_unknown':
    case 'addresses_missing':
      return [reason.orderId]
    case 'too_many':
      return [reason.quantity, reason.left]
    default:
      return []
  }
}

/** A release moves what is held, failed or waiting; an end needs nothing of it. */
function wrongAdvice({ id, status }: InboxEvent, toDo: string): string[] {
  const isOver = status === 'done'
  return isOver && /event\.(release|discard|link)/.test(toDo) ? [`why of ${id}, which is done, advises: ${toDo}`] : []
}

/** One order of all senders: by its number, by the contact's address, and its returns. */
async function ordersOf(town: Town): Promise<string[]> {
  const { nature, wide, sandbox } = town
  // In a scene people change what has a number.
  const fact = nature.chance.pick(wide.filter(({ flow }) => !flow))
  const [order] = fact.orders
  if (!order) return []
  const { orders } = sandbox.world.store
  const ofNumber = fact.orders.filter(({ number, isCancelled }) => number === order.number && !isCancelled)
  const found = await ask(town, { command: 'order.find', externalNumber: order.number })
  const returns = await ask(town, { command: 'return.list', orderId: order.id })
  const listed = await pagesOf(town, { command: 'order.list', type: 3, limit: nature.chance.between(3, 9) }, 'orders')
  const live = orders.list().filter(({ typeId, statusId }) => typeId === 3 && statusId !== 8)
  const shown = (found?.result?.orders ?? []) as Row[]
  const ofOrder = orders.childrenOf(order.id).filter(({ typeId, statusId }) => typeId === 3 && statusId !== 8)
  return [
    ...(found?.ok ? differing(`order.find ${order.number}`, shown, ofNumber) : []),
    ...(found?.ok && Number(shown[0]?.id ?? 0) < Number(shown[1]?.id ?? 0) ? ['order.find is not newest first'] : []),
    ...(returns?.ok ? differing(`return.list ${order.id}`, returns.result?.returns as Row[], ofOrder) : []),
    ...(listed ? differing('order.list of returns', listed, live) : []),
    ...[found, returns, listed]
      .filter((one) => JSON.stringify(one)?.includes('purchasePrice'))
      .map(() => 'shows a purchase price'),
  ]
}

async function login(town: Town): Promise<string[]> {
  const answer = await ask(town, { command: 'login.status' })
  const { attempts = 0, maxAttempts = 0 } = (answer?.result ?? {}) as Record<string, number>
  return [
    ...(attempts > maxAttempts ? [`login.status counts ${attempts} attempts`] : []),
    ...secretIn('login.status', answer),
  ]
}
