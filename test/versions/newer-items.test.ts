import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import { audit } from '../../lib/audit/audit.ts'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import { operate } from '../../lib/operator/operate.ts'
import type { OrderLabel } from '../../lib/order-label.ts'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { createDynamoAudit, createDynamoPace, createDynamoSession } from '../../lib/tables/dynamodb/item-stores.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { processRecords } from '../../lib/workflow/wake/process-records.ts'
import { eventsTable, stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { openTable, storeAs } from '../inbox/open-table.ts'
import { operatorOf } from '../operator/desk.ts'
import { signed } from '../sources/deliveries.ts'
import { anOrderBody } from '../workflow/new-orders.ts'
import { commentSubmitted, createWorld, minute, returnRequested } from '../workflow/world.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A world over the real tables, in which another version writes too. */
async function createMixed() {
  const [events, state] = [await openTable(eventsTable), await openTable(stateTable)]
  closers.push(events.close, state.close)
  let ids = 0
  const newId = () => `write-${++ids}`
  const keepMs = 400 * 86_400_000
  const sessionStore = createDynamoSession(state)
  const world = createWorld({
    tables: {
      inbox: createDynamoInbox({ ...events, newId, retentionMs: keepMs }),
      records: createDynamoRecords({ ...state, newId, keepMs }),
      sessionStore,
      pace: createDynamoPace(state),
    },
  })
  const tableOf = (id: string) => (/^(label#|[a-z]+\/)/.test(id) ? events : state)
  const read = async (id: string) => {
    const { documentClient, table } = tableOf(id)
    return (await documentClient.send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }))).Item
  }
  /** What another version does: `by` 1 as the newer one writes it, -1 when that one has done its part and wrote it back. */
  const move = (id: string, by: 1 | -1) => storeAs(tableOf(id), by === 1 ? itemFormat + 1 : itemFormat, id)
  const audits = createDynamoAudit(state)
  const operator = operatorOf(world, { audits })
  const runAll = async (id: string) => {
    const deadline = world.now() + 120_000
    const record = { dynamodb: { Keys: { id: { S: id } }, SequenceNumber: '1' } }
    await processRecords(world.workflow, [record], deadline)
    await processDue(world.workflow, deadline)
  }
  const writes = () => world.sandbox.world.store.orders.list().length + world.sandbox.world.store.comments.list().length
  return { ...world, read, move, audits, operator, runAll, writes, sessionStore, events, state }
}
type Mixed = Awaited<ReturnType<typeof createMixed>>

const says = {
  ok: false,
  error: { code: 'retry_later', message: expect.stringMatching(/^A newer version of the bridge wrote this/) },
}

