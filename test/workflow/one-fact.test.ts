import { describe, expect, it } from 'vitest'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { createWorld, minute, putRecords, returnRequested, type World } from './world.ts'

const refunds = { 'x-shopify-topic': 'refunds/create' }
const lines = (sku: string) => [{ quantity: 1, restock_type: 'return', line_item: { sku } }]
const refund = (sku = 'MUG-BLUE') => ({ id: 7, order_id: 6203001001, refund_line_items: lines(sku) })
const note = { id: 8, order_id: 6203001001, note: 'Goodwill', refund_line_items: [] }
const report = (world: World, body: unknown) => world.accept('shopify', body, refunds)
const once = (method: string, path: string, fault: object) => ({ method, path, times: 1, ...fault })
const lost = { kind: 'drop-before' }
const refused = { kind: 'status', status: 422 }

describe('one fact that two events report', () => {
  it('waits while the first event is open, and the second is ignored once the first is done', async () => {
    const world = createWorld()
    await world.fault(once('POST', '/rest/comments', lost))
    const first = await report(world, note)
    await world.run(first)
    const second = await report(world, note)
    expect((await world.run(second)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.finish(first)).toMatchObject({ status: 'done' })
    expect(await world.finish(second)).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('is held in both events, and is done once, whichever is released', async () => {
    const world = createWorld()
    const big = { ...refund(), refund_line_items: [{ ...lines('MUG-BLUE')[0], quantity: 5 }] }
    const first = await report(world, big)
    expect(await world.finish(first)).toMatchObject({ reason: { code: 'too_many' } })
    const second = await world.finish(await report(world, big))
    expect(second).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(await world.goOn(second.id, released)).toMatchObject({ status: 'done' })
    expect(await world.goOn(first, released)).toMatchObject({
      status: 'ignored',
      reason: { code: 'already_done', by: second.id },
    })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it.each(['failed', 'discarded'])('is done by the second event if the first is %s', async (fate) => {
    const world = createWorld()
    await world.fault(once('POST', '/rest/comments', refused))
    const first = await report(world, note)
    const event = await world.finish(first)
    expect(event.status).toBe('failed')
    if (fate === 'discarded') await world.decide(event.id, discarded)
    expect(await world.finish(await report(world, note))).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('is done by the second event though its run, which wrote the comment, could not save that', async () => {
    const world = createWorld()
    await world.fault(once('POST', '/rest/comments', refused))
    expect((await world.finish(await report(world, refund()))).status).toBe('failed')
    const second = await report(world, { ...refund(), note: 'again' })
    await world.runUnsaved(second)
    expect(await world.finish(second)).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('gets no second comment when the discarded first event is replayed after the second is done', async () => {
    const world = createWorld()
    await world.fault(once('POST', '/rest/comments', lost))
    const first = await report(world, note)
    await world.run(first)
    await world.decide(first, discarded)
    expect(await world.finish(await report(world, note))).toMatchObject({ status: 'done' })
    expect(await world.goOn(first, replayed)).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it.each(['lock', 'save'] as const)('is found by the second event after a run breaks off at %s', async (step) => {
    const world = createWorld()
    const { returns } = world.effects()
    await world.fault(once('POST', '/rest/orders', { kind: 'drop-after' }))
    const first = await report(world, refund())
    await world.run(first)
    await world.decide(first, discarded)
    await world.advance(2 * minute)
    const { records, inbox } = world.ports
    const breaks = async () => {
      throw new Error('the table is gone')
    }
    Object.assign(world.workflow, { records: { ...records, [step]: breaks }, inbox: { ...inbox, save: breaks } })
    const second = await report(world, refund())
    expect((await world.run(second)).how).toBe('broken off')
    Object.assign(world.workflow, { records, inbox })
    await world.advance(world.workflow.timing.leaseMs)
    expect(await world.finish(second)).toMatchObject({ status: 'done' })
    expect(world.effects().returns).toBe(returns + 1)
  })

  it('is done by the second event with its own text if the write of the first never arrived', async () => {
    const world = createWorld()
    await world.fault(once('POST', '/rest/comments', lost))
    const { event } = await world.run(await report(world, note))
    await world.decide(event.id, discarded, 'Not there.')
    const fixed = { ...note, note: 'Goodwill, as promised' }
    expect(await world.finish(await report(world, fixed))).toMatchObject({ status: 'done' })
    const texts = (await world.commentsOf(10_001)).map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('as promised')])
  })

  it('gets no second return if the first event failed after its return, whatever lines the second names', async () => {
    const world = createWorld()
    const before = world.effects()
    await world.fault(once('POST', '/rest/comments', refused))
    expect(await world.finish(await report(world, refund()))).toMatchObject({ status: 'failed' })
    // Only the comment is left to do.
    expect(await world.finish(await report(world, refund('TEAPOT-W')))).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual({ returns: before.returns + 1, comments: before.comments + 1 })
    const third = await world.finish(await report(world, refund('TEAPOT-W')))
    expect(third).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
  })

  it('is already done if the order has its write record, although the event is gone from the inbox', async () => {
    const world = createWorld()
    await world.finish(await report(world, refund()))
    const { inbox } = world.ports
    world.workflow.inbox = { ...inbox, get: async (id) => (id === 'shopify/d1' ? undefined : await inbox.get(id)) }
    const second = await world.finish(await report(world, refund('TEAPOT-W')))
    expect(second).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
  })
})

describe('an event that is tried again', () => {
  it('belongs to the order where its fact was written, and looks for no other one', async () => {
    const world = createWorld()
    await world.finish(await report(world, refund()))
    const second = await report(world, refund())
    await world.workflow.inbox.claim(second, { now: world.now(), leaseMs: minute })
    await world.advance(2 * minute)
    const { byRoute } = await world.calls()
    expect(await world.finish(second)).toMatchObject({ status: 'ignored', orderId: 10_001 })
    expect((await world.calls()).byRoute['GET /rest/orders']).toBe(byRoute['GET /rest/orders'])
  })
})

describe('two commands of one event with one key', () => {
  it('are both done, and neither waits for the other', async () => {
    const shared = { key: 'refund/7', order: { id: 10_001 } }
    const world = createWorld({
      config: {
        sources: {
          shopify: {
            kind: 'shopify',
            translate: () => [
              { ...shared, type: 'create-return', lines: [{ sku: 'MUG-BLUE', quantity: 1 }] },
              { ...shared, type: 'add-comment', text: 'Refunded' },
            ],
          },
        },
      },
    })
    expect((await world.run(await report(world, {}))).event).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(2)
    expect(await world.finish(await report(world, {}))).toMatchObject({ status: 'ignored' })
    expect(await world.commentsOf(10_001)).toHaveLength(2)
  })
})

describe('an event that reports several facts', () => {
  const config = { sources: { shop: { kind: 'woocommerce' } } } as const
  const update = (world: World, ids: readonly number[]) => {
    const refunds = ids.map((id) => ({ id, total: '-5.00' }))
    return world.accept('shop', { id: 1, number: '6203001001', refunds }, { 'x-wc-webhook-topic': 'order.updated' })
  }
  const commentedRefunds = async (world: World) =>
    (await world.commentsOf(10_001)).map(({ text }) => /refund \d/.exec(text)?.[0]).sort()

  it.each<[string, number[]]>([
    ['first', [1, 2]],
    ['last', [2, 1]],
  ])('does the new fact when the one that is already done comes %s', async (_title, ids) => {
    const world = createWorld({ config })
    await world.finish(await update(world, [1]))
    const second = await world.finish(await update(world, ids))
    expect(second.status).toBe('done')
    expect(second).not.toHaveProperty('reason')
    expect(await commentedRefunds(world)).toEqual(['refund 1', 'refund 2'])
  })

  it('is ignored if all of them are already done, and a replay does nothing', async () => {
    const world = createWorld({ config })
    const first = await update(world, [1])
    await world.finish(first)
    await world.finish(await update(world, [1, 2]))
    const third = await world.finish(await update(world, [2, 1]))
    expect(third).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect(await world.goOn(third.id, replayed)).toMatchObject({ status: 'ignored' })
    expect(await commentedRefunds(world)).toEqual(['refund 1', 'refund 2'])
  })
})

describe('a second submit of the same lines', () => {
  const submit = (world: World) => world.accept('standard', returnRequested({}))

  it('is made after the window', async () => {
    const config = { sources: { standard: { kind: 'standard' } }, duplicateWindow: '1h' } as const
    const world = createWorld({ config })
    await world.finish(await submit(world))
    await world.advance(60 * minute)
    expect(await world.finish(await submit(world))).toMatchObject({ status: 'held' })
    await world.advance(1)
    expect(await world.finish(await submit(world))).toMatchObject({ status: 'done' })
  })
})

describe('a return whose answer was lost, whose event was discarded, and that is reported again', () => {
  const day = 24 * 60 * minute
  /** As if somebody at the API user had made it before there was a bridge. */
  const forget = async (world: World) => {
    const { records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    await putRecords(world, 'order#10001', Object.fromEntries(Object.keys(records).map((key) => [key, undefined])))
  }

  it.each([
    ['of the same pieces', lines('MUG-BLUE')],
    ['of these pieces and others', [...lines('MUG-BLUE'), ...lines('TEAPOT-W')]],
  ])('is made if it never arrived, beside an older return %s', async (_title, before) => {
    const world = createWorld()
    const old = await report(world, { ...refund(), id: 6, refund_line_items: before })
    expect(await world.finish(old)).toMatchObject({ status: 'done' })
    // Beyond the window of parcels.
    await world.advance(70 * day)
    await forget(world)
    await world.fault(once('POST', '/rest/orders', lost))
    const first = await report(world, refund())
    await world.run(first)
    await world.decide(first, discarded)
    expect(await world.finish(await report(world, refund()))).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(2)
  })
})
