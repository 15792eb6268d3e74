import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { LostOrder, type OrderStore } from '../../lib/state/order-memory.ts'
import { counter } from '../inbox/backends.ts'
import { dynamoBackends, type OpenTable } from '../inbox/open-table.ts'
import { overEach } from '../inbox/over-each.ts'
import { type OpenState, openDynamoState } from './backends.ts'

const orderId = 10001
const holder = { event: 'shopify/a', epoch: 1, leaseUntil: 150_000 }
const intent = { event: 'shopify/a', command: 0, sendBefore: 6_000, known: [] }
const result = { holder, returnId: 600003, command: 0, lines: [], now: 3_000 }

overEach(dynamoBackends, 'state in DynamoDB', ({ endpoint }) => {
  let opened: OpenState & { store: OpenTable }
  let orders: OrderStore
  beforeEach(async () => {
    opened = await openDynamoState(endpoint)
    orders = opened.orders
  })
  afterEach(() => opened.close())

  const take = (event = 'shopify/a') =>
    orders.take(orderId, { holder: { ...holder, event }, now: 1_000, wish: 'w', command: 0 })
  const open = () => orders.recordIntent(orderId, { holder, intent, fingerprint: 'p', now: 2_000 })

  async function requestsOf(work: () => Promise<unknown>): Promise<number> {
    const before = opened.store.requests()
    await work()
    return opened.store.requests() - before
  }

  it('takes, opens, and closes by one request each', async () => {
    expect(await requestsOf(() => take())).toBe(1)
    expect(await requestsOf(open)).toBe(1)
    expect(await requestsOf(() => orders.recordResult(orderId, result))).toBe(1)
    expect(await requestsOf(() => orders.claimWish(orderId, { event: 'x', command: 0, wish: 'v', now: 1 }))).toBe(1)
  })

  it('has the order although the answer of its own take was lost', async () => {
    opened.store.loseNextAnswer()
    expect(await take()).toMatchObject({ holder })
    opened.store.loseNextAnswer()
    expect(await take('shopify/b')).toBe('busy')
  })

  it('opens and closes an intent although the answers were lost', async () => {
    await take()
    opened.store.loseNextAnswer()
    await open()
    opened.store.loseNextAnswer()
    await orders.recordResult(orderId, result)
    const memory = await orders.get(orderId)
    expect(memory?.returns).toMatchObject({ 600003: { event: 'shopify/a' } })
    expect(memory).not.toHaveProperty('holder')
  })

  it('drops an intent although the answers were lost', async () => {
    await take()
    await open()
    opened.store.loseNextAnswer()
    await orders.dropIntent(orderId, { holder })
    expect(await orders.get(orderId)).toMatchObject({ fingerprints: {} })
  })

  it('hands a wish over although the answer was lost', async () => {
    await orders.claimWish(orderId, { event: 'x', command: 0, wish: 'v', now: 1 })
    opened.store.loseNextAnswer()
    expect(await orders.passWish(orderId, { wish: 'v', from: 'x', event: 'y', command: 0, now: 2 })).toBe(true)
  })

  it('still refuses somebody else whose answer was lost', async () => {
    await take()
    opened.store.loseNextAnswer()
    await expect(orders.recordResult(orderId, { ...result, holder: { ...holder, epoch: 2 } })).rejects.toThrow(
      LostOrder,
    )
  })

  it('replaces the session although the answer was lost', async () => {
    const first = { writeId: 'w1', attempts: 0, refused: [] }
    opened.store.loseNextAnswer()
    expect(await opened.session.replace(first, { previous: undefined })).toBe(true)
    opened.store.loseNextAnswer()
    expect(await opened.session.replace({ ...first, writeId: 'w2' }, { previous: first })).toBe(true)
    opened.store.loseNextAnswer()
    expect(await opened.session.replace({ ...first, writeId: 'w3' }, { previous: first })).toBe(false)
  })

  it('reserves by one request, and by none where it is refused', async () => {
    const configured = { readsPerMinute: 80, writesPerMinute: 40 }
    const deps = {
      store: opened.pace,
      limits: configured,
      now: () => 1_000_000,
      sleep: async () => {},
      newId: counter(),
    }
    const pace = createPace(deps)
    const need = { class: 'live', reads: 2, writes: 2, queued: true } as const
    await pace.isPaced(need, 'reads', {})
    expect(await requestsOf(() => pace.reserve(need, { deadlineMs: 1_120_000 }))).toBe(1)
    expect(await requestsOf(() => pace.reserve(need, { deadlineMs: 1_120_000 }))).toBe(1)
    const tooLate = pace.reserve(need, { deadlineMs: 1_000_000 }).catch(() => {})
    expect(await requestsOf(() => tooLate)).toBe(0)
  })
})
