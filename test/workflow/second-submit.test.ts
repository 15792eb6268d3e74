import { describe, expect, it } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
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

describe('an earlier submit with its return', () => {
  const all = { order: { id: orderId }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
  const submit = async (world: World) => await world.accept('standard', returnRequested(all))
  const owners = async ({ workflow }: World) =>
    Object.values((await workflow.orders.get(orderId))?.fingerprints ?? {}).map(({ event }) => event)

  /** The first has its return; the second was held, and a person has released it. */
  async function releaseSecond(world: World): Promise<{ first: string; second: string }> {
    await sellTwice(world)
    const first = await submit(world)
    await world.finish(first)
    const second = await submit(world)
    expect((await world.finish(second)).reason?.code).toBe('possible_duplicate')
    const held = await world.get(second)
    await world.workflow.inbox.save(held, released(held, { now: world.now(), writeId: world.workflow.newId() }))
    return { first, second }
  }

  it('keeps others held while a released one that met a limit waits, and that one is sent in the end', async () => {
    const world = createWorld()
    const { first, second } = await releaseSecond(world)
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'status', status: 429 })
    expect((await world.run(second)).event.status).toBe('waiting')
    expect(await owners(world)).toEqual([first])
    const third = await world.finish(await submit(world))
    expect([third.status, third.reason?.code]).toEqual(['held', 'possible_duplicate'])
    expect(third.reason?.text).toContain(first)
    expect((await world.finish(second)).status).toBe('done')
    expect(await owners(world)).toEqual([second])
    expect(await world.returnsOf(orderId)).toHaveLength(2)
  })

  it('keeps others held when a released one was refused for good', async () => {
    const world = createWorld()
    const { first, second } = await releaseSecond(world)
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'status', status: 422, times: 9 })
    expect((await world.finish(second)).status).toBe('failed')
    expect(await owners(world)).toEqual([first])
    const third = await world.finish(await submit(world))
    expect([third.status, third.reason?.code]).toEqual(['held', 'possible_duplicate'])
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
