import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld, restate, returnRequested, type World, withdrawalDeclared } from '../world.ts'

const mug = [{ sku: 'MUG-BLUE', quantity: 1 }]

/** A delivery about a mug of order 10001, worked on to its end. */
const deliver = async (world: World, source: string, body: unknown = returnRequested({})) =>
  await world.deliver(source, body)
const byHand = async (world: World, given: object = {}) =>
  await createDesk(world).ask('return.create', { order: { id: 10_001 }, lines: mug, ...given })

describe('the status of a new return', () => {
  const config: ConfigInput = {
    returnStatus: { announced: 9.3, received: 5.5 },
    sources: {
      standard: { kind: 'standard', withdrawals: 'return' },
      refunding: { kind: 'standard', tells: 'refund' },
      warehouse: { kind: 'standard', tells: 'receipt' },
      own: {
        kind: 'standard',
        translate: () => [{ type: 'create-return', order: { id: 10_001 }, lines: mug, tells: 'receipt' }],
      },
      portal: { kind: 'standard', returnStatus: { announced: 12 } },
      late: { kind: 'standard', tells: 'refund', returnStatus: { announced: 12 } },
    },
  }

  it.each<[string, number, (world: World) => Promise<unknown>]>([
    ['of what is announced', 9.3, (world) => deliver(world, 'standard')],
    ['of a withdrawal', 9.3, (world) => deliver(world, 'standard', withdrawalDeclared({ lines: 'all' }))],
    ['of what is refunded', 5.5, (world) => deliver(world, 'refunding')],
    ['of what has arrived', 5.5, (world) => deliver(world, 'warehouse')],
    ['of what has arrived, as the command says', 5.5, (world) => deliver(world, 'own')],
    ['of a source that has its own', 12, (world) => deliver(world, 'portal')],
    ['of a source that has its own for something else', 5.5, (world) => deliver(world, 'late')],
    ['by hand', 9.3, (world) => byHand(world)],
    ['by hand, of goods that are here', 5.5, (world) => byHand(world, { status: 'received' })],
  ])('%s is %d, complete and active', async (_, statusId, make) => {
    const world = createWorld({ config })
    await make(world)
    const [made] = await world.returnsOf(10_001)
    expect(made?.statusId).toBe(statusId)
    const { events } = await world.workflow.inbox.list({ limit: 2 })
    expect(events.map(({ status }) => status)).toEqual(['done'])
    const comments = await world.commentsOf(10_001)
    expect(comments.map(({ text }) => text).join()).not.toContain('incomplete')
    const backOffice = world.workflow.openBackOffice({ deadlineMs: world.now() + 60_000 })
    const active = await Array.fromAsync(backOffice.returns.listActive())
    expect(active.filter(({ id }) => id === made?.id)).toHaveLength(1)
  })

  it('is 9.01 where nobody sets one, and what it would be is shown before', async () => {
    for (const [world, statusId] of [
      [createWorld(), 9.01],
      [createWorld({ config }), 5.5],
    ] as const) {
      const { result } = await byHand(world, { status: 'received', dryRun: true })
      expect(result?.body).toMatchObject({ statusId })
    }
  })
})

