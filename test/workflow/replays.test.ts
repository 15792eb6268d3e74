import { expect, it } from 'vitest'
import { discarded, replayed } from '../../lib/inbox/operator-transitions.ts'
import { createWorld, orderLike, returnRequested } from './world.ts'

/** A replay is a person's word for what was there then, not for what somebody cancels later. */
const worldOf = async (isReplayedBefore: boolean) => {
  const world = createWorld()
  const change = (id: number, fields: object) => world.put({ ...world.sandbox.world.store.orders.get(id), ...fields })
  const id = await world.accept('standard', returnRequested({}))
  if (isReplayedBefore) {
    await change(10_001, { statusId: 8 })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'order_cancelled' } })
    await change(10_001, { statusId: 7 })
    const event = await world.get(id)
    await world.decide(event.id, replayed)
    await world.advance(1_000)
  }
  const cancelReturn = async () => {
    const [ours] = await world.returnsOf(10_001)
    await change(ours?.id ?? 0, { statusId: 8 })
  }
  return { world, id, cancelReturn }
}

it.each([false, true])(
  'a return that is cancelled while it settles is not made again (replayed before: %s)',
  async (isReplayedBefore) => {
    const { world, id, cancelReturn } = await worldOf(isReplayedBefore)
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    expect((await world.run(id)).event.status).toBe('waiting')
    await cancelReturn()
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  },
)

it.each([false, true])(
  'a return that is cancelled before its event knows of it is not made again (replayed before: %s)',
  async (isReplayedBefore) => {
    const { world, id, cancelReturn } = await worldOf(isReplayedBefore)
    await world.runUnsaved(id)
    await cancelReturn()
    const { leaseUntil = 0 } = await world.get(id)
    await world.advance(leaseUntil - world.now())
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  },
)

it('a replay is not held for a return of another event that was cancelled since', async () => {
  const world = createWorld()
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
  const { id, event } = await world.begin('standard', returnRequested({}))
  await world.decide(event.id, discarded, 'by hand')
  const other = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
  expect(await world.finish(other)).toMatchObject({ status: 'done' })
  const [theirs] = await world.returnsOf(10_001)
  await world.put({ ...theirs, statusId: 8 })
  expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
  expect(await world.returnsOf(10_001)).toHaveLength(2)
})

it('a replay takes the order that was imported anew where nothing was written for the first one', async () => {
  const world = createWorld()
  const refund = {
    id: 7,
    order_id: 6_203_001_001,
    refund_line_items: [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }],
  }
  const put = (fields: object) => world.put({ ...orderLike(world, 10_001), ...fields })
  const deliver = () => world.accept('shopify', refund, { 'x-shopify-topic': 'refunds/create' })
  const id = await deliver()
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 429 })
  expect((await world.run(id)).event.status).toBe('waiting')
  await put({ id: 10_099 })
  await put({ statusId: 8 })
  const failed = await world.finish(id)
  expect(failed).toMatchObject({ status: 'failed', reason: { code: 'order_cancelled' } })
  expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done', orderId: 10_099 })
  // And there it stays, whoever reports the fact.
  expect(await world.finish(await deliver())).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
  expect(await world.returnsOf(10_099)).toHaveLength(1)
})
