import { BatchGetCommand, type BatchGetCommandOutput, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { About, InboxEvent } from '../../lib/inbox/event.ts'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import { type Inbox, LostEvent } from '../../lib/inbox/inbox.ts'
import { discarded } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, retentionMs } from './backends.ts'
import { later, notReady, orderFound, tooMany } from './endings.ts'
import { type OpenTable, openTable, storeAs } from './open-table.ts'
import { dynamoBackends, overEach } from './over-each.ts'

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
    inbox = createDynamoInbox({ ...store, newId, retentionMs })
  })
  afterEach(() => store.close())

  async function requestsOf(work: () => Promise<unknown>): Promise<number> {
    const before = store.requests()
    await work()
    return store.requests() - before
  }

  const claim = async (now = 1_000) => (await inbox.claim(event.id, { now, leaseMs })) as InboxEvent

  it('wins a claim whose own answer was lost, and counts it once', async () => {
    await inbox.accept(event)
    store.loseNextAnswer()
    expect(await claim()).toMatchObject({ status: 'running', epoch: 1, attempts: 1, delivery })
    expect(await inbox.get(event.id)).toMatchObject({ epoch: 1, attempts: 1 })
  })

  const made = { progress: { k: { state: 'found', orderId: 5 } }, entry: orderFound, isProgress: true } as const
  it.each<[what: string, next: (running: InboxEvent) => InboxEvent]>([
    ['an ending', (it) => toWaiting(it, { ...moment(2_000), until: 3_000, why: notReady })],
    ['a checkpoint', (it) => withProgress(it, { ...moment(2_000), ...made })],
  ])('saves once where the answer of %s was lost', async (_what, to) => {
    await inbox.accept(event)
    const running = await claim()
    const next = to(running)
    store.loseNextAnswer()
    await inbox.save(running, next)
    expect(await inbox.get(event.id)).toEqual(next)
  })

  it.each<About>([
    { what: 'refund', pieces: 0.5, name: 'Mug', more: 2, number: '6203001001', label: '#1001' },
    { what: 'withdrawal', all: true },
    { what: 'return', pieces: 1, typed: '#1001' },
  ])('keeps what an event is about, for lists as well: %j', async (about) => {
    await inbox.accept(event)
    const running = await claim()
    await inbox.save(running, { ...toDone(running, moment(2_000)), about })
    expect((await inbox.get(event.id))?.about).toEqual(about)
    expect((await inbox.list({ limit: 5 })).events).toMatchObject([{ id: event.id, about }])
  })

  it('still refuses a zombie whose answer was lost', async () => {
    await inbox.accept(event)
    const zombie = await claim()
    const heir = await claim(200_000)
    store.loseNextAnswer()
    await expect(inbox.save(zombie, toDone(zombie, moment(200_001)))).rejects.toThrow(LostEvent)
    expect(await inbox.get(event.id)).toEqual(heir)
  })

  it('reads an event by one request', async () => {
    await inbox.accept(event)
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

  it('writes an event but never its delivery again', async () => {
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
    await inbox.save(running, toWaiting(running, { ...moment(2_000), until: 3_000, why: later }))
    const [{ ExpressionAttributeNames }] = sent as [{ ExpressionAttributeNames: Record<string, string> }]
    for (const column of ['body', 'headers', 'id'])
      expect(Object.values(ExpressionAttributeNames)).not.toContain(column)
  })

  it('stores what is saved, whatever the same run had saved before', async () => {
    await inbox.accept(event)
    const running = await claim()
    const progress = { k: { state: 'found' as const, orderId: 7 } }
    const made = { progress, orderId: 7, entry: orderFound, isProgress: true }
    await inbox.save(running, withProgress(running, { ...moment(2_000), ...made }))
    const done = toDone(running, moment(2_001))
    await inbox.save(running, done)
    expect(await inbox.get(event.id)).toEqual(done)
  })

  const scan = async (IndexName: string) => {
    const { Items = [] } = await store.documentClient.send(new ScanCommand({ TableName: store.table, IndexName }))
    return Items
  }

  it('keeps keys alone in its indexes', async () => {
    await inbox.accept(event)
    const running = await claim()
    const found = { ...moment(2_000), orderId: 7, entry: orderFound, isProgress: true }
    await inbox.save(running, withProgress(running, found))
    const [wakeShard, listShard] = [/^due#\d$/, /^list#\d$/].map((shard) => expect.stringMatching(shard))
    expect(await scan('wake')).toEqual([{ wakeShard, wakeAt: 121_000, id: event.id }])
    expect(await scan('list')).toEqual([{ listShard, receivedAt: 1_000, id: event.id }])
    expect(await scan('order')).toEqual([{ orderKey: 'order#7', receivedAt: 1_000, id: event.id }])
  })

  it('changes no index by a claim, and keeps who needs a person in `wake` alone', async () => {
    await inbox.accept(event)
    const before = await Promise.all(['wake', 'list', 'order'].map(scan))
    const running = await claim()
    expect(await Promise.all(['wake', 'list', 'order'].map(scan))).toEqual(before)
    const held = toEnded(running, tooMany, moment(2_000))
    await inbox.save(running, held)
    expect(await scan('wake')).toEqual([{ wakeShard: expect.stringMatching(/^held#\d$/), wakeAt: 2_000, id: event.id }])
    await inbox.save(held, discarded(held, moment(3_000)))
    expect(await scan('wake')).toEqual([])
    expect(await scan('list')).toHaveLength(1)
  })

  it('leaves an event of a newer format alone', async () => {
    await inbox.accept(event)
    await storeAs(store, itemFormat + 1, event.id)
    expect(await claim(9e12)).toBeUndefined()
    await expect(inbox.get(event.id)).rejects.toThrow(NewerFormat)
    expect(await inbox.list({ limit: 5 })).toEqual({ events: [] })
    const [walked] = await inbox.walk({ limit: 5 })
    expect(walked).toMatchObject({ at: 1_000, id: event.id })
    expect(walked?.read).toThrow(NewerFormat)
    expect(await inbox.accept(event)).toBe('duplicate')
    expect(await inbox.due({ now: 9e12, limit: 5 })).toHaveLength(1)
  })

  it('reads again what a batch left unprocessed, a bounded number of times', async () => {
    for (let at = 0; at < 5; at++) await inbox.accept({ ...event, id: `shopify/${at}`, now: at })
    let answers = 0
    let left = 3
    const send = async (command: unknown) => {
      const answer = (await store.documentClient.send(command as never)) as BatchGetCommandOutput
      if (!(command instanceof BatchGetCommand)) return answer
      answers += 1
      if (left-- <= 0) return answer
      const last = answer.Responses?.[store.table]?.pop()
      return { ...answer, UnprocessedKeys: { [store.table]: { Keys: [{ id: last?.id }] } } }
    }
    const documentClient = Object.create(store.documentClient, { send: { value: send } })
    const throttled = createDynamoInbox({ documentClient, table: store.table, newId, retentionMs })
    expect((await throttled.walk({ limit: 5 })).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4])
    expect(answers).toBe(4)
    left = 100
    await expect(throttled.walk({ limit: 5 })).rejects.toThrow('unread')
  })

  it('walks on where an entry of the index has no event any more, and ends only with a short page', async () => {
    for (let at = 0; at < 6; at++) await inbox.accept({ ...event, id: `shopify/${at}`, now: at })
    const send = async (command: unknown) => {
      const answer = (await store.documentClient.send(command as never)) as BatchGetCommandOutput
      const items = answer.Responses?.[store.table]
      if (items)
        answer.Responses = { [store.table]: items.filter(({ id }) => !['shopify/1', 'shopify/2'].includes(id)) }
      return answer
    }
    const documentClient = Object.create(store.documentClient, { send: { value: send } })
    const expiring = createDynamoInbox({ documentClient, table: store.table, newId, retentionMs })
    expect((await expiring.walk({ limit: 3 })).map(({ at }) => at)).toEqual([0, 3, 4])
    expect((await expiring.walk({ limit: 3, after: { at: 4, id: 'shopify/4' } })).map(({ at }) => at)).toEqual([5])
    expect((await expiring.list({ limit: 6 })).events.map(({ receivedAt }) => receivedAt)).toEqual([5, 4, 3, 0])
  })

  it('fails when the table cannot be reached, and claims nothing', async () => {
    const gone = createDynamoInbox({ ...store, table: `${store.table}-gone`, newId, retentionMs })
    await expect(gone.accept(event)).rejects.toThrow()
    await expect(gone.claim(event.id, { now: 1_000, leaseMs })).rejects.toThrow()
  })
})
