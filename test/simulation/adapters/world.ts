import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../../lib/inbox/dynamo-inbox.ts'
import { eventsTable, stateTable } from '../../../lib/inbox/tables.ts'
import { createDynamoAudit } from '../../../lib/state/dynamo-audit.ts'
import { createDynamoPace } from '../../../lib/state/dynamo-pace.ts'
import { createDynamoRecords } from '../../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../../lib/state/dynamo-session.ts'
import type { Item } from '../../memory/item-copy.ts'
import { createMemoryClient } from '../../memory/memory-client.ts'
import { createMemoryDynamo } from '../../memory/memory-dynamo.ts'
import type { Whims } from '../../memory/memory-reads.ts'
import { wrongExpiry } from '../judges/judge-expiry.ts'
import { wrongItem } from '../judges/wrong-items.ts'
import type { Chance } from '../random.ts'
import { tableNames } from '../town/true-tables.ts'

const day = 86_400_000
const retention = { days: 30, ledgerDays: 400 }

export type AdapterWorld = ReturnType<typeof createAdapterWorld>

class AnswerLost extends Error {}

/** The real adapters over a DynamoDB in memory, without weather but what a scene asks for. `wrong`: what was not as it must be. */
export function createAdapterWorld(chance: Chance) {
  const wrong: string[] = []
  const whims: Whims = {}
  let now = Date.parse('2026-03-02T09:00:00Z') + chance.between(0, 40) * 3_600_000 + chance.between(0, 999)
  let ids = 0
  /** What somebody else does before the write whose answer is lost is sent again; undefined: no answer is lost. */
  let meanwhile: (() => Promise<unknown>) | undefined
  let lostFor: typeof meanwhile

  const dynamo = createMemoryDynamo({
    onChange: (change) =>
      void wrong.push(...wrongItem(change), ...wrongExpiry(change, { now, toleranceMs: 0, slackMs: 0, retention })),
  })
  dynamo.create(tableNames.events, eventsTable)
  dynamo.create(tableNames.state, stateTable)
  const documentClient = createMemoryClient(
    async (command) => {
      const isWrite = command instanceof PutCommand || command instanceof UpdateCommand
      try {
        const output = dynamo.execute(command, whims)
        // A refused write changes nothing: the answer of the one after it is lost.
        const lost = isWrite ? meanwhile : undefined
        if (isWrite) meanwhile = undefined
        lostFor = lost
        if (lost) throw new AnswerLost('no answer')
        return { output, headers: {} }
      } catch (error) {
        return { error, headers: {} }
      }
    },
    async (error) => {
      if (!(error instanceof AnswerLost)) return false
      await lostFor?.()
      return true
    },
  )
  const newId = () => `id-${++ids}`
  const events = { documentClient, table: tableNames.events }
  const state = { documentClient, table: tableNames.state }

  return {
    ...{ chance, wrong, whims, newId },
    now: () => now,
    pass(ms: number): void {
      now += ms
    },
    items: (table: keyof typeof tableNames): ReadonlyMap<string, Readonly<Item>> => dynamo.items(tableNames[table]),
    inbox: createDynamoInbox({ ...events, newId, retentionMs: retention.days * day }),
    records: createDynamoRecords({ ...state, newId, keepMs: retention.ledgerDays * day }),
    session: createDynamoSession(state),
    pace: createDynamoPace(state),
    audits: createDynamoAudit(state),

    /** The answer of the next write is lost: it is carried out, and sent once more by the SDK, after what others do. */
    loseAnswer(others: () => Promise<unknown> = async () => {}): void {
      meanwhile = others
    },
    /** Also where nothing was written. */
    keepAnswers(): void {
      meanwhile = undefined
    },
    /** As a time to live does. */
    remove: (id: string) => dynamo.remove(tableNames.events, id),
    expect(isRight: boolean, what: string): void {
      if (!isRight) wrong.push(what)
    },
  }
}
