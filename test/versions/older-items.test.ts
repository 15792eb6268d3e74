import { gzipSync } from 'node:zlib'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import type { ConfigInput } from '../../lib/config/config.ts'
import { released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { eventsTable, stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { openTable } from '../inbox/open-table.ts'
import { dynamoBackends, overEach } from '../inbox/over-each.ts'
import { createWorld, putReturn, restate, returnRequested, type World } from '../workflow/world.ts'

const key = 'standard/older'
const keepMs = 400 * 86_400_000
const orderId = 10_001
const t = Date.parse('2026-03-02T09:00:00Z')

// What the version before stored, and what it did next.
const accepted = { at: t, code: 'accepted' }
const claim = { at: t, code: 'claimed', attempt: 1 }
const begun = [accepted, claim, { at: t, code: 'order_found', orderId }]
const unknown = { at: t, code: 'outcome_unknown', kind: 'return', orderId }
const settling = { at: t, code: 'deferred', why: { code: 'settling', kind: 'return' }, until: t + 75_500 }
const written = ['return', 'comment'].map((kind, i) => ({ at: t, code: 'written', kind, orderId, id: [700_001, 2][i] }))
const ofOrder = { orderId, orderKey: 'order#10001' }
const held = { status: 'held', wakeShard: 'held#2', wakeAt: t, epoch: 1, attempts: 1, ...ofOrder }
const failed = { status: 'failed', wakeShard: 'failed#2', wakeAt: t, endedAt: t, epoch: 1, attempts: 1, ...ofOrder }
const due = { status: 'waiting', wakeShard: 'due#2', attempts: 0, deferredSince: t }
const waiting = { ...due, wakeAt: t + 75_500, epoch: 1, ...ofOrder }
const claimedOnce = { status: 'running', wakeShard: 'due#2', wakeAt: t + 120_000, epoch: 1, attempts: 1, claimedAt: t }
const running = { ...claimedOnce, leaseUntil: t + 150_000, unsaved: 1 }
const lock = { event: key, epoch: 1, until: t + 150_000 }
const lines = [{ orderItemId: 30_001, quantity: 1 }]
const fingerprint = '2e8908d8f885eb0084d0d6e4c972e024'
const ofReturn = { kind: 'return', by: key, at: t, tells: 'announcement', fingerprint }
const sent = { ...ofReturn, tries: [{ known: [], lines, ownerId: 77, sendBefore: t + 5_000 }], state: 'sent' }
const made = { ...ofReturn, tries: [], state: 'done', id: 700_001, lines }
const commentSent = { kind: 'comment', by: key, at: t, state: 'sent', tries: [{ known: [], sendBefore: t + 5_000 }] }
const commented = { orderId, returnId: 700_001, statusId: 9.01, comment: { orderId, commentId: 2 }, done: true }
const tooMany = { code: 'too_many', key, orderId, line: 1, name: { by: 'sku' }, orderItemIds: [], quantity: 5, left: 2 }
const ofOpenWrite = {
  event: waiting,
  progress: { [key]: { orderId, openWrite: 'order#10001' } },
  history: [...begun, unknown, settling],
  item: { [`write#${key}`]: sent },
}
const unclear = { code: 'outcome_unclear', key: 'standard/one', kind: 'return', what: 'similar', orderId }
const question = { status: 'held', reason: { ...unclear, ids: [700_001, 700_002] } }

const asking = (...commands: Command[]): ConfigInput => ({
  sources: { standard: { kind: 'standard', translate: () => commands } },
})
const mug = [{ sku: 'MUG-BLUE', quantity: 1 }]
const aReturn: Command = { type: 'create-return', key: 'one', order: { id: orderId }, lines: mug }
const aComment: Command = { type: 'add-comment', key: 'two', order: { id: orderId }, text: 'Please call' }

/** An event as it was left, and what became of it there. It ends done, with one return of the order, unless said otherwise. */
type Left = {
  config?: ConfigInput
  data?: Record<string, unknown>
  event: object
  progress?: object
  history?: readonly object[]
  /** What the items of the order and of its comment held. */
  item?: object
  comment?: object
  /** Returns of the order, all of our own user. */
  returns?: number
  /** How the last entry of its history reads now. */
  reads?: object
  decided?: (world: World) => Promise<unknown>
  /** What its history went on with. */
  next: string
  ends?: object
  end?: number
}

const cases: Record<string, Left> = {
  'held, and then released': {
    data: { lines: [{ sku: 'MUG-BLUE', quantity: 5 }] },
    event: { ...held, reason: tooMany },
    progress: { [key]: { orderId } },
    history: [...begun, { at: t, code: 'held', reason: 'too_many' }],
    decided: (world) => world.decide(key, released),
    next: 'released claimed written written done',
  },
  'failed, and then replayed': {
    event: { ...failed, reason: { code: 'order_cancelled', orderId, statusId: 8 } },
    progress: { [key]: { orderId } },
    history: [...begun, { at: t, code: 'failed', reason: 'order_cancelled' }],
    decided: (world) => world.decide(key, replayed),
    next: 'replayed claimed order_found written written done',
  },
  'running, its process gone after the return was sent': {
    event: running,
    item: { lock, [`write#${key}`]: sent },
    returns: 1,
    next: 'claimed order_found found return_checked written done',
  },
  'running, its process gone between the return and its comment': {
    event: running,
    item: { lock, [`write#${key}`]: made, [`write#${key}/comment`]: commentSent },
    returns: 1,
    next: 'claimed order_found return_checked missing sent_again written done',
  },
  'waiting after claims that ended without a word': {
    event: { ...due, wakeAt: t + 1_200_000, epoch: 8, attempts: 3, deferredSince: t + 1_050_000 },
    history: [accepted, { at: t + 1_050_000, code: 'deferred', why: { code: 'broken_off' }, until: t + 1_200_000 }],
    item: { lock, [`write#${key}`]: sent },
    returns: 1,
    reads: { why: { code: 'ended_silently', attempts: 3 } },
    next: 'claimed order_found found return_checked written done',
  },
  'done, and replayed after its records had expired': {
    event: { status: 'ready', wakeShard: 'due#2', wakeAt: t + 121_000, epoch: 2, attempts: 0, ...ofOrder },
    progress: { [key]: commented },
    history: [...begun, ...written, { at: t, code: 'done' }, { at: t + 1_000, code: 'replayed', note: 'as before' }],
    returns: 1,
    next: 'claimed done',
  },
  'waiting for an open write that was carried out': {
    ...ofOpenWrite,
    returns: 1,
    next: 'claimed found return_checked written done',
  },
  'waiting for an open write that never arrived': {
    ...ofOpenWrite,
    next: 'claimed missing sent_again written written second_look claimed second_look done',
  },
  'held for one of two commands whose write is still sent': {
    config: asking(aReturn, aComment),
    event: { ...held, wakeAt: t + 75_500, updatedAt: t + 75_500, epoch: 2, reason: question.reason },
    progress: {
      'standard/one': { orderId, openWrite: 'order#10001', ended: question },
      'standard/two': { orderId, comment: { orderId, commentId: 2 }, done: true },
    },
    history: [...begun, unknown, settling, { at: t + 75_500, code: 'held', reason: 'outcome_unclear' }],
    item: { 'write#standard/one': sent },
    returns: 2,
    decided: async (world) => {
      await restate(world, 700_002, 8)
      await world.decide(key, released)
    },
    next: 'released claimed found return_checked written done',
    end: 2,
  },
  'waiting for an open write of a command that its mapping no longer gives': {
    config: asking(aComment),
    event: waiting,
    progress: {
      'standard/one': { orderId, openWrite: 'order#10001' },
      'standard/two': { orderId, comment: { orderId, commentId: 2 }, done: true },
    },
    history: [...begun, unknown, settling],
    item: { 'write#standard/one': sent },
    returns: 1,
    next: 'claimed held',
    ends: { status: 'held', reason: { code: 'outcome_unclear', key: 'standard/one', because: 'command_gone' } },
  },
  'waiting for one command, after another one had failed with its write missing': {
    config: asking(aReturn, aComment),
    event: { ...waiting, wakeAt: t + 151_000, epoch: 2 },
    progress: {
      'standard/one': {
        orderId,
        ended: { status: 'failed', reason: { code: 'order_cancelled', orderId, statusId: 8 } },
      },
      'standard/two': { orderId, openWrite: 'comment#standard/two' },
    },
    history: [...begun, unknown, { ...settling, at: t + 75_500, until: t + 151_000 }],
    item: { 'write#standard/one': { ...sent, state: 'missing' } },
    comment: { ...commentSent, orderId, tries: [{ known: [], sendBefore: t + 80_500 }] },
    next: 'claimed missing sent_again written held',
    ends: { status: 'held', reason: { code: 'outcome_unclear', key: 'standard/one', because: 'order_cancelled' } },
    end: 0,
  },
  'waiting for a slot': {
    event: { ...due, wakeAt: t + 374_500, epoch: 1, queued: true },
    history: [accepted, claim, { at: t, code: 'deferred', why: { code: 'cause', cause: 'slots' }, until: t + 374_500 }],
    reads: { why: { code: 'pace' } },
    next: 'claimed order_found written written done',
  },
}

overEach(dynamoBackends, 'items of format 1', ({ endpoint }) => {
  async function createOlder({ config }: Pick<Left, 'config'> = {}) {
    const [events, state] = [await openTable(eventsTable, endpoint), await openTable(stateTable, endpoint)]
    let ids = 0
    const newId = () => `write-${++ids}`
    const inbox = createDynamoInbox({ ...events, newId, retentionMs: keepMs })
    const tables = { inbox, records: createDynamoRecords({ ...state, newId, keepMs }) }
    const world = createWorld({ tables, ...(config && { config }) })
    const put = ({ documentClient, table }: typeof events, item: object) =>
      documentClient.send(new PutCommand({ TableName: table, Item: { format: 1, writeId: 'w', ...item } }))
    const close = () => Promise.all([events.close(), state.close()])
    return { world, leave: (item: object) => put(events, item), record: (item: object) => put(state, item), close }
  }

  it.each(Object.entries(cases))('are an event that was %s: it goes on as it would have', async (_title, left) => {
    const { progress: stored = {}, history: before = [accepted] } = left
    const { world, leave, record, close } = await createOlder(left)
    for (let count = left.returns ?? 0; count > 0; count -= 1) await putReturn(world)
    if (left.item) await record({ id: 'order#10001', version: 2, ...left.item })
    if (left.comment) await record({ id: 'comment#standard/two', version: 6, 'write#standard/two': left.comment })
    await leave({
      ...{ id: key, source: 'standard', receivedAt: t, updatedAt: t, listShard: 'list#2', headers: {} },
      body: gzipSync(JSON.stringify(returnRequested(left.data ?? {}))),
      ...{ progress: JSON.stringify(stored), history: JSON.stringify(before), ...left.event },
    })
    const read = await world.get(key)
    if (left.reads) expect(read.history.at(-1)).toMatchObject(left.reads)
    await world.advance((read.leaseUntil ?? read.wakeAt ?? read.updatedAt) - t)
    await left.decided?.(world)
    const event = await world.finish(key)
    const codes = event.history.map((entry) => ('why' in entry ? entry.why.code : entry.code))
    expect(codes.join(' ')).toMatch(new RegExp(`${left.next}$`))
    expect(event).toMatchObject(left.ends ?? { status: 'done' })
    expect(await world.returnsOf(orderId)).toHaveLength(left.end ?? 1)
    await close()
  })

  it('are the place of a fact that another order takes over', async () => {
    const { record, world, close } = await createOlder()
    await record({ id: `fact#${key}`, place: 'order#10001' })
    const { records } = world.workflow
    expect(await records.place(key, 'order#10002', { now: world.now(), instead: 'order#10001' })).toBe('order#10002')
    await close()
  })
})
