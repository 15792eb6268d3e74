import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AcceptingInbox } from '../../lib/inbox/inbox.ts'
import { createAcceptingInbox } from '../../lib/tables/dynamodb/accepting-inbox.ts'
import { documentItems } from '../../lib/tables/dynamodb/conditional-write.ts'
import { signedItems } from '../../lib/tables/dynamodb/webhook-stores.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, signedCallTo } from './backends.ts'
import { type OpenTable, openTable } from './open-table.ts'
import { type Backend, dynamoBackends, overEach } from './over-each.ts'

const bySdk = { client: 'the SDK', itemsOf: ({ documentClient }: OpenTable) => documentItems(documentClient) }
const bySigned = { client: 'signed requests', itemsOf: (store: OpenTable) => signedItems(signedCallTo(store)) }
const backends = dynamoBackends.flatMap((backend) =>
  [bySdk, bySigned].map(({ client, itemsOf }) => ({
    ...backend,
    backend: `${backend.backend} by ${client}`,
    itemsOf,
  })),
) satisfies Backend[]

const event = {
  id: 'shopify/1',
  source: 'shopify',
  delivery: { body: Buffer.from('{"id": 1}'), headers: { 'x-shopify-topic': 'refunds/create' } },
  now: 1_000,
  hintMs: 120_000,
}

overEach(backends, 'storing a delivery', ({ endpoint, itemsOf }) => {
  let store: OpenTable
  let inbox: AcceptingInbox
  beforeEach(async () => {
    store = await openTable(eventsTable, endpoint)
    inbox = createAcceptingInbox({ items: itemsOf(store), table: store.table, newId: counter() })
  })
  afterEach(() => store.close())

  /** What `work` answers, and how many requests it took. */
  const counting = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = store.requests()
    return [await work(), store.requests() - before]
  }

  it('takes one request, and one read more where it is there already', async () => {
    expect(await counting(() => inbox.accept(event))).toEqual(['accepted', 1])
    expect(await counting(() => inbox.accept(event))).toEqual(['duplicate', 2])
  })

  it('of which the answer was lost is known as the own write', async () => {
    store.loseNextAnswer()
    expect(await counting(() => inbox.accept(event))).toEqual(['accepted', 3])
    expect(await inbox.accept(event)).toBe('duplicate')
  })

  it('stores the largest body that it takes, and refuses a larger one before any request', async () => {
    const ofSize = (kilobytes: number, id: string) => {
      const delivery = { ...event.delivery, body: randomBytes(kilobytes * 1_024) }
      return counting(() => inbox.accept({ ...event, id, delivery }))
    }
    expect(await ofSize(349, 'shopify/2')).toEqual(['accepted', 1])
    await expect(ofSize(351, 'shopify/3')).rejects.toMatchObject({ name: 'Rejected', status: 413 })
  })

  it('rejects under the name that AWS gives the refusal', async () => {
    const gone = createAcceptingInbox({ items: itemsOf(store), table: `${store.table}-gone`, newId: counter() })
    await expect(gone.accept(event)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await expect(gone.learnLabel('shopify', { label: { names: ['1'], externalNumber: '2' }, now: 0 })).rejects.toThrow()
  })
})
