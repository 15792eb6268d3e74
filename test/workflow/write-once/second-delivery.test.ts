import { describe, expect, it } from 'vitest'
import { discarded, released } from '../../../lib/inbox/operator-transitions.ts'
import { anOrderBody, createOrders, ordersOf } from '../new-orders.ts'
import { createWorld, orderLike, returnRequested, type World } from '../world.ts'

const topic = { 'x-shopify-topic': 'refunds/create' }
const mug = [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }]
const refund = { id: 7, order_id: 6203001001, refund_line_items: mug }
const note = { id: 8, order_id: 6203001001, note: 'Goodwill', refund_line_items: [] }
const deliver = (world: World, body: unknown) => world.accept('shopify', body, topic)

/** Order 10001 is cancelled, and comes anew under the same external number, unless told otherwise. */
async function importAnew(world: World, isThere = true) {
  const old = orderLike(world, 10_001)
  await world.put({ ...old, statusId: 8 })
  if (isThere) await world.put({ ...old, id: 10_099 })
}

describe('an order that is cancelled and imported anew between two deliveries of one fact', () => {
  it.each<[string, object, boolean]>([
    ['a return', refund, true],
    ['a comment', note, true],
    ['a return, the new order being not there yet', refund, false],
    ['a comment, the new order being not there yet', note, false],
  ])('gets the fact once: %s', async (_title, fact, isThere) => {
    const world = createWorld()
    const first = await deliver(world, fact)
    expect(await world.finish(first)).toMatchObject({ status: 'done', orderId: 10_001 })
    const before = world.effects()
    await importAnew(world, isThere)
    const second = await world.finish(await deliver(world, fact))
    expect(second).toMatchObject({ status: 'ignored', reason: { code: 'already_done', by: first } })
    expect(world.effects()).toEqual(before)
  })

  it.each<[string, object, string, number]>([
    ['a return', refund, '/rest/orders', 1],
    ['a comment', note, '/rest/comments', 0],
  ])('gets the fact once where the first one was discarded with its answer lost: %s', async (_, fact, path, made) => {
    const world = createWorld()
    const before = world.effects()
    await world.fault({ method: 'POST', path, times: 1, kind: 'drop-after' })
    const first = await deliver(world, fact)
    await world.run(first)
    await world.decide(first, discarded)
    await importAnew(world)
    expect(await world.finish(await deliver(world, fact))).toMatchObject({ status: 'done', orderId: 10_001 })
    expect(await world.returnsOf(10_099)).toEqual([])
    expect(world.effects()).toEqual({ returns: before.returns + made, comments: before.comments + 1 })
  })

  it('gets the comment once where the very event comes anew after it was discarded and has expired', async () => {
    const world = createWorld()
    const before = world.effects()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const send = () => world.accept('shopify', note, topic, 'same')
    const id = await send()
    await world.run(id)
    await world.decide(id, discarded)
    await world.advance(400 * 86_400_000)
    expect(world.expire()).toContain(id)
    await send()
    expect(await world.finish(id)).toMatchObject({ status: 'done', attempts: 1 })
    expect(world.effects()).toEqual({ ...before, comments: before.comments + 1 })
  })

  it('gets another fact of the same number on the new order', async () => {
    const world = createWorld()
    await world.finish(await deliver(world, refund))
    await importAnew(world)
    expect(await world.finish(await deliver(world, { ...refund, id: 9 }))).toMatchObject({
      status: 'done',
      orderId: 10_099,
    })
  })
})

describe('a write of unclear outcome whose event was discarded', () => {
  it('is not sent again by a second delivery, which is held with the same question', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const first = await deliver(world, refund)
    await world.run(first)
    const [ours] = await world.returnsOf(10_001)
    const { id } = await world.put({ ...ours, id: undefined })
    const question = { code: 'outcome_unclear', what: 'similar', ids: [ours?.id, id] }
    expect(await world.finish(first)).toMatchObject({ status: 'held', reason: question })
    await world.decide(first, discarded)
    const second = await deliver(world, refund)
    expect(await world.finish(second)).toMatchObject({ status: 'held', reason: question })
    expect((await world.calls()).byRoute['POST /rest/orders']).toBe(1)
    await world.put({ ...ours, id, statusId: 8 })
    expect(await world.goOn(second, released)).toMatchObject({ status: 'done' })
    expect((await world.calls()).byRoute['POST /rest/orders']).toBe(1)
  })
})

describe('a write that nobody but a person can tell, whose event is held', () => {
  it('lets no other return of its order be sent before a person has answered', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id: first } = await world.begin('standard', returnRequested({}))
    const [ours] = await world.returnsOf(10_001)
    const { id } = await world.put({ ...ours, id: undefined })
    expect(await world.finish(first)).toMatchObject({ status: 'held', reason: { what: 'similar' } })
    const posts = async () => (await world.calls()).byRoute['POST /rest/orders']
    const teapot = returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] })
    const second = await world.accept('standard', teapot)
    const waitsBehind = async () => {
      const { event } = await world.run(second)
      expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
      expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'busy', item: 'order#10001' } })
      expect(await posts()).toBe(1)
      await world.advance((event.wakeAt ?? 0) - world.now())
    }
    await waitsBehind()
    // Released, it is open and asked for no less.
    await world.decide(first, released)
    await waitsBehind()
    await world.put({ ...ours, id, statusId: 8 })
    expect(await world.finish(first)).toMatchObject({ status: 'done' })
    expect(await world.finish(second)).toMatchObject({ status: 'done' })
    expect(await posts()).toBe(2)
  })
})

describe('a new order that is missing, of which two events have heard', () => {
  const missing = (tries: number) => ({ code: 'outcome_unclear', what: 'missing', kind: 'order', tries })

  async function bothHeld(lost: number) {
    const { world, accept } = createOrders()
    await world.fault({ method: 'POST', path: '/rest/orders', times: lost, kind: 'drop-before' })
    const same = { key: 'k-1', body: anOrderBody('N-1') }
    const ids = [await accept(same), await accept(same)] as const
    for (const id of ids) expect(await world.finish(id)).toMatchObject({ status: 'held', reason: missing(1) })
    const posts = async () => (await world.calls()).byRoute['POST /rest/orders']
    expect(await posts()).toBe(1)
    return { world, ids, posts }
  }

  it('is sent again by one of them, though both are released at the same time', async () => {
    const { world, ids, posts } = await bothHeld(1)
    for (const id of ids) await world.decide(id, released)
    const [first, second] = [await world.finish(ids[1]), await world.finish(ids[0])]
    expect(first).toMatchObject({ status: 'done' })
    expect(second).toMatchObject({ status: 'ignored', reason: { code: 'already_done', by: ids[1] } })
    expect([await posts(), (await ordersOf(world, 'N-1')).length]).toEqual([2, 1])
  })

  it('is reported missing anew to the other, where it is lost once more', async () => {
    const { world, ids, posts } = await bothHeld(2)
    for (const id of ids) await world.decide(id, released)
    expect(await world.finish(ids[0])).toMatchObject({ status: 'held', reason: missing(2) })
    expect(await world.finish(ids[1])).toMatchObject({ status: 'held', reason: missing(2) })
    expect(await posts()).toBe(2)
  })
})
