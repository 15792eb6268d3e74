import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { InboxEvent, NewEntry } from '../../lib/inbox/event.ts'
import { eventsTable, stateTable } from '../../lib/inbox/tables.ts'
import { toDone, withProgress } from '../../lib/inbox/transitions.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import type { LockedItem, WriteRecord } from '../../lib/state/write-record.ts'
import { retentionMs } from '../inbox/backends.ts'
import { openTable } from '../inbox/open-table.ts'
import { scrambled } from '../inbox/scrambled.ts'
import { keepMs } from './backends.ts'
import { countWrites, type Written } from './write-units.ts'

const now = 1_772_442_000_000
const leaseMs = 150_000
const id = 'shopify/refunds/create/gid-refund-929361463'
const key = 'shopify/929361463'
const order = 'order#1000123'
const by = { event: id, epoch: 1, until: now + leaseMs }
const lines = [{ orderItemId: 5000101, quantity: 1 }]
const common = { by: id, at: now } as const
const fingerprint = 'a3f1c0de9b7e4d52'
const tried = { sendBefore: now + 5_000, known: [1000124, 1000131], lines, ownerId: 17 }
const returnSent: WriteRecord = { ...common, kind: 'return', fingerprint, tries: [tried], state: 'sent' }
const returnDone: WriteRecord = { ...common, kind: 'return', fingerprint, tries: [], state: 'done', id: 1000140, lines }
const commentTry = { sendBefore: now + 5_000, known: [] }
const commentSent: WriteRecord = { ...common, kind: 'comment', tries: [commentTry], state: 'sent' }
const commentDone: WriteRecord = { ...common, kind: 'comment', tries: [], state: 'done', id: 88123 }

const entries: NewEntry[] = [
  { code: 'order_found', orderId: 1000123 },
  { code: 'written', kind: 'return', id: 1000140, orderId: 1000123 },
  { code: 'written', kind: 'comment', id: 88123, orderId: 1000123 },
]
const progress = {
  [key]: {
    orderId: 1000123,
    returnId: 1000140,
    statusId: 9,
    comment: { orderId: 1000123, commentId: 88123 },
    done: true,
  },
} as const

/** All that a return writes from its delivery to its end, in the order in which it does. */
async function createReturn(body: Buffer): Promise<{ events: Written[]; state: Written[] }> {
  const newId = () => crypto.randomUUID()
  const tables = await Promise.all([openTable(eventsTable), openTable(stateTable)])
  onTestFinished(async () => void (await Promise.all(tables.map(({ close }) => close()))))
  const events = countWrites(tables[0], eventsTable)
  const state = countWrites(tables[1], stateTable)
  const inbox = createDynamoInbox({ ...events.store, newId, retentionMs })
  const records = createDynamoRecords({ ...state.store, newId, keepMs })
  const headers = { 'x-shopify-topic': 'refunds/create', 'content-type': 'application/json' }

  await inbox.accept({ id, source: 'shopify', delivery: { body, headers }, now, hintMs: 120_000 })
  const event = (await inbox.claim(id, { now, leaseMs })) as InboxEvent
  await records.place(key, order, now)
  let item = (await records.lock(order, { lock: by, now })) as LockedItem
  item = await records.save(item, { changes: { [key]: returnSent }, now })
  item = await records.save(item, { changes: { [key]: returnDone, [`${key}/comment`]: commentSent }, now })
  await records.save(item, { changes: { [`${key}/comment`]: commentDone }, unlock: true, now })
  const worked = entries.reduce(
    (known, entry) =>
      withProgress(known, { now, writeId: newId(), progress, orderId: 1000123, entry, isProgress: true }),
    event,
  )
  await inbox.save(event, toDone(worked, { now, writeId: newId() }))
  return { events: events.written, state: state.written }
}

const total = (written: readonly Written[]) =>
  written.reduce((sum, { units, indexUnits }) => sum + units + indexUnits, 0)

const sample = readFileSync(new URL('../../local/samples/shopify/refund.json', import.meta.url))

it.each([
  { what: 'the sample of a refund', body: sample, most: 13 },
  { what: 'a refund of 1.5 KB compressed', body: scrambled(1_500), most: 17 },
])('a return from $what to its end writes its event three times, and costs at most $most units', async (refund) => {
  const { events, state } = await createReturn(refund.body)
  expect(events).toHaveLength(3)
  expect(events.map(({ indexUnits }) => indexUnits)).toEqual([2, 0, 2])
  expect(state).toHaveLength(5)
  expect(total([...events, ...state])).toBeLessThanOrEqual(refund.most)
})
