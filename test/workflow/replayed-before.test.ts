import { expect, it } from 'vitest'
import { replayed } from '../../lib/inbox/operator-transitions.ts'
import { createWorld, returnRequested } from './world.ts'

/** A replay is a person's word for what was there then, not for what somebody cancels later. */
const worldOf = async (isReplayedBefore: boolean) => {
  const world = createWorld()
  const change = (id: number, fields: object) =>
    world.control('/sandbox/orders', {
      method: 'POST',
      body: { ...world.sandbox.world.store.orders.get(id), ...fields },
    })
  const id = await world.accept('standard', returnRequested({}))
  if (isReplayedBefore) {
    await change(10_001, { statusId: 8 })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'order_cancelled' } })
    await change(10_001, { statusId: 7 })
    const event = await world.get(id)
    await world.workflow.inbox.save(event, replayed(event, { now: world.now(), writeId: 'w' }))
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
    const { inbox } = world.workflow
    world.workflow.inbox = { ...inbox, save: () => Promise.reject(new Error('gone')) }
    await world.run(id)
    world.workflow.inbox = inbox
    await cancelReturn()
    const { leaseUntil = 0 } = await world.get(id)
    await world.advance(leaseUntil - world.now())
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  },
)