describe('an event that a newer version has written', () => {
  it('is left to that version by every function, and goes on when that has done its part', async () => {
    const world = await createMixed()
    const id = await world.accept('standard', returnRequested({}))
    await world.move(id, 1)
    const before = await world.read(id)
    await world.advance(10 * minute)
    const written = world.writes()
    await world.runAll(id)
    for (const command of ['event.get', 'event.release', 'event.discard', 'event.replay', 'why'])
      expect(await operate(world.operator, { command, id }), command).toEqual(says)
    expect(await operate(world.operator, { command: 'stats' })).toMatchObject({ ok: true })
    expect(await operate(world.operator, { command: 'event.list' })).toMatchObject({ ok: true, result: { events: [] } })
    expect(await audit({ workflow: world.workflow, progress: world.audits }, world.now() + 120_000)).toMatchObject({
      unseen: [{ event: id }],
    })
    expect(await world.read(id)).toEqual(before)
    expect(world.writes()).toBe(written)
    await world.move(id, -1)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('is not overwritten by a run of this version that has claimed it before', async () => {
    const world = await createMixed()
    const id = await world.accept('standard', returnRequested({}))
    const { inbox } = world.workflow
    const claimed = await inbox.claim(id, { now: world.now(), leaseMs: 1_000 })
    if (!claimed) throw new Error('not claimed')
    await world.move(id, 1)
    const before = await world.read(id)
    await expect(inbox.save(claimed, { ...claimed, writeId: 'w' })).rejects.toThrow(NewerFormat)
    expect(await world.read(id)).toEqual(before)
  })

  it('is lost to that version in the middle of its work: what was done stays on record', async () => {
    const world = await createMixed()
    const id = await world.accept('standard', returnRequested({}))
    const save = world.workflow.inbox.save
    world.workflow.inbox = {
      ...world.workflow.inbox,
      save: async (...given) => {
        await world.move(id, 1)
        await save(...given)
      },
    }
    const run = processRecords(world.workflow, [{ dynamodb: { Keys: { id: { S: id } } } }], world.now() + 120_000)
    expect(await run).toEqual({ batchItemFailures: [] })
    expect(world.logged).toContainEqual({
      level: 'warn',
      message: 'event lost to another worker',
      fields: { event: id },
    })
    world.workflow.inbox.save = save
    await world.move(id, -1)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

type Case = { body: (world: Mixed) => unknown; source?: string; item: (key: string) => string }
const byNumber = { order: { externalNumber: '6203001001' } }

describe('an item that a newer version has written', () => {
  /** It is there before its event runs. */
  async function prepared(item: string) {
    const world = await createMixed()
    if (item.startsWith('fact#')) await world.workflow.records.place(item.slice(5), 'order#10001', { now: world.now() })
    else if (item === 'session')
      await world.sessionStore.replace({ writeId: 'w', attempts: 0, refused: [] }, { previous: undefined })
    else if (item === 'pace') {
      const empty = { paidAt: { reads: 0, writes: 0 }, queueEnd: { live: 0, replay: 0 }, day: { used: 0, endsAt: 0 } }
      await createDynamoPace(world.state).replace({ ...empty, writeId: 'w' }, { previous: undefined })
    } else {
      const lock = { event: 'standard/other', epoch: 1, until: world.now() }
      const locked = await world.workflow.records.lock(item as 'order#1', { lock, now: world.now() })
      if (locked !== 'busy') await world.workflow.records.unlock(locked, world.now())
    }
    return world
  }

  it.each<[string, Case]>([
    ['of an order', { body: () => returnRequested({}), item: () => 'order#10001' }],
    ['of a comment', { body: () => commentSubmitted({}), item: (key) => `comment#${key}` }],
    ['of a fact', { body: () => returnRequested(byNumber), item: (key) => `fact#${key}` }],
    [
      'of a new order',
      {
        body: () => [{ type: 'create-order', body: anOrderBody('NEW-1') }],
        source: 'operator',
        item: () => 'number#NEW-1',
      },
    ],
    [
      'of an image',
      {
        body: () => [{ type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }],
        source: 'operator',
        item: () => 'image#901/7002/mandant/1',
      },
    ],
    ['of the session', { body: () => returnRequested({}), item: () => 'session' }],
    ['of the pace', { body: () => returnRequested({}), item: () => 'pace' }],
  ])(
    '%s is left to that version: the event waits without an attempt, then goes on',
    async (_title, { body, source = 'standard', item }) => {
      const key = source === 'standard' ? 'standard/d1' : ''
      const world = await prepared(item(key))
      const stored = item(key)
      await world.move(stored, 1)
      const before = await world.read(stored)
      expect(before).toBeDefined()
      const written = world.writes()
      const { id, event } = await world.begin(source, body(world))
      expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
      expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'newer_version' } })
      await world.advance(5 * minute)
      await world.runAll(id)
      expect(await world.get(id)).toMatchObject({ status: 'waiting', attempts: 0 })
      expect(await world.read(stored)).toEqual(before)
      expect(world.writes()).toBe(written)
      await world.move(stored, -1)
      expect(await world.finish(id)).toMatchObject({ status: 'done' })
    },
  )

  it('of a day is left to that version, and nothing is counted', async () => {
    const world = await createMixed()
    const day = { orderId: 10_001, most: 20, now: world.now() }
    expect(await world.workflow.records.countOnDay('form/1', day)).toBe(true)
    const id = `day#10001/${new Date(world.now()).toISOString().slice(0, 10)}`
    await world.move(id, 1)
    const before = await world.read(id)
    await expect(world.workflow.records.countOnDay('form/2', day)).rejects.toThrow(NewerFormat)
    expect(await world.read(id)).toEqual(before)
  })

  it('of an order in the middle of a write stays as it is: the write is settled later', async () => {
    const world = await createMixed()
    const id = await world.accept('standard', returnRequested({}))
    const { save } = world.workflow.records
    let saves = 0
    world.workflow.records = {
      ...world.workflow.records,
      save: async (...given) => {
        // The result of the return.
        if (++saves === 2) await world.move('order#10001', 1)
        return await save(...given)
      },
    }
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.read('order#10001')).toMatchObject({
      format: itemFormat + 1,
      [`write#${id}`]: { state: 'sent' },
    })
    await world.move('order#10001', -1)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('of an order keeps an event from ending whose second run has to know its records', async () => {
    const world = await createMixed()
    const id = await world.accept('standard', returnRequested({}))
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 503 })
    const save = async () => Promise.reject(new Error('the table cannot be reached'))
    const unheard = { ...world.workflow, inbox: { ...world.workflow.inbox, save } }
    expect(await processEvent(unheard, id, world.now() + 120_000)).toBe('broken off')
    await world.advance(3 * minute)
    await world.move('order#10001', 1)
    await processEvent(world.workflow, id, world.now() + 120_000)
    expect((await world.get(id)).history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'newer_version' } })
    await world.move('order#10001', -1)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('with the progress of the audit is not overwritten, and the command says so', async () => {
    const world = await createMixed()
    await world.audits.replace({ writeId: 'w', since: 0 }, { previous: undefined })
    await world.move('audit', 1)
    const before = await world.read('audit')
    const auditor = { workflow: world.workflow, progress: world.audits }
    await expect(audit(auditor, world.now() + 120_000)).rejects.toThrow(NewerFormat)
    expect(await operate(world.operator, { command: 'audit' })).toEqual(says)
    expect(
      await world.audits.replace({ writeId: 'x', since: 1 }, { previous: { writeId: 'w', since: 0 } }).catch(String),
    ).toMatch(/NewerFormat/)
    expect(await world.read('audit')).toEqual(before)
    await world.move('audit', -1)
    expect(await audit(auditor, world.now() + 120_000)).toMatchObject({ findings: [] })
  })

  it('with the session is not overwritten by a reset, and the command says so', async () => {
    const world = await prepared('session')
    await world.move('session', 1)
    const before = await world.read('session')
    for (const command of ['login.status', 'login.reset'])
      expect(await operate(world.operator, { command })).toEqual(says)
    const found = await operate(world.operator, { command: 'doctor' })
    expect(JSON.stringify(found)).toContain('A newer version of the bridge wrote this')
    expect(await world.read('session')).toEqual(before)
  })

  it('of a label lets the shop repeat its delivery', async () => {
    const world = await createMixed()
    const { inbox } = world.workflow
    const label: OrderLabel = { names: ['#1001'], externalNumber: '6203001001' }
    await inbox.learnLabel('shopify', { label, now: world.now() })
    await world.move('label#shopify/1001', 1)
    const before = await world.read('label#shopify/1001')
    const secret = 'the secret of this shop'
    const body = JSON.stringify({ id: 5_550_001, name: '#1001', order_number: 1001 })
    const delivery = signed(shopify, { body, secret, topic: 'orders/create' })
    const answer = () =>
      receiveWebhook(
        {
          ...world.workflow,
          readSecrets: async () => ({ shopify: [secret] }),
          sleep: () => new Promise(() => {}),
          ...{ hintMs: 0, bodyLimit: 1_000_000, answerWithinMs: 3_500 },
        },
        'shops',
        delivery,
      )
    expect(await answer()).toMatchObject({ statusCode: 503, headers: { 'retry-after': '30' } })
    expect(await world.read('label#shopify/1001')).toEqual(before)
    await world.move('label#shopify/1001', -1)
    expect(await answer()).toMatchObject({ statusCode: 200 })
  })
})
