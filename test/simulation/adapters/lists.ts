import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { ListQuery } from '../../../lib/inbox/inbox.ts'
import type { AdapterWorld } from './world.ts'

const open: ReadonlySet<string> = new Set(['ready', 'running', 'waiting'])
const mostEvents = 125
const statuses = ['ready', 'waiting', 'held', 'done', 'failed', 'ignored', 'discarded'] as const
const listed = [...statuses, 'open'] as const
type Filter = Omit<ListQuery, 'limit' | 'cursor'>

/** Lists of many events of few milliseconds, from an index in parts: cut pages, batches in pieces, entries that are late. */
export async function playLists(world: AdapterWorld): Promise<void> {
  const { chance, inbox, whims, now, pass, expect } = world
  const events: InboxEvent[] = []
  const count = chance.hits(0.2) ? chance.between(101, mostEvents) : chance.between(4, 40)
  for (let number = 0; number < count; number += 1) events.push(await draw(`event-${number}`))
  const moved = new Set<string>()
  if (chance.hits(0.7)) whims.processed = (keys) => (keys > 1 && chance.hits(0.4) ? chance.between(1, keys - 1) : keys)
  if (chance.hits(0.7)) whims.cutTo = (rows) => (rows > 1 && chance.hits(0.4) ? chance.between(1, rows - 1) : rows)
  for (const status of chance.hits(0.5) ? [undefined, chance.pick(listed)] : [chance.pick(listed)]) await list(status)
  await walkAll()
  await dueAll()
  whims.isLate = (_, id) => moved.has(id)
  // Whoever reads an item itself must see it as it is.
  whims.isStale = whims.isLate
  for (const event of events.filter(() => chance.hits(0.2))) {
    moved.add(event.id)
    events.splice(events.indexOf(event), 1, await move(event))
  }
  await list(chance.pick(statuses))
  for (const { id } of events.filter(() => chance.hits(0.2))) {
    moved.add(id)
    world.remove(id)
    events.splice(
      events.findIndex((event) => event.id === id),
      1,
    )
  }
  await walkAll()

  async function draw(name: string): Promise<InboxEvent> {
    if (chance.hits(0.4)) pass(1)
    const source = chance.pick(['shop', 'woo', 'form'])
    const id = `${source}/${name}`
    await inbox.accept({ id, source, delivery: { body: Buffer.from('{}'), headers: {} }, now: now(), hintMs: 1 })
    const event = (await inbox.get(id)) as InboxEvent
    return chance.hits(0.2) ? event : await move(event)
  }

  async function move({
    wakeAt: _,
    endedAt: __,
    orderId: ___,
    withdrawal: ____,
    ...event
  }: InboxEvent): Promise<InboxEvent> {
    const status = chance.pick(statuses)
    const at = now() + chance.between(-2, 2)
    const next = {
      ...{ ...event, status, updatedAt: at, writeId: world.newId() },
      ...(open.has(status) ? { wakeAt: at } : status === 'held' ? {} : { endedAt: at }),
      ...(chance.hits(0.6) && { orderId: chance.between(1, 3) }),
      ...(chance.hits(0.3) && { withdrawal: true as const }),
    }
    await inbox.save(event as InboxEvent, next)
    return next
  }

  async function list(status: Filter['status']): Promise<void> {
    const filter: Filter = {
      ...(status && { status }),
      ...(chance.hits(0.3) && { source: chance.pick(['shop', 'woo', 'form']) }),
      ...(chance.hits(0.3) && { orderId: chance.between(1, 3) }),
      ...(chance.hits(0.3) && { withdrawal: chance.hits(0.5) }),
    }
    const limit = chance.pick([1, 2, 3, 7, 100])
    const what = `a list of ${JSON.stringify(filter)}`
    const wanted = events.filter((event) => fits(event, filter))
    const rows: { id: string }[] = []
    let cursor: string | undefined
    for (let pages = 0; ; pages += 1) {
      const page = await inbox.list({ ...filter, limit, ...(cursor && { cursor }) })
      rows.push(...page.events)
      expect(page.events.length <= limit, `${what} has a page of ${page.events.length}, not ${limit}`)
      cursor = page.cursor
      if (cursor === undefined || pages > 400) break
    }
    expect(cursor === undefined, `${what} does not end`)
    const ids = rows.map(({ id }) => id)
    const times = ids.map((id) =>
      timeOf(
        filter,
        events.find((event) => event.id === id),
      ),
    )
    const left = wanted.filter(({ id }) => !ids.includes(id) && !moved.has(id))
    expect(new Set(ids).size === ids.length, `${what} shows an event twice`)
    expect(left.length === 0, `${what} leaves out ${left.map(({ id }) => id)}`)
    const others = ids.filter((id) => !wanted.some((event) => event.id === id))
    expect(others.length === 0, `${what} shows ${others}`)
    const isSorted = times.every((at, index) => at >= (times[index + 1] ?? Number.NEGATIVE_INFINITY))
    expect(isSorted || moved.size > 0, `${what} is not newest first`)
  }

  async function walkAll(): Promise<void> {
    const limit = chance.pick([1, 3, 10, 130])
    const ids: string[] = []
    for (let after: { at: number; id: string } | undefined; ids.length < 2 * mostEvents; ) {
      const page = await inbox.walk({ limit, after })
      ids.push(...page.map(({ id }) => id))
      expect(
        page.every(({ id, read }) => read().id === id),
        'a walk reads another event',
      )
      after = page.at(-1)
      if (page.length < limit) break
    }
    const wanted = [...events].sort((a, b) => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1))
    expect(ids.join() === wanted.map(({ id }) => id).join(), `a walk by ${limit} is ${ids}`)
  }

  async function dueAll(): Promise<void> {
    const at = now() + chance.between(-2, 2)
    const limit = chance.pick([1, 3, 10, 100])
    const due = events.filter(({ status, wakeAt = 0 }) => open.has(status) && wakeAt <= at)
    const wanted = due.sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
    const ids: string[] = []
    for (let after: { at: number; id: string } | undefined; ids.length < 2 * mostEvents; ) {
      const page = await inbox.due({ now: at, limit, after })
      ids.push(...page.map(({ id }) => id))
      after = page.at(-1)
      if (page.length < limit) break
    }
    expect(ids.join() === wanted.join(), `due by ${limit} is ${ids}, not ${wanted}`)
  }
}

const fits = (event: InboxEvent, { status, source, orderId, withdrawal }: Filter): boolean =>
  (status === undefined || event.status === status || (status === 'open' && open.has(event.status))) &&
  (source === undefined || event.source === source) &&
  (orderId === undefined || event.orderId === orderId) &&
  (withdrawal === undefined || (event.withdrawal ?? false) === withdrawal)

/** By receipt; by when it is due, or came to need a person, where that is asked for. */
function timeOf({ status, orderId }: Filter, event: InboxEvent | undefined): number {
  if (!event) return Number.NaN
  const isByReceipt =
    orderId !== undefined ||
    status === undefined ||
    (!open.has(status) && status !== 'open' && status !== 'held' && status !== 'failed')
  return isByReceipt ? event.receivedAt : (event.wakeAt ?? event.endedAt ?? event.updatedAt)
}
