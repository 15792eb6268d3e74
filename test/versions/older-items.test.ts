import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { accepted, claimed } from '../../lib/inbox/transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { toItem } from '../../lib/tables/dynamodb/event-item.ts'
import { eventsTable, stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { dynamoBackends, openTable } from '../inbox/open-table.ts'
import { overEach } from '../inbox/over-each.ts'
import { createWorld, minute, returnRequested } from '../workflow/world.ts'

const key = 'standard/older'
const keepMs = 400 * 86_400_000

overEach(dynamoBackends, 'items of format 1', ({ endpoint }) => {
  /** A world over tables in which the version before has left an event, and perhaps a record. */
  async function createOlder() {
    const [events, state] = [await openTable(eventsTable, endpoint), await openTable(stateTable, endpoint)]
    let ids = 0
    const newId = () => `write-${++ids}`
    const inbox = createDynamoInbox({ ...events, newId, retentionMs: keepMs })
    const world = createWorld({
      tables: { inbox, records: createDynamoRecords({ ...state, newId, keepMs }) },
    })
    const delivery = { body: Buffer.from(JSON.stringify(returnRequested({}))), headers: {} }
    /** As the version before stored it: its progress was a bag of fields, and a flag said that it had queued. */
    async function leave(how: { progress: object; why: object; code?: string; fields?: object }) {
      const now = world.now()
      const fresh = accepted({ id: key, source: 'standard', delivery, now, hintMs: 0 }, 'w')
      const begun = claimed(fresh, { now, writeId: 'x', leaseMs: minute })
      if (!begun) throw new Error('nothing to claim')
      const history = [
        { at: now, code: 'accepted' },
        { at: now, code: how.code ?? 'deferred', why: how.why, until: now },
      ]
      const { leaseUntil: _, unsaved: __, ...item } = toItem({ ...begun, status: 'waiting', wakeAt: now }, keepMs)
      const older = {
        format: 1,
        progress: JSON.stringify(how.progress),
        history: JSON.stringify(history),
        ...how.fields,
      }
      await events.documentClient.send(new PutCommand({ TableName: events.table, Item: { ...item, ...older } }))
    }
    const record = (fields: object) =>
      state.documentClient.send(
        new PutCommand({ TableName: state.table, Item: { id: 'order#10001', format: 1, version: 1, ...fields } }),
      )
    const fact = (place: string) =>
      state.documentClient.send(
        new PutCommand({ TableName: state.table, Item: { id: `fact#${key}`, format: 1, writeId: 'w', place } }),
      )
    const close = () => Promise.all([events.close(), state.close()])
    return { ...world, inbox, leave, record, fact, close }
  }

  it('are an open event that goes on, with its new codes', async () => {
    const world = await createOlder()
    const progress = { [key]: { orderId: 10_001 } }
    await world.leave({ progress, why: { code: 'cause', cause: 'slots' }, fields: { queued: true } })
    expect(await world.inbox.get(key)).toMatchObject({
      progress: { [key]: { state: 'found', orderId: 10_001 } },
      history: [{ code: 'accepted' }, { code: 'deferred', why: { code: 'pace' } }],
    })
    expect((await world.finish(key)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    await world.close()
  })

  it.each([
    ['is known to the event', { orderId: 10_001, openWrite: 'order#10001' }],
    ['nobody could save', { orderId: 10_001 }],
  ])('are a write of unknown outcome that %s: it is looked for, and sent once', async (_title, progress) => {
    const world = await createOlder()
    const made = await world.workflow.openBackOffice({ deadlineMs: world.now() + minute }).user.id()
    const sendBefore = world.now() + 5_000
    const tries = [{ sendBefore, known: [], lines: [{ orderItemId: 1_000_100, quantity: 1 }], ownerId: made }]
    const sent = { kind: 'return', by: key, at: world.now(), tells: 'announcement', tries, state: 'sent' }
    await world.record({ [`write#${key}`]: sent })
    await world.leave({ progress: { [key]: progress }, why: { code: 'broken_off' } })
    const event = await world.inbox.get(key)
    expect(event?.history.at(-1)).toMatchObject({ why: { code: 'ended_silently' } })
    const { event: next } = await world.run(key)
    expect(next).toMatchObject({ status: 'waiting', progress: { [key]: { state: 'open', item: 'order#10001' } } })
    expect((await world.finish(key)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    await world.close()
  })

  it('are the place of a fact that another order takes over', async () => {
    const { fact, workflow, now, close } = await createOlder()
    await fact('order#10001')
    const { records } = workflow
    expect(await records.place(key, 'order#10002', { now: now(), instead: 'order#10001' })).toBe('order#10002')
    await close()
  })
})
