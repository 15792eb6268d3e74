import { expect, it } from 'vitest'
import { Rejected } from '../../lib/errors.ts'
import type { EventStatus, EventSummary, InboxEvent } from '../../lib/inbox/event.ts'
import type { ListQuery } from '../../lib/inbox/inbox.ts'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { inboxBackends } from './backends.ts'
import { later, noSuchField, orderFound, testDelivery, tooMany } from './endings.ts'
import { openEach, overEach } from './over-each.ts'

const secretText = 'Frau Geheim, Musterweg 1'
const leaseMs = 150_000

overEach(inboxBackends, 'list', ({ open }) => {
  const opened = openEach(open)

  const moment = (now: number) => ({ now, writeId: opened.newId() })

  /** An event that was received at `at` and then brought to `status`. */
  async function store(
    at: number,
    status: EventStatus = 'ready',
    { source = 'shopify', orderId, withdrawal }: { source?: string; orderId?: number; withdrawal?: true } = {},
  ) {
    const { inbox } = opened
    const id = `${source}/${at}`
    const delivery = { body: Buffer.from(secretText), headers: { 'x-secret': secretText } }
    await inbox.accept({ id, source, delivery, now: at, hintMs: 120_000 })
    if (status === 'ready') return
    const event = (await inbox.claim(id, { now: at, leaseMs })) as InboxEvent
    const known = withProgress(
      { ...event, ...(withdrawal && { withdrawal }) },
      { ...moment(at), orderId, entry: orderFound, isProgress: true },
    )
    await inbox.save(event, ended(known, status, at) ?? known)
  }

  function ended(event: InboxEvent, status: EventStatus, at: number): InboxEvent | undefined {
    if (status === 'waiting') return toWaiting(event, { ...moment(at), until: at + 10_000, why: later })
    if (status === 'held') return toEnded(event, tooMany, moment(at))
    if (status === 'failed') return toEnded(event, noSuchField, moment(at))
    if (status === 'ignored') return toEnded(event, testDelivery, moment(at))
    return status === 'done' ? toDone(event, moment(at)) : undefined
  }

  async function allPages(query: ListQuery): Promise<EventSummary[][]> {
    const pages: EventSummary[][] = []
    let cursor: string | undefined
    do {
      const answer = await opened.inbox.list({ ...query, ...(cursor && { cursor }) })
      pages.push(answer.events)
      cursor = answer.cursor
      expect(pages.length).toBeLessThan(100)
    } while (cursor)
    return pages
  }
  const times = (pages: EventSummary[][]) => pages.flat().map(({ receivedAt }) => receivedAt)

  const all = ['ready', 'running', 'waiting', 'held', 'done', 'failed', 'ignored'] as const
  /** Two events of each status. */
  const storeAll = async () => {
    for (const [index, status] of [...all, ...all].entries()) await store((index + 1) * 1_000, status)
  }

  it('is empty and without a cursor where nothing is stored', async () => {
    expect(await opened.inbox.list({ limit: 10 })).toEqual({ events: [] })
    expect(await opened.inbox.list({ status: 'held', limit: 10 })).toEqual({ events: [] })
    expect(await opened.inbox.list({ orderId: 10001, limit: 10 })).toEqual({ events: [] })
  })

  it('shows what a person needs of an event and nothing of its payload', async () => {
    await store(5_000, 'held', { orderId: 10001 })
    const row = {
      id: 'shopify/5000',
      source: 'shopify',
      status: 'held',
      epoch: 1,
      attempts: 1,
      orderId: 10001,
      reason: tooMany.reason,
      receivedAt: 5_000,
      updatedAt: 5_000,
    }
    for (const query of [{}, { status: 'held' as const }, { orderId: 10001 }, { source: 'shopify' }])
      expect(await opened.inbox.list({ ...query, limit: 10 })).toEqual({ events: [row] })
    await store(6_000, 'waiting')
    const lists = JSON.stringify(await opened.inbox.list({ limit: 10 }))
    expect(lists).toContain('"wakeAt":16000')
    expect(lists).not.toContain('Geheim')
  })

  it('pages through one status over all shards, newest first, each event once', async () => {
    for (let at = 1; at <= 23; at++) await store(at * 1_000, 'done')
    const pages = await allPages({ status: 'done', limit: 5 })
    expect(times(pages)).toEqual(Array.from({ length: 23 }, (_, index) => (23 - index) * 1_000))
    expect(pages.slice(0, 4).map((page) => page.length)).toEqual([5, 5, 5, 5])
  })

  it('lists all statuses together, newest first', async () => {
    await storeAll()
    const pages = await allPages({ limit: 4 })
    expect(times(pages)).toEqual(Array.from({ length: 14 }, (_, index) => (14 - index) * 1_000))
    expect(pages.flat().map(({ status }) => status)).toEqual([...all, ...all].toReversed())
  })

  it('filters by each status', async () => {
    await storeAll()
    for (const status of all) {
      const pages = await allPages({ status, limit: 1 })
      expect(pages.flat().map((row) => row.status)).toEqual([status, status])
      // Also where many others stand in the same index.
      expect(pages[0]).toHaveLength(1)
    }
  })

  it('lists what is open, the latest due first', async () => {
    await storeAll()
    const open = ['running', 'ready', 'running', 'ready', 'waiting', 'waiting']
    for (const limit of [1, 4, 100]) {
      const rows = (await allPages({ status: 'open', limit })).flat()
      expect(rows.map((row) => row.status)).toEqual(open)
    }
    expect(times(await allPages({ status: 'open', orderId: 10001, limit: 4 }))).toEqual([])
    expect(times(await allPages({ status: 'open', source: 'shopify', limit: 4 }))).toHaveLength(open.length)
  })

  it('filters by source, across pages that hold little of it', async () => {
    for (let at = 1; at <= 30; at++) await store(at * 1_000, 'ready', { source: at % 10 === 0 ? 'tally' : 'shopify' })
    expect(times(await allPages({ source: 'tally', limit: 2 }))).toEqual([30_000, 20_000, 10_000])
    expect(times(await allPages({ source: 'tally', status: 'done', limit: 2 }))).toEqual([])
  })

  it('shows withdrawals alone, or all but these, across pages that hold few of them', async () => {
    for (let at = 1; at <= 30; at++) await store(at * 1_000, 'held', at % 10 === 0 ? { withdrawal: true } : {})
    for (const status of [{}, { status: 'held' as const }]) {
      expect(times(await allPages({ ...status, withdrawal: true, limit: 2 }))).toEqual([30_000, 20_000, 10_000])
      expect(times(await allPages({ ...status, withdrawal: false, limit: 2 }))).toHaveLength(27)
    }
  })

  it('finds the events of one order, newest first, by status and source too', async () => {
    for (let at = 1; at <= 9; at++) {
      await store(at * 1_000, at % 3 === 0 ? 'held' : 'done', {
        orderId: 10000 + (at % 2),
        source: at < 5 ? 'tally' : 'shopify',
      })
    }
    expect(times(await allPages({ orderId: 10001, limit: 2 }))).toEqual([9_000, 7_000, 5_000, 3_000, 1_000])
    expect(times(await allPages({ orderId: 10001, status: 'held', limit: 2 }))).toEqual([9_000, 3_000])
    expect(times(await allPages({ orderId: 10001, status: 'held', source: 'tally', limit: 2 }))).toEqual([3_000])
    expect(times(await allPages({ orderId: 777, limit: 2 }))).toEqual([])
  })

  it('finds the events of several orders, newest first, and of none where none is named', async () => {
    for (let at = 1; at <= 9; at++) await store(at * 1_000, 'held', { orderId: 10000 + (at % 3) })
    const orderIds = [10001, 10002, 10001]
    for (const limit of [1, 2, 100])
      expect(times(await allPages({ orderIds, limit }))).toEqual([8_000, 7_000, 5_000, 4_000, 2_000, 1_000])
    expect(times(await allPages({ orderIds, orderId: 10002, limit: 2 }))).toEqual([8_000, 5_000, 2_000])
    expect(times(await allPages({ orderIds, orderId: 10000, limit: 2 }))).toEqual([])
    expect(times(await allPages({ orderIds: [], limit: 2 }))).toEqual([])
  })

  it('finds what has a reason, among all, of a status and of an order', async () => {
    for (let at = 1; at <= 9; at++) await store(at * 1_000, at % 3 === 0 ? 'held' : 'failed', { orderId: 10001 })
    const { code: reason } = tooMany.reason
    for (const filter of [{}, { status: 'held' as const }, { orderId: 10001 }])
      expect(times(await allPages({ reason, ...filter, limit: 2 }))).toEqual([9_000, 6_000, 3_000])
    expect(times(await allPages({ reason, status: 'failed', limit: 2 }))).toEqual([])
  })

  it('finds what was received in a time, both ends included, by receipt, whatever the status', async () => {
    for (let at = 1; at <= 20; at++) await store(at * 1_000, at % 2 === 0 ? 'waiting' : 'held', { orderId: 10001 })
    const range = { from: 5_000, to: 8_000 }
    for (const filter of [{}, { orderId: 10001 }])
      expect(times(await allPages({ ...range, ...filter, limit: 3 }))).toEqual([8_000, 7_000, 6_000, 5_000])
    expect(times(await allPages({ ...range, status: 'held', limit: 1 }))).toEqual([7_000, 5_000])
    expect(times(await allPages({ ...range, status: 'open', limit: 1 }))).toEqual([8_000, 6_000])
    expect(times(await allPages({ from: 19_000, limit: 1 }))).toEqual([20_000, 19_000])
    expect(times(await allPages({ to: 2_000, source: 'shopify', limit: 1 }))).toEqual([2_000, 1_000])
    expect(times(await allPages({ from: 8_000, to: 5_000, limit: 1 }))).toEqual([])
  })

  it.each([{ from: 9_000 }, { to: 2_000 }])('goes on in a time the cursor did not come with: %j', async (range) => {
    for (let at = 1; at <= 12; at++) await store(at * 1_000, 'done')
    const { cursor = '' } = await opened.inbox.list({ limit: 6 })
    const { events } = await opened.inbox.list({ ...range, limit: 6, cursor })
    expect(times([events])).toEqual('to' in range ? [2_000, 1_000] : [])
  })

  it('reads many by id in the order asked for, and leaves out what is not there', async () => {
    for (let at = 1; at <= 3; at++) await store(at, 'held')
    const ids = ['shopify/3', 'shopify/9', 'shopify/1', 'shopify/3']
    const found = await opened.inbox.getAll(ids)
    const stored = await Promise.all(['shopify/3', 'shopify/1'].map((id) => opened.inbox.get(id)))
    expect(found.map((one) => one.read())).toEqual(stored)
    expect(await opened.inbox.getAll([])).toEqual([])
  })

  it.each([
    ['held', 2_000],
    ['failed', 2_000],
    ['waiting', 12_000],
  ] as const)('sorts %s events by when they became so, or are due', async (status, at) => {
    await store(1_000, status)
    await store(2_000, status)
    const [newer, older] = (await opened.inbox.list({ status, limit: 5 })).events
    expect([newer?.receivedAt, older?.receivedAt]).toEqual([2_000, 1_000])
    if (status === 'waiting') return expect(newer?.wakeAt).toBe(at)
    // The older one becomes so once more, and comes first.
    const event = (await opened.inbox.get('shopify/1000')) as InboxEvent
    await opened.inbox.save(event, released(event, moment(3_000)))
    const again = (await opened.inbox.claim(event.id, { now: 3_000, leaseMs })) as InboxEvent
    await opened.inbox.save(again, ended(again, status, 4_000) ?? again)
    expect(times(await allPages({ status, limit: 1 }))).toEqual([1_000, 2_000])
  })

  it('goes on behind its cursor when newer events came meanwhile', async () => {
    for (let at = 1; at <= 6; at++) await store(at * 1_000, 'done')
    const first = await opened.inbox.list({ status: 'done', limit: 3 })
    await store(7_000, 'done')
    const second = await opened.inbox.list({ status: 'done', limit: 3, ...(first.cursor && { cursor: first.cursor }) })
    expect(times([first.events, second.events])).toEqual([6_000, 5_000, 4_000, 3_000, 2_000, 1_000])
  })

  const begun = (at: number, id = 'x') => ({ partitions: { 'list#0': { at, id } } })
  const places = [{ 'done#0': 1 }, [], begun(1, ''), begun(-1), { partitions: {}, newest: 1e300 }]
  const encoded = [...places, { ...begun(2), newest: 1 }].map((place) =>
    Buffer.from(JSON.stringify(place)).toString('base64url'),
  )
  it.each(['', 'x', ...encoded])('refuses the cursor %j', async (cursor) => {
    await expect(opened.inbox.list({ limit: 5, cursor })).rejects.toThrow(Rejected)
  })
})
