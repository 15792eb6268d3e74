import { describe, expect, it } from 'vitest'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { createWorld, returnRequested, type World, type WorldOptions } from './world.ts'

const move = async (world: World, id: string, transition: typeof discarded) => {
  const event = await world.get(id)
  const moment = { now: world.now(), writeId: `w${event.epoch}`, note: 'as looked up' }
  await world.workflow.inbox.save(event, transition(event, moment))
}

/** One mug of two was sent back and the answer lost; the event was given up, and another one of the order has closed its intent. */
async function givenUp(kind: 'drop-before' | 'drop-after', options: WorldOptions = {}) {
  const world = createWorld(options)
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind })
  const id = await world.accept('standard', returnRequested({}))
  await world.run(id)
  await move(world, id, discarded)
  const other = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
  expect(await world.finish(other)).toMatchObject({ status: 'done' })
  expect(await world.workflow.orders.get(10_001)).not.toHaveProperty('intent')
  const mugs = async () =>
    (await world.returnsOf(10_001)).filter(({ orderItems }) => orderItems[0]?.itemVariationId === 1101)
  const change = (order: object | undefined, fields: object) =>
    world.control('/sandbox/orders', { method: 'POST', body: { ...order, ...fields } })
  return { world, id, mugs, change }
}

it('a return that was given up is found by a replay, not made again', async () => {
  const { world, id, mugs } = await givenUp('drop-after')
  const [ours] = await mugs()
  await move(world, id, replayed)
  expect(await world.finish(id)).toMatchObject({ status: 'done', ledger: [{ return: { returnId: ours?.id } }] })
  expect(await mugs()).toHaveLength(1)
  expect(await world.workflow.orders.get(10_001)).toMatchObject({ returns: { [ours?.id ?? 0]: { event: id } } })
  const again = await world.finish(await world.accept('standard', returnRequested({})))
  expect(again).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
})

it('a return that was given up and is not there is made by a replay', async () => {
  const { world, id, mugs } = await givenUp('drop-before')
  await move(world, id, replayed)
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(await mugs()).toHaveLength(1)
})

it('a return that was given up and cancelled is made anew by a replay', async () => {
  const { world, id, mugs, change } = await givenUp('drop-after')
  const [ours] = await mugs()
  await change(ours, { statusId: 8 })
  await move(world, id, replayed)
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect((await mugs()).map(({ statusId }) => statusId)).toEqual([8, 9.01])
})

it('what another user returned is not taken for a return that was given up', async () => {
  const { world, id, mugs, change } = await givenUp('drop-after')
  const [ours] = await mugs()
  await change(ours, { ownerId: 5 })
  await move(world, id, replayed)
  const event = await world.finish(id)
  expect(event.ledger[0]?.return?.returnId).not.toBe(ours?.id)
})

it('other pieces of its lines are for a person, until what is too much is cancelled', async () => {
  const { world, id, mugs, change } = await givenUp('drop-after')
  const [ours] = await mugs()
  await change({ ...ours, id: undefined }, { orderItems: ours?.orderItems.map((item) => ({ ...item, quantity: 0.5 })) })
  await move(world, id, replayed)
  const event = await world.finish(id)
  expect(event).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
  const [, other] = await mugs()
  expect(event.reason?.text).toContain(`(${ours?.id}, ${other?.id})`)
  await change(other, { statusId: 8 })
  await move(world, id, released)
  expect(await world.finish(id)).toMatchObject({ status: 'done', ledger: [{ return: { returnId: ours?.id } }] })
})

describe('a list that proves nothing', () => {
  /** The list of an order's returns as it is answered once `lie` is set. */
  const lying = () => {
    const list: { lie?: (entries: object[]) => object[] } = {}
    const fetch =
      (real: typeof globalThis.fetch): typeof globalThis.fetch =>
      async (input, init) => {
        const response = await real(input, init)
        const isList = new URL(`${input}`).pathname === '/rest/orders' && init?.method === 'GET'
        if (!isList || !list.lie) return response
        const answer = (await response.json()) as { entries: object[] }
        return Response.json({ ...answer, entries: list.lie(answer.entries) })
      }
    return { list, fetch }
  }

  it.each<[string, (entries: object[]) => object[]]>([
    ['lacks what was there before', () => []],
    ['holds entries of other orders', ([ours, ...others]) => [...others, { ...ours, typeId: 1 }]],
  ])('is for a person where it %s; the return is found by a release, not made again', async (_title, lie) => {
    const { list, fetch } = lying()
    const { world, id, mugs } = await givenUp('drop-after', { fetch })
    list.lie = lie
    await move(world, id, replayed)
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    delete list.lie
    await move(world, id, released)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await mugs()).toHaveLength(1)
  })
})

it('a return that another user made of the same line does not hide it from a replay that breaks off', async () => {
  const { world, id, mugs, change } = await givenUp('drop-after')
  const [ours] = await mugs()
  await change({ ...ours, id: undefined }, { ownerId: 5 })
  await move(world, id, replayed)
  const { orders } = world.ports
  const breaks = async () => {
    throw new Error('the table is gone')
  }
  world.workflow.orders = { ...orders, recordResult: breaks }
  expect((await world.run(id)).how).toBe('broken off')
  world.workflow.orders = orders
  await world.advance(world.workflow.timing.leaseMs)
  expect(await world.finish(id)).toMatchObject({ status: 'done', ledger: [{ return: { returnId: ours?.id } }] })
})
