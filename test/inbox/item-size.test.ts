import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { Rejected } from '../../lib/errors.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { toEnded, withProgress } from '../../lib/inbox/transitions.ts'
import { failed } from '../../lib/reasons.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, inboxBackends, retentionMs, tableInboxes } from './backends.ts'
import { orderFound } from './endings.ts'
import { type OpenTable, openTable } from './open-table.ts'
import { dynamoBackends, openEach, overEach } from './over-each.ts'
import { scrambled } from './scrambled.ts'

const KB = 1024
const leaseMs = 150_000
const rejected = failed({ code: 'rejected', words: 'ü'.repeat(5_000) })
/** The largest body that is accepted, and texts that no compression makes shorter. */
const largest = scrambled(350 * KB - 200)
const endless = scrambled(100 * KB).toString('base64')
const noise = (bytes: number, from = 0) => endless.slice(from, from + bytes)
const delivery = { body: largest, headers: { 'x-topic': 'refunds/create', 'x-id': noise(500) } }
const accepted = { id: 'shopify/full', source: 'shopify', delivery, now: 1_000, hintMs: 120_000 }

const longNote = (from: number) =>
  ({ code: 'waiting', why: { code: 'cause', cause: noise(5_000, from) }, until: 1 }) as const

/** Progress that takes about so many bytes however it is packed. */
const progressOf = (bytes: number): InboxEvent['progress'] => {
  const keys = Array.from({ length: Math.ceil(bytes / 100) }, (_, index) => noise(100, index * 100))
  return Object.fromEntries(keys.map((key) => [key, { state: 'done' as const }]))
}

/** Names and values, as DynamoDB counts them. */
async function storedBytes({ documentClient, table }: OpenTable, id: string): Promise<number> {
  const { Item = {} } = await documentClient.send(new GetCommand({ TableName: table, Key: { id } }))
  const sizes = Object.entries(Item).map(
    ([name, value]) =>
      name.length + (value instanceof Uint8Array ? value.length : Buffer.byteLength(JSON.stringify(value))),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

overEach(dynamoBackends, 'an event that is full to the brim', ({ endpoint }) => {
  it('fits an item: largest body, progress, fifty long entries, approvals and a reason', async () => {
    const store = await openTable(eventsTable, endpoint)
    const newId = counter()
    const inbox = createDynamoInbox({ ...store, newId, retentionMs })
    const next = async (event: InboxEvent, to: (moment: { now: number; writeId: string }) => InboxEvent) => {
      const moved = to({ now: event.updatedAt + 1, writeId: newId() })
      await inbox.save(event, moved)
      return moved
    }
    try {
      await inbox.accept(accepted)
      let event = (await inbox.claim(accepted.id, { now: 1_000, leaseMs })) as InboxEvent
      event = await next(event, (at) => {
        const made = { ...at, progress: progressOf(14 * KB), isProgress: true }
        return [...Array(60).keys()].reduce(
          (known, entry) => withProgress(known, { ...made, entry: longNote(entry * 700) }),
          event,
        )
      })
      event = await next(event, (at) => ({ ...toEnded(event, rejected, at), approvals: [rejected.reason] }))
      expect(await inbox.get(accepted.id)).toEqual(event)
      const bytes = await storedBytes(store, accepted.id)
      expect(bytes).toBeGreaterThan(370 * KB)
      expect(bytes).toBeLessThan(395 * KB)
    } finally {
      await store.close()
    }
  })
})

overEach(tableInboxes, 'an event that grows', ({ open }) => {
  const opened = openEach(open)

  it('is refused where its progress no longer fits beside its body, and can still end', async () => {
    const { inbox, newId } = opened
    await inbox.accept(accepted)
    const event = (await inbox.claim(accepted.id, { now: 1_000, leaseMs })) as InboxEvent
    const made = { entry: orderFound, isProgress: true }
    const tooMuch = withProgress(event, { now: 2_000, writeId: newId(), progress: progressOf(30 * KB), ...made })
    const refusal = inbox.save(event, tooMuch)
    await expect(refusal).rejects.toThrow(Rejected)
    await expect(refusal).rejects.toMatchObject({ status: 413 })
    const ended = toEnded(event, rejected, { now: 2_001, writeId: newId() })
    await inbox.save(event, ended)
    expect(await inbox.get(accepted.id)).toEqual(ended)
  })

  it('has room for much progress beside a small body, or one that compresses well', async () => {
    const { inbox, newId } = opened
    for (const body of [Buffer.from('{}'), Buffer.alloc(500 * KB, 'return ')]) {
      const id = `shopify/${body.length}`
      await inbox.accept({ ...accepted, id, delivery: { body, headers: {} } })
      const event = (await inbox.claim(id, { now: 1_000, leaseMs })) as InboxEvent
      const made = { entry: orderFound, isProgress: true, progress: progressOf(90 * KB) }
      await inbox.save(event, withProgress(event, { now: 2_000, writeId: newId(), ...made }))
    }
  })
})

overEach(inboxBackends, 'an event that grows in any store', ({ open }) => {
  const opened = openEach(open)

  it('says how often it was tried when run after run dies without a word', async () => {
    const { inbox } = opened
    await inbox.accept({ ...accepted, delivery: { body: Buffer.from('{}'), headers: {} } })
    for (let run = 1; run <= 60; run++) await inbox.claim(accepted.id, { now: run * leaseMs, leaseMs })
    const event = await inbox.get(accepted.id)
    expect(event).toMatchObject({ epoch: 60, attempts: 60 })
    expect(event?.history).toEqual([
      { at: 1_000, code: 'accepted' },
      { at: 60 * leaseMs, code: 'claimed', attempt: 60 },
    ])
  })
})
