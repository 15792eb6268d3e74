import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { accepted, claimed, toDone, toEnded, toWaiting } from '../../lib/inbox/transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { toItem } from '../../lib/tables/dynamodb/event-item.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, retentionMs } from '../inbox/backends.ts'
import { later, noSuchField, tooMany } from '../inbox/endings.ts'
import { type OpenTable, openTable } from '../inbox/open-table.ts'
import { createWorld, minute } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** What was asked of a table: requests, entries that a query came upon, and items that were read by key. */
type Cost = { requests: number; entries: number; items: number }

function counting(store: OpenTable): { store: OpenTable; costOf: (work: () => Promise<unknown>) => Promise<Cost> } {
  const { documentClient, table } = store
  let cost: Cost = { requests: 0, entries: 0, items: 0 }
  const send = async (command: object) => {
    const answer = await documentClient.send(command as never)
    cost.requests += 1
    if (command instanceof QueryCommand || command instanceof ScanCommand)
      cost.entries += (answer as { ScannedCount: number }).ScannedCount
    if (command instanceof BatchGetCommand) cost.items += command.input.RequestItems?.[table]?.Keys?.length ?? 0
    if (command instanceof GetCommand) cost.items += 1
    return answer
  }
  return {
    store: { ...store, documentClient: Object.create(documentClient, { send: { value: send } }) },
    async costOf(work) {
      cost = { requests: 0, entries: 0, items: 0 }
      await work()
      return { ...cost }
    },
  }
}

const delivery = { body: Buffer.from('{}'), headers: {} }
const leaseMs = 150_000
const statuses = ['held', 'failed', 'waiting', 'running'] as const

/** Eight events in each state that needs somebody; beside them `ended` that are done, of other orders. */
async function filled(ended: number) {
  const opened = counting(await openTable(eventsTable))
  const { store } = opened
  const inbox = createDynamoInbox({ ...store, newId: counter(), retentionMs })
  const now = createWorld().now()
  const event = (id: string, at: number, move: (event: InboxEvent) => InboxEvent): InboxEvent => {
    const ready = accepted({ id, source: 'standard', delivery, now: at, hintMs: 2 * minute }, 'a')
    return move(claimed(ready, { now: at, leaseMs, writeId: 'c' }) as InboxEvent)
  }
  /** Each at a time of its own: of equal times nobody knows the order. */
  const momentOf = ({ receivedAt }: InboxEvent) => ({ now: receivedAt + 20 * minute, writeId: 'w' })
  const moves = {
    held: (one: InboxEvent) => toEnded({ ...one, orderId: 10_001 }, tooMany, momentOf(one)),
    failed: (one: InboxEvent) => toEnded(one, noSuchField, momentOf(one)),
    waiting: (one: InboxEvent) => toWaiting(one, { ...momentOf(one), until: one.receivedAt + 25 * minute, why: later }),
    running: (one: InboxEvent) => one,
  }
  const needy = (status: keyof typeof moves, count: number, from = 0) =>
    Array.from({ length: count }, (_, at) =>
      event(`standard/${status}-${from + at}`, now - 30 * minute + from + at, moves[status]),
    )
  const done = Array.from({ length: ended }, (_, at) =>
    event(`standard/done-${at}`, now - 60 * minute - at, (one) =>
      toDone({ ...one, orderId: 20_000 + at }, momentOf(one)),
    ),
  )
  const put = async (events: InboxEvent[]) => {
    for (const one of events)
      await store.documentClient.send(new PutCommand({ TableName: store.table, Item: toItem(one, retentionMs) }))
  }
  await put([...statuses.flatMap((status) => needy(status, 8)), ...done])
  return { ...opened, newAsk: () => createDesk(createWorld({ tables: { inbox } })).ask, put, needy }
}

