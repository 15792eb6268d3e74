import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import { eventsTable, stateTable } from '../../lib/inbox/tables.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import { retentionMs } from '../inbox/backends.ts'
import { openTable } from '../inbox/open-table.ts'
import { scrambled } from '../inbox/scrambled.ts'
import { createWorld } from '../workflow/world.ts'
import { keepMs } from './backends.ts'
import { countWrites, type Written } from './write-units.ts'

/** A refund from its delivery to its end, and what it has written to the tables meanwhile. */
async function refund(body: object): Promise<{ events: Written[]; state: Written[] }> {
  const newId = () => crypto.randomUUID()
  const tables = await Promise.all([openTable(eventsTable), openTable(stateTable)])
  onTestFinished(async () => void (await Promise.all(tables.map(({ close }) => close()))))
  const events = countWrites(tables[0], eventsTable)
  const state = countWrites(tables[1], stateTable)
  const inbox = createDynamoInbox({ ...events.store, newId, retentionMs })
  const records = createDynamoRecords({ ...state.store, newId, keepMs })
  const world = createWorld({ tables: { inbox, records } })
  const id = await world.accept('shopify', body, { 'x-shopify-topic': 'refunds/create' })
  expect((await world.run(id)).event).toMatchObject({ status: 'done', attempts: 1 })
  return { events: events.written, state: state.written }
}

const total = (written: readonly Written[]) =>
  written.reduce((sum, { units, indexUnits }) => sum + units + indexUnits, 0)

const sample = JSON.parse(readFileSync(new URL('../../local/samples/shopify/refund.json', import.meta.url), 'utf8'))
// As large as the documented refund of a shop: 13.6 KB, 1.5 KB compressed.
const long = { ...sample, processed_by: scrambled(1_050).toString('base64') }

it.each([
  { what: 'the sample of a refund', body: sample, most: 13 },
  { what: 'a refund of 1.5 KB compressed', body: long, most: 17 },
])('a return from $what to its end writes its event three times, and costs at most $most units', async (one) => {
  const { events, state } = await refund(one.body)
  expect(events).toHaveLength(3)
  expect(events.map(({ indexUnits }) => indexUnits)).toEqual([2, 0, 2])
  // The place of the fact, the lock, what is sent, the return with the comment that is sent, and the comment.
  expect(state).toHaveLength(5)
  expect(total([...events, ...state])).toBeLessThanOrEqual(one.most)
})
