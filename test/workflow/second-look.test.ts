import { describe, expect, it } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
import type { Order } from '../../sandbox/records.ts'
import { aReturnLine, createWorld, minute, putReturn, returnRequested, type World, worldWith } from './world.ts'

type Item = Order['orderItems'][number]

/** An event whose return was sent twice and waits for the second look. */
async function sentTwice(before?: (world: World) => Promise<unknown>, data: object = {}) {
  const world = createWorld()
  await before?.(world)
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
  const { id, event: settling } = await world.begin('standard', returnRequested({ ...data }))
  await world.advance((settling.wakeAt ?? 0) - world.now())
  const { event } = await world.run(id)
  expect(event).toMatchObject({ status: 'waiting', wakeAt: world.now() + 15 * minute, attempts: 0 })
  return { world, id }
}

describe('the second look at a return that was sent twice', () => {
  it('waits for the equal write of another parcel whose answer is lost, and takes it for none of its own', async () => {
    const { world, id } = await sentTwice(undefined, { parcel: 'R1' })
    await world.advance(14 * minute + 50_000)
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id: other } = await world.begin('standard', returnRequested({ parcel: 'R2' }))
    await world.advance(15_000)
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    expect([(await world.finish(other)).status, (await world.finish(id)).status]).toEqual(['done', 'done'])
    expect(await world.returnsOf(10_001)).toHaveLength(2)
  })

  it('makes another report read the order anew, once, also where a refund asks whether it is cancelled', async () => {
    const { world } = await sentTwice()
    const read = async () => (await world.calls()).byRoute['GET /rest/orders/{orderId}'] ?? 0
    const before = await read()
    const told = { order: { externalNumber: '6203001001' }, tells: 'refund', lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }
    const { event } = await world.begin('standard', returnRequested(told))
    expect([event.status, (await read()) - before]).toEqual(['done', 1])
  })

  it('holds the event and alarms when the first try came through late; the one that is left after a release counts', async () => {
    const { world, id } = await sentTwice()
    const [ours] = await world.returnsOf(10_001)
    const late = await putReturn(world)
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    expect(event.reason).toMatchObject({ what: 'twice', ids: [ours?.id, late.id] })
    expect(world.logged).toContainEqual({
      level: 'error',
      message: 'a repeated write came through twice',
      fields: { event: id, kind: 'return', ids: [ours?.id, late.id] },
    })
    await world.put({ ...ours, statusId: 8 })
    const ended = await world.goOn(id, released)
    expect([ended.status, Object.values(ended.progress)[0]?.returnId]).toEqual(['done', late.id])
  })

  it.each([
    ['before it', 0],
    ['and a failing back office keeps it off until then', 16 * minute],
  ])('is taken although the comment is refused for good, %s', async (_title, laterMs) => {
    const world = createWorld()
    const onOrders = { method: 'POST', path: '/rest/orders' }
    const onComments = { method: 'POST', path: '/rest/comments' }
    const refused = { status: 422, times: 9 }
    await world.fault({ ...onOrders, times: 1, kind: 'drop-before' })
    const { id, event: settling } = await world.begin('standard', returnRequested({}))
    await world.advance((settling.wakeAt ?? 0) - world.now())
    await world.fault({ ...onComments, kind: 'status', ...(laterMs === 0 ? refused : { status: 503, times: 1 }) })
    await world.run(id)
    const [ours] = await world.returnsOf(10_001)
    const late = await putReturn(world)
    await world.advance(laterMs)
    if (laterMs > 0) await world.fault({ ...onComments, kind: 'status', ...refused })
    expect(await world.finish(id)).toMatchObject({
      status: 'held',
      reason: { code: 'outcome_unclear', what: 'twice', ids: [ours?.id, late.id] },
    })
  })

  it('asks about the status of the return that is left, where that one came out incomplete', async () => {
    const { world, id } = await sentTwice()
    const [ours] = await world.returnsOf(10_001)
    const late = await putReturn(world, { statusId: 1 })
    await world.finish(id)
    await world.put({ ...ours, statusId: 8.1 })
    expect(await world.goOn(id, released)).toMatchObject({
      status: 'held',
      reason: { code: 'return_incomplete', returnId: late.id, statusId: 1 },
    })
  })

  it('is taken also where the answer to the second try was lost, and that try was found', async () => {
    const onOrders = { method: 'POST', path: '/rest/orders', times: 1 }
    const { world, id } = await worldWith(returnRequested({}))
    for (const kind of ['drop-before', 'drop-after']) {
      await world.fault({ ...onOrders, kind })
      const { event } = await world.run(id)
      await world.advance((event.wakeAt ?? 0) - world.now())
    }
    const [ours] = await world.returnsOf(10_001)
    const { event: found } = await world.run(id)
    expect(found).toMatchObject({ status: 'waiting', wakeAt: world.now() + 15 * minute, attempts: 0 })
    const twin = await putReturn(world)
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'held', reason: { what: 'twice', ids: [ours?.id, twin.id] } })
    expect((await world.calls()).byRoute['POST /rest/orders']).toBe(2)
  })

  it('takes a release of both for the word that both are right', async () => {
    const { world, id } = await sentTwice()
    await putReturn(world)
    await world.finish(id)
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
  })

  it.each<[string, (world: World) => Promise<unknown>]>([
    ['another person’s return of a mug', (world) => putReturn(world, { ownerId: 5 })],
    ['a return that somebody cancelled', (world) => putReturn(world, { statusId: 8.1 })],
    ['a return of another line', (world) => putReturn(world, { orderItems: [aReturnLine(30_002, 1102)] })],
  ])('is not troubled by %s', async (_title, put) => {
    const { world, id } = await sentTwice()
    await put(world)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(world.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([5, 77])('is not troubled by a return of the same line that user %i made long before', async (ownerId) => {
    const { world, id } = await sentTwice((early) => putReturn(early, { ownerId, createdAt: '2025-11-02T09:00:00Z' }))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('is not troubled by a return that the bridge has made for another event', async () => {
    const { world, id } = await sentTwice()
    const other = await world.accept('standard', returnRequested({}))
    await world.finish(other)
    expect(await world.goOn(other, released)).toMatchObject({ status: 'done' })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })
})

describe('a return whose first try never arrived', () => {
  async function neverArrived(lines: 'all' | object[], change: (parent: Order) => object) {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id } = await world.begin('standard', returnRequested({ lines }))
    const parent = world.sandbox.world.store.orders.get(10_001)
    if (!parent) throw new Error('the demo world has order 10001')
    await world.put({ ...parent, ...change(parent) })
    return { world, id }
  }

  it.each<[string, (item: Item) => Item[]]>([
    ['fewer pieces', (item) => [{ ...item, quantity: 1 }]],
    ['not that line', () => []],
  ])('is planned anew once its order has %s', async (_title, changed) => {
    const mugs = (item: Item) => (item.itemVariationId === 1101 ? changed(item) : [item])
    const { world, id } = await neverArrived('all', ({ orderItems }) => ({ orderItems: orderItems.flatMap(mugs) }))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const [made, ...others] = await world.returnsOf(10_001)
    expect(others).toEqual([])
    const parent = world.sandbox.world.store.orders.get(10_001)
    const pieces = (order: Order | undefined) =>
      order?.orderItems
        .filter(({ typeId, itemVariationId }) => typeId === 1 && itemVariationId > 0)
        .map(({ itemVariationId, quantity }) => [itemVariationId, quantity])
    expect(pieces(made)).toEqual(pieces(parent))
  })

  it('is not sent again once its order is cancelled', async () => {
    const { world, id } = await neverArrived([{ sku: 'MUG-BLUE', quantity: 1 }], () => ({ statusId: 8 }))
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'order_cancelled' } })
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    const { lock, records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    expect([lock, Object.values(records).map(({ state }) => state)]).toEqual([undefined, ['missing']])
    // As nothing was made, the same may be asked for again.
    const parent = world.sandbox.world.store.orders.get(10_001)
    await world.put({ ...parent, statusId: 7 })
    expect(await world.deliver('standard', returnRequested({}))).toMatchObject({ status: 'done' })
  })
})