describe('what operators ask of the events table', () => {
  // The smaller one already has more than a page in each partition.
  const sizes = { few: 240, many: 720 }
  const opened: Partial<Record<keyof typeof sizes, Awaited<ReturnType<typeof filled>>>> = {}
  beforeAll(async () => {
    for (const size of ['few', 'many'] as const) opened[size] = await filled(sizes[size])
  }, 180_000)
  afterAll(async () => {
    for (const { store } of Object.values(opened)) await store.close()
  })

  const costs = async (command: string, given: object) => {
    const cost = async (size: keyof typeof sizes) => {
      const { newAsk, costOf } = opened[size] as Awaited<ReturnType<typeof filled>>
      return await costOf(async () => expect(await newAsk()(command, { ...given })).toMatchObject({ ok: true }))
    }
    return { few: await cost('few'), many: await cost('many') }
  }

  it.each([
    ['stats', {}],
    ['event.list', {}],
    ...['held', 'failed', 'waiting', 'running', 'ready'].map((status) => ['event.list', { status }] as const),
    ['event.list', { orderId: 10_001 }],
    ['event.list', { orderId: 10_001, status: 'held' }],
    ['event.list', { orderId: 20_007 }],
    ['event.list', { reason: 'too_many' }],
    ['event.list', { reason: 'rejected', status: 'failed' }],
    ['event.list', { externalNumber: '6203001001' }],
    ['event.list', { label: '#1001', status: 'held' }],
    ['event.list', { email: 'anna.beispiel@example.com' }],
    // Half an hour before the first event that is done, in which all the others came.
    ['event.list', { from: '2026-03-02T08:20:00Z', to: '2026-03-02T08:40:00Z' }],
    ['event.list', { from: '2026-03-02T08:20:00Z', status: 'failed', source: 'standard' }],
    ['event.list', { from: '2026-03-02T08:20:00Z', externalNumber: '6203001001' }],
    ['event.get', { id: 'standard/held-0' }],
    ['why', { id: 'standard/held-0' }],
  ] as const)(
    'costs the same however much is stored: %s %j',
    async (command, given) => {
      const { few, many } = await costs(command, given)
      expect(many).toEqual(few)
      expect(many.requests).toBeGreaterThan(0)
    },
    120_000,
  )

  it.each([
    ['event.list', { status: 'ignored' }],
    ['event.list', { source: 'strict' }],
    ['event.list', { withdrawal: true }],
    ['event.list', { reason: 'test_delivery' }],
    ['event.list', { to: '2026-03-02T09:00:00Z', source: 'strict' }],
  ])(
    'has a bound where everything has to be looked through, and goes on with a cursor: %s %j',
    async (command, given) => {
      const { few, many } = await costs(command, given)
      // A page of each of four partitions, and twelve more.
      expect(many.entries).toBeLessThanOrEqual(16 * 100)
      expect(many.items).toBeLessThanOrEqual(many.entries)
      expect(few.entries).toBeLessThanOrEqual(many.entries)
    },
    120_000,
  )
})

describe('what operators ask where many events wait for somebody', () => {
  it('costs the same with 8,000 that are open, held or failed as with 8,800: of each 1,000 are counted', async () => {
    const { store, newAsk, costOf, put, needy } = await filled(0)
    const costs: { stats: Cost; list: Cost; named: Cost }[] = []
    // Of more than this each partition has a full page also behind the first thousand.
    for (const [from, to] of [
      [8, 2_000],
      [2_000, 2_200],
    ] as const) {
      await put(statuses.flatMap((status) => needy(status, to - from, from)))
      // What a process has read once it may know by heart.
      const ask = newAsk()
      const stats = await costOf(async () =>
        expect((await ask('stats')).result).toMatchObject({
          ...{ open: 1_000, held: 1_000, failed: 1_000 },
          atLeast: ['ready', 'running', 'waiting', 'held', 'failed'],
        }),
      )
      const list = await costOf(async () => expect((await ask('event.list', { status: 'failed' })).ok).toBe(true))
      const named = await costOf(async () =>
        expect((await ask('event.list', { externalNumber: '77' })).result).toMatchObject({
          unplaced: { read: 250, more: true },
        }),
      )
      costs.push({ stats, list, named })
    }
    await store.close()
    expect(costs[1]).toEqual(costs[0])
    expect(costs[0]?.stats.items).toBeLessThanOrEqual(3_000 + 250)
    expect(costs[0]?.stats.requests).toBeLessThanOrEqual(200)
    // Of each 500 are looked through, and 250 of those without an order are read; one is the label's.
    expect(costs[0]?.named.items).toBeLessThanOrEqual(3 * 500 + 250 + 1)
    expect(costs[0]?.named.requests).toBeLessThanOrEqual(120)
  }, 180_000)
})
