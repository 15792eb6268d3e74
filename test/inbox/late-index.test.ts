import { beforeEach, describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { ListQuery } from '../../lib/inbox/inbox.ts'
import { discarded } from '../../lib/inbox/operator-transitions.ts'
import { toEnded } from '../../lib/inbox/transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { createMemoryClient, executed } from '../memory/memory-client.ts'
import { createMemoryDynamo } from '../memory/memory-dynamo.ts'
import type { Whims } from '../memory/memory-reads.ts'
import { noSuchField, tooMany } from './endings.ts'

/** Tables in memory that answer as DynamoDB may: with a part of a page, a part of a batch, and an index that follows later. */
function openMoody(whims: Whims) {
  const dynamo = createMemoryDynamo()
  dynamo.create('events', eventsTable)
  const documentClient = createMemoryClient(executed((command) => dynamo.execute(command, whims)))
  let ids = 0
  const inbox = createDynamoInbox({ documentClient, table: 'events', newId: () => `w-${++ids}`, retentionMs: 9e6 })
  return { inbox, remove: (id: string) => dynamo.remove('events', id) }
}

describe('over an index in parts', () => {
  let whims: Whims
  let opened: ReturnType<typeof openMoody>
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const ends = { held: [9, 8, 6, 5, 3, 2], failed: [7, 4, 1] }

  beforeEach(async () => {
    whims = {}
    opened = openMoody(whims)
    const { inbox } = opened
    const delivery = { body: Buffer.from('{}'), headers: {} }
    for (const at of seconds) {
      const id = `form/${at}`
      await inbox.accept({ id, source: 'form', delivery, now: at, hintMs: 100 })
      const event = (await inbox.claim(id, { now: at, leaseMs: 10 })) as InboxEvent
      const how = ends.held.includes(at) ? tooMany : noSuchField
      await inbox.save(event, toEnded({ ...event, orderId: 7 }, how, { now: at, writeId: `e-${at}` }))
    }
  })

  /** All pages, as the seconds of their events. */
  async function listed(query: Omit<ListQuery, 'limit'>): Promise<number[]> {
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await opened.inbox.list({ ...query, limit: 2, ...(cursor && { cursor }) })
      found.push(...page.events.map(({ receivedAt }) => receivedAt))
      cursor = page.cursor
    } while (cursor !== undefined && found.length < 100)
    return found
  }

  it('finds each event once where pages are cut and batches answered in part', async () => {
    Object.assign(whims, { cutTo: () => 1, processed: (keys: number) => Math.ceil(keys / 2) })
    expect(await listed({})).toEqual(seconds.toReversed())
    expect(await listed({ status: 'held' })).toEqual(ends.held)
    expect(await listed({ orderId: 7, status: 'failed' })).toEqual(ends.failed)
    expect((await opened.inbox.walk({ limit: 9 })).map(({ at }) => at)).toEqual(seconds)
  })

  it('shows nothing that has moved since or is gone, and leaves out nothing else', async () => {
    const late = new Set(['form/8', 'form/5', 'form/3'])
    whims.isLate = (_, id) => late.has(id)
    const { inbox } = opened
    for (const id of ['form/8', 'form/5']) {
      const event = (await inbox.get(id)) as InboxEvent
      await inbox.save(event, discarded(event, { now: 20, writeId: `moved-${id}`, note: 'as agreed' }))
    }
    opened.remove('form/3')
    expect(await listed({ status: 'held' })).toEqual([9, 6, 2])
    expect(await listed({ orderId: 7, status: 'held' })).toEqual([9, 6, 2])
    expect(await listed({})).toEqual([9, 8, 7, 6, 5, 4, 2, 1])
    expect((await inbox.walk({ limit: 4 })).map(({ at }) => at)).toEqual([1, 2, 4, 5])
  })
})
