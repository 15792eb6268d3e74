import { describe, expect, it } from 'vitest'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { createWorld, minute, returnRequested, type World } from './world.ts'

const orderId = 20_001
const addresses = [1, 2].map((typeId) => ({ typeId, addressId: 60_000 + typeId }))

/** One article on two lines, a piece on each. */
async function sellTwice({ control }: World): Promise<void> {
  const line = { typeId: 1, itemVariationId: 1101, quantity: 1, properties: [{ typeId: 98, value: 'MUG-BLUE' }] }
  const body = { id: orderId, typeId: 1, statusId: 7, orderItems: [line, line], addressRelations: addresses }
  await control('/sandbox/orders', { method: 'POST', body })
}

const wanted = { order: { id: orderId }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }

describe('a second submit', () => {
  it('is held also where its article stands on another line of the order', async () => {
    const world = createWorld()
    await sellTwice(world)
    const first = await world.finish(await world.accept('standard', returnRequested(wanted)))
    const second = await world.finish(await world.accept('standard', returnRequested(wanted)))
    expect([first.status, second.status, second.reason?.code]).toEqual(['done', 'held', 'possible_duplicate'])
    expect(await world.returnsOf(orderId)).toHaveLength(1)
  })
})

describe('a plan that was never sent', () => {
  it('is forgotten, so that its event ends as what it is', async () => {
    const world = createWorld()
    await sellTwice(world)
    const id = await world.accept('standard', returnRequested({ ...wanted, lines: 'all' }))
    const { workflow } = world
    const unreachable = async () => Promise.reject(new Error('the table cannot be reached'))
    const hurt = { ...workflow, orders: { ...workflow.orders, recordIntent: unreachable } }
    expect(await processEvent(hurt, id, world.now() + 2 * minute)).toBe('broken off')
    await world.control('/sandbox/orders', { method: 'POST', body: { id: orderId, statusId: 8 } })
    await world.advance(5 * minute)
    const { event } = await world.run(id)
    expect([event.status, event.reason?.code]).toEqual(['failed', 'order_cancelled'])
  })
})
