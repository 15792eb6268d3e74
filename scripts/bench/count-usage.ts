import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import { eventsTable, stateTable, type TableShape } from '../../lib/inbox/tables.ts'
import { createDynamoPace } from '../../lib/state/dynamo-pace.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../lib/state/dynamo-session.ts'
import { type OpenTable, openTable } from '../../test/inbox/open-table.ts'
import { countWrites, type Written } from '../../test/state/write-units.ts'
import type { WorldOptions } from '../../test/workflow/world.ts'

/** What DynamoDB counts: requests, and its units on demand. */
export type Usage = { requests: number; readUnits: number; writeUnits: number }

/** The tables of a world, and what they have counted since they were opened or reset. */
export type CountedTables = {
  tables: NonNullable<WorldOptions['tables']>
  usage(): Usage
  /** Bytes that stay stored of what was written since then. */
  bytes(): { events: number; state: number }
  reset(): void
  /** Looks at the tables without counting it. */
  look<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const day = 86_400_000

/** Both tables in an embedded DynamoDB. Items have their real sizes, and the default times to live. */
export async function openCountedTables(): Promise<CountedTables> {
  const opened = await Promise.all([openTable(eventsTable), openTable(stateTable)])
  const [events, state] = [counted(opened[0], eventsTable), counted(opened[1], stateTable)]
  const newId = () => crypto.randomUUID()
  return {
    tables: {
      inbox: createDynamoInbox({ ...events.table, newId, retentionMs: 30 * day }),
      records: createDynamoRecords({ ...state.table, newId, keepMs: 400 * day }),
      sessionStore: createDynamoSession(state.table),
      pace: createDynamoPace(state.table),
    },
    usage: () => sum(events.usage(), state.usage()),
    bytes: () => ({ events: storedBytes(events.written), state: storedBytes(state.written) }),
    reset: () => {
      events.reset()
      state.reset()
    },
    async look(work) {
      const resume = [events, state].map(({ pause }) => pause())
      return await work().finally(() => {
        for (const one of resume) one()
      })
    },
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}

const sum = (a: Usage, b: Usage): Usage => ({
  requests: a.requests + b.requests,
  readUnits: a.readUnits + b.readUnits,
  writeUnits: a.writeUnits + b.writeUnits,
})

/** DynamoDB adds as much to each item. */
const itemOverhead = 100

/** Of each item as it was written last, but not of what all events share: the pace and the session. */
function storedBytes(written: readonly Written[]): number {
  const own = written.filter(({ id }) => id !== 'pace' && id !== 'session')
  const sizes = new Map(own.map(({ id, bytes }) => [id, bytes + itemOverhead]))
  return [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
}

type Reading = GetCommand | QueryCommand | BatchGetCommand
const isReading = (command: object): command is Reading =>
  [GetCommand, QueryCommand, BatchGetCommand].some((kind) => command instanceof kind)

/** What DynamoDB takes for a query that finds nothing; the embedded one takes nothing. */
const leastRead = 0.5

/** A table whose reads say what they consumed; its writes are counted by item and index. */
function counted(opened: OpenTable, shape: TableShape) {
  const { written, store } = countWrites(opened, shape)
  let [requests, readUnits] = [0, 0]
  const send = async (command: object) => {
    requests += 1
    if (!isReading(command)) return await store.documentClient.send(command as never)
    command.input.ReturnConsumedCapacity = 'TOTAL'
    const answer = await opened.documentClient.send(command as GetCommand)
    for (const { CapacityUnits = 0 } of [answer.ConsumedCapacity ?? []].flat())
      readUnits += Math.max(leastRead, CapacityUnits)
    return answer
  }
  return {
    written,
    table: { ...opened, documentClient: Object.create(opened.documentClient, { send: { value: send } }) } as OpenTable,
    usage: (): Usage => ({
      requests,
      readUnits,
      writeUnits: written.reduce((total, { units, indexUnits }) => total + units + indexUnits, 0),
    }),
    /** Answers what makes it count again: reads until then are none of the bridge. */
    pause: () => {
      const before = { requests, readUnits }
      return () => {
        requests = before.requests
        readUnits = before.readUnits
      }
    },
    reset: () => {
      written.length = 0
      requests = 0
      readUnits = 0
    },
  }
}