describe('an order that is not shipped', () => {
  const createWaiting = async (statusId = 5, settings: { shippedFrom?: number } = { shippedFrom: 7 }) => {
    const sources: ConfigInput['sources'] = {
      standard: { kind: 'standard', withdrawals: 'return' },
      refunding: { kind: 'standard', tells: 'refund' },
      withdrawing: {
        kind: 'standard',
        withdrawals: 'return',
        translate: () => [{ type: 'declare-withdrawal', order: { id: 10_001 }, lines: [...mug], key: 'w-1' }],
      },
    }
    const world = createWorld({ config: { sources, ...settings } })
    await restate(world, 10_001, statusId)
    return world
  }

  it('is for a person where its return is announced, and a release makes it', async () => {
    const world = await createWaiting()
    const { id, status, reason } = await deliver(world, 'standard')
    expect([status, reason]).toMatchObject([
      'held',
      { code: 'not_shipped', orderId: 10_001, statusId: 5, shippedFrom: 7 },
    ])
    expect(await world.returnsOf(10_001)).toEqual([])
    await createDesk(world).ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it.each<[string, (world: World) => Promise<unknown>]>([
    ['what was refunded', (world) => deliver(world, 'refunding')],
    ['what is entered by hand', (world) => byHand(world)],
  ])('is none for %s', async (_, make) => {
    const world = await createWaiting()
    await make(world)
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it.each([
    ['at the status', 7, { shippedFrom: 7 }],
    ['above it', 7.1, { shippedFrom: 7 }],
    ['where nobody says which', 3, {}],
  ])('is none %s', async (_, statusId, settings) => {
    expect(await deliver(await createWaiting(statusId, settings), 'standard')).toMatchObject({ status: 'done' })
  })

  it('is said in the preview of a return by hand, in words', async () => {
    expect((await byHand(await createWaiting(), { dryRun: true })).result).toMatchObject({
      body: { typeId: 3 },
      notShipped: expect.stringMatching(/10001 is not shipped.* 7 on/),
    })
    expect((await byHand(await createWaiting(7), { dryRun: true })).result).not.toHaveProperty('notShipped')
  })

  it('gets the comments of a withdrawal and no return, also when it is shipped later and told once more', async () => {
    const world = await createWaiting()
    const texts = async () => (await world.commentsOf(10_001)).map(({ text }) => text)
    expect(await deliver(world, 'withdrawing', {})).toMatchObject({ status: 'done' })
    const said = [
      expect.stringContaining('has withdrawn from the contract'),
      expect.stringContaining('No return was created: order 10001 is not shipped (status 5).'),
    ]
    expect(await texts()).toEqual(said)
    await restate(world, 10_001, 7)
    expect(await deliver(world, 'withdrawing', {})).toMatchObject({ status: 'done' })
    expect([await texts(), await world.returnsOf(10_001)]).toEqual([said, []])
  })

  it.each<[string, string[], number[]]>([
    ['and a comment alone without any', ['no_restock'], []],
    ['and the return of these', ['return', 'no_restock'], [1]],
  ])('comes back by `refunds: shipped` only with lines that were restocked: %s', async (_, types, quantities) => {
    const sources: ConfigInput['sources'] = { shopify: { kind: 'shopify', refunds: 'shipped' } }
    const [line_item, head] = [{ sku: 'MUG-BLUE' }, { 'x-shopify-topic': 'refunds/create' }]
    const refund_line_items = types.map((restock_type) => ({ quantity: 1, restock_type, line_item }))
    const body = { id: 5, order_id: 6203001001, refund_line_items }
    for (const [statusId, expected] of [
      [5, quantities],
      [7, [types.length]],
    ] as const) {
      const world = createWorld({ config: { sources, shippedFrom: 7 } })
      await restate(world, 10_001, statusId)
      expect(await world.deliver('shopify', body, head)).toMatchObject({ status: 'done' })
      const made = (await world.returnsOf(10_001)).flatMap(({ orderItems }) => orderItems ?? [])
      expect(made.map(({ quantity }) => quantity)).toEqual(expected)
      const said = (await world.commentsOf(10_001)).map(({ text }) => text).join()
      expect(said).toContain('Shopify refund 5')
      expect(said.includes('order 10001 is not shipped (status 5)')).toBe(expected.length === 0)
    }
  })

  it('gets the return of a withdrawal that was sent before, and had no answer', async () => {
    const world = await createWaiting(7)
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id } = await world.begin('standard', withdrawalDeclared({ lines: mug }))
    await restate(world, 10_001, 5)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

/** 10007, cancelled by its customer, with the number 6203001007. */
describe('an order that the back office has cancelled', () => {
  const createCancelled = () => {
    const sources: ConfigInput['sources'] = {
      standard: { kind: 'standard' },
      shopify: { kind: 'shopify' },
      warehouse: { kind: 'standard', tells: 'receipt' },
    }
    return createWorld({ config: { sources } })
  }
  const textsOf = async (world: World) => (await world.commentsOf(10_007)).map(({ text }) => text)
  const byNumber = { externalNumber: '6203001007' }

  it('is told by a comment what the shop has refunded of it', async () => {
    const world = createCancelled()
    const refund_line_items = [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }]
    const body = { id: 5, order_id: 6203001007, refund_line_items }
    for (const [note, status] of Object.entries({ first: 'done', again: 'ignored' })) {
      const id = await world.accept('shopify', { ...body, note }, { 'x-shopify-topic': 'refunds/create' })
      expect(await world.finish(id)).toMatchObject({ status, orderId: 10_007 })
    }
    expect(await textsOf(world)).toEqual([
      expect.stringMatching(/No return was created: order 10007 is cancelled \(status 8.1\)\.<br>.*refund 5/i),
    ])
  })

  it.each([{ order: byNumber }, { order: { id: 10_007 } }])('is told what has arrived of it: $order', async (named) => {
    const world = createCancelled()
    const note = 'came back'
    expect(await deliver(world, 'warehouse', returnRequested({ ...named, note }))).toMatchObject({ status: 'done' })
    expect(await textsOf(world)).toEqual([expect.stringMatching(/is cancelled.*came back/)])
  })

  it('is told only so once that may have been sent, whatever becomes of it', async () => {
    const world = createCancelled()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const id = await world.accept('warehouse', returnRequested({ order: byNumber }))
    expect((await world.run(id)).event.status).toBe('waiting')
    await restate(world, 10_007, 7)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect([(await textsOf(world)).length, await world.returnsOf(10_007)]).toEqual([1, []])
  })
})
