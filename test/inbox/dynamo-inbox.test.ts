import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { type Inbox, LostEvent } from '../../lib/inbox/inbox.ts'
import { eventsTable } from '../../lib/inbox/tables.ts'
import { toDone, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { counter } from './backends.ts'
import { dynamoBackends, type OpenTable, openTable } from './open-table.ts'
import { overEach } from './over-each.ts'

const leaseMs = 150_000
const delivery = { body: Buffer.from('Frau Geheim'), headers: { 'x-topic': 'refunds/create' } }
const event = { id: 'shopify/1', source: 'shopify', delivery, now: 1_000, hintMs: 120_000 }

overEach(dynamoBackends, 'inbox in DynamoDB', ({ endpoint }) => {
  let store: OpenTable
  let inbox: Inbox
  const newId = counter()
  const moment = (now: number) => ({ now, writeId: newId() })
  beforeEach(async () => {
    store = await openTable(eventsTable, endpoint)
    inbox = createDynamoInbox({ ...store, newId })
  })
  afterEach(() => store.close())

  async function requestsOf(work: () => Promise<unknown>): Promise<number> {
    const before = store.requests()
    await work()
    return store.requests() - before
  }

  const claim = async (now = 1_000) => (await inbox.claim(event.id, { now, leaseMs })) as InboxEvent

  it('answers accepted when the answer of its own write was lost', async () => {
    store.loseNextAnswer()
    expect(await inbox.accept(event)).toBe('accepted')
  })

  it('wins a claim whose own answer was lost, and counts it once', async () => {
    await inbox.accept(event)
    store.loseNextAnswer()
    expect(await claim()).toMatchObject({ status: 'running', epoch: 1, attempts: 1, delivery })
    expect(await inbox.get(event.id)).toMatchObject({ epoch: 1, attempts: 1 })
  })

  it('saves once where the answer of an ending was lost', async () => {
    await inbox.accept(event)
    const running = await claim()
    const waiting = toWaiting(running, { ...moment(2_000), until: 3_000, deferral: true, why: 'pace' })
    store.loseNextAnswer()
    await inbox.save(running, waiting)
    expect(await inbox.get(event.id)).toEqual(waiting)
  })

  it('saves once where the answer of a checkpoint was lost', async () => {
    await inbox.accept(event)
    const running = await claim()
    const known = withProgress(running, { ...moment(2_000), ledger: [{ orderId: 5 }], what: 'found' })
    store.loseNextAnswer()
    await inbox.save(running, known)
    expect(await inbox.get(event.id)).toEqual(known)
  })

  it('still refuses a zombie whose answer was lost', async () => {
    await inbox.accept(event)
    const zombie = await claim()
    const heir = await claim(200_000)
    store.loseNextAnswer()
    await expect(inbox.save(zombie, toDone(zombie, moment(200_001)))).rejects.toThrow(LostEvent)
    expect(await inbox.get(event.id)).toEqual(heir)
  })

  it('takes one request to accept, claim, checkpoint and settle', async () => {
    expect(await requestsOf(() => inbox.accept(event))).toBe(1)
    let running = {} as InboxEvent
    expect(
      await requestsOf(async () => {
        running = await claim()
      }),
    ).toBe(1)
    const known = withProgress(running, { ...moment(2_000), ledger: [{ orderId: 5 }], what: 'found' })
    expect(await requestsOf(() => inbox.save(running, known))).toBe(1)
    expect(await requestsOf(() => inbox.save(known, toDone(known, moment(2_001))))).toBe(1)
    expect(await requestsOf(() => inbox.get(event.id))).toBe(1)
  })

  it('asks each shard once for what is due, whatever else is stored', async () => {
    for (let at = 0; at < 20; at++) await inbox.accept({ ...event, id: `shopify/${at}`, now: at })
    expect(await requestsOf(() => inbox.due({ now: 9e9, limit: 3 }))).toBe(4)
  })

  it('reads a bounded number of pages for a filter that fits nothing, and goes on from there', async () => {
    for (let at = 0; at < 20; at++) await inbox.accept({ ...event, id: `shopify/${at}`, now: at })
    expect(await requestsOf(() => inbox.list({ source: 'none', limit: 1 }))).toBeLessThanOrEqual(24 + 12)
  })

  it('writes what changed and what the end of a lease may have changed meanwhile, and no other column', async () => {
    await inbox.accept(event)
    const running = await claim()
    const sent: unknown[] = []
    store.documentClient.middlewareStack.add(
      (next) => (args) => {
        sent.push(args.input)
        return next(args)
      },
      { step: 'initialize' },
    )
    await inbox.save(running, toWaiting(running, { ...moment(2_000), until: 3_000, deferral: false, why: 'later' }))
    const [{ ExpressionAttributeNames }] = sent as [{ ExpressionAttributeNames: Record<string, string> }]
    const columns = Object.entries(ExpressionAttributeNames).filter(([alias]) => alias.startsWith('#c'))
    expect(columns.map(([, column]) => column).toSorted()).toEqual([
      'attempts',
      'claimedAt',
      'cut',
      'history',
      'status',
      'updatedAt',
      'wakeAt',
      'writeId',
    ])
  })

  it('erases a delivery that the next version no longer has', async () => {
    await inbox.accept(event)
    const running = await claim()
    const { delivery: _, ...erased } = toDone(running, moment(2_000))
    await inbox.save(running, erased)
    const { Item } = await store.documentClient.send(new GetCommand({ TableName: store.table, Key: { id: event.id } }))
    expect(Item).not.toHaveProperty('body')
    expect(Item).not.toHaveProperty('headers')
    expect(await inbox.get(event.id)).toEqual(erased)
  })

  it('leaves what is due when nothing can wake the event, and keeps payload out of every index', async () => {
    await inbox.accept(event)
    const running = await claim()
    const known = withProgress(running, { ...moment(2_000), orderId: 10001, what: 'found' })
    await inbox.save(running, known)
    const scan = async (IndexName: string) =>
      (await store.documentClient.send(new ScanCommand({ TableName: store.table, IndexName }))).Items
    for (const index of ['wake', 'list', 'order']) {
      const [row] = (await scan(index)) ?? []
      expect(Object.keys(row ?? {})).toContain('updatedAt')
      for (const column of ['body', 'headers', 'commands', 'ledger', 'history']) expect(row).not.toHaveProperty(column)
    }
    await inbox.save(known, toDone(known, moment(2_001)))
    const [row, ...others] = (await scan('wake')) ?? []
    expect(row).toMatchObject({ wakeShard: expect.stringMatching(/^ended#\d$/), wakeAt: 2_001, status: 'done' })
    expect(others).toEqual([])
    expect(await inbox.due({ now: 9e12, limit: 10 })).toEqual([])
    expect(await scan('list')).toHaveLength(1)
  })

  it('fails when the table cannot be reached, and claims nothing', async () => {
    const gone = createDynamoInbox({ documentClient: store.documentClient, table: `${store.table}-gone`, newId })
    await expect(gone.accept(event)).rejects.toThrow()
    await expect(gone.claim(event.id, { now: 1_000, leaseMs })).rejects.toThrow()
  })
})
