import { describe, expect, it } from 'vitest'
import type { SourceConfig, TranslatedCommand } from '../../../lib/config/config.ts'
import { operate } from '../../../lib/operator/operate.ts'
import { operatorOf } from '../../operator/desk.ts'
import { commentSubmitted, createWorld, orderLike, returnRequested, type World } from '../world.ts'

const ben = 'ben.muster@example.com'
const lines = [{ sku: 'LAMP-7', quantity: 1 }]

/** 10002 has referrer 2, client 1 and the number 302-1234567-1234567; 10003 has referrer 143.2 and B-143-0003. */
const createShop = (orders: NonNullable<SourceConfig['orders']>, more: Partial<SourceConfig> = {}) =>
  createWorld({ config: { sources: { own: { kind: 'standard', orders, ...more }, any: { kind: 'standard' } } } })

const ended = async (world: World, body: unknown, source = 'own') => {
  const { status, reason, orderId } = await world.deliver(source, body)
  return reason ? JSON.stringify(reason) : `${status} ${orderId}`
}
/** A newer order with the number of 10002. */
const putTwin = (world: World) =>
  world.put({ ...orderLike(world, 10_002), id: 10_090, referrerId: 9, createdAt: '2027-01-01T00:00:00+01:00' })
const unknown = (by: object) => JSON.stringify({ code: 'order_unknown', ...by })

describe('the orders of a source', () => {
  it.each([
    ['of its referrer', { referrer: 2 }, 'done 10002'],
    ['of another referrer', { referrer: 9 }, undefined],
    ['of a referrer that begins so', { referrer: '2' }, 'done 10002'],
    ['of its client', { plentyId: 1 }, 'done 10002'],
    ['of another client', { plentyId: 2 }, undefined],
    ['whose number begins so', { numberPrefix: '302-' }, 'done 10002'],
    ['whose number begins otherwise', { numberPrefix: '02-' }, undefined],
    ['that fit in all', { referrer: 2, plentyId: 1, numberPrefix: '3' }, 'done 10002'],
    ['that fit but in one', { referrer: 2, plentyId: 1, numberPrefix: 'B-' }, undefined],
  ])('are those %s', async (_title, orders, expected) => {
    const world = createShop(orders)
    const order = { id: 10_002 }
    const without = unknown({ by: 'id', orderId: 10_002, wanted: 'return' })
    expect(await ended(world, returnRequested({ order, lines }))).toBe(expected ?? without)
    expect(await world.returnsOf(10_002)).toHaveLength(expected ? 1 : 0)
  })

  it('of a referrer as a number are not those of another that begins so', async () => {
    const garden = [{ sku: 'GLOVES-M', quantity: 1 }]
    const asked = returnRequested({ order: { id: 10_003 }, lines: garden })
    expect(await ended(createShop({ referrer: 143 }), asked)).toMatch('order_unknown')
    expect(await ended(createShop({ referrer: 143.2 }), asked)).toBe('done 10003')
    expect(await ended(createShop({ referrer: '143' }), asked)).toBe('done 10003')
  })

  it.each([
    ['by number', { order: { externalNumber: '302-1234567-1234567' } }, { by: 'number' }],
    ['by e-mail', { order: { email: ben } }, { by: 'email' }],
    ['by e-mail and label', { order: { email: ben, label: '302-1234567-1234567' } }, { by: 'email' }],
    ['by number and e-mail', { order: { externalNumber: '1' }, email: ben }, { by: 'number' }],
  ])('are the only ones that exist for it: %s', async (_title, named, by) => {
    const world = createShop({ referrer: 9 })
    expect(await ended(world, returnRequested({ ...named, lines }))).toBe(unknown({ ...by, wanted: 'return' }))
    const comment = commentSubmitted({ ...named })
    expect(await ended(world, comment)).toBe(unknown({ ...by, wanted: 'comment' }))
    expect(await world.commentsOf(10_002)).toHaveLength(0)
  })

  it('are the only ones that a label means', async () => {
    const world = createWorld({
      config: { sources: { shop: { kind: 'shopify' }, own: { kind: 'standard', orders: { referrer: 9 } } } },
    })
    const label = { names: ['#7'] as [string], externalNumber: '302-1234567-1234567' }
    await world.workflow.inbox.learnLabel('shop', { label, now: world.now() })
    const asked = returnRequested({ order: { externalNumber: '#7' }, lines })
    expect(await ended(world, asked)).toBe(unknown({ by: 'number', wanted: 'return' }))
  })

  it('are chosen among those of one number: the newest one of its own', async () => {
    const world = createShop({ referrer: 2 })
    await putTwin(world)
    const asked = returnRequested({ order: { externalNumber: '302-1234567-1234567' }, lines })
    expect(await ended(world, asked)).toBe('done 10002')
    expect(await ended(world, asked, 'any')).toBe('done 10090')
  })

  it('do not show that a cancelled order of somebody else exists', async () => {
    const comment = commentSubmitted({ order: { externalNumber: '6203001007' } })
    expect(await ended(createShop({ referrer: 2 }), comment)).toBe(unknown({ by: 'number', wanted: 'comment' }))
    expect(await ended(createShop({ numberPrefix: '62' }), comment)).toBe('done 10007')
  })

  it('cost a comment by id one read, only where they are named', async () => {
    const world = createShop({ referrer: 2 })
    const reads = async () => (await world.calls()).byRoute['GET /rest/orders/{orderId}'] ?? 0
    const comment = commentSubmitted({ order: { id: 10_002 } })
    expect(await ended(world, comment, 'any')).toBe('done 10002')
    expect(await reads()).toBe(0)
    expect(await ended(world, comment)).toBe('done 10002')
    expect(await reads()).toBe(1)
    const other = commentSubmitted({ order: { id: 10_003 } })
    expect(await ended(world, other)).toBe(unknown({ by: 'id', orderId: 10_003, wanted: 'comment' }))
    expect(await world.commentsOf(10_003)).toHaveLength(0)
  })
})

describe('two shops that count their orders for themselves', () => {
  const translate = ({ payload }: { payload: unknown }) => payload as TranslatedCommand[]
  const number = '302-1234567-1234567'
  const report = (key: string): TranslatedCommand[] => [
    { type: 'create-return', key, order: { externalNumber: number }, lines },
  ]
  const createShops = (orders: NonNullable<SourceConfig['orders']> = 'any') =>
    createWorld({
      config: {
        sources: {
          eu: { kind: 'woocommerce', orders, translate },
          us: { kind: 'shopware', appName: 'bridge', orders: orders === 'any' ? 'any' : { referrer: 9 }, translate },
        },
        publicUrl: 'https://bridge.example',
      },
    })

  it('ask a person whose order has the number where it does not', async () => {
    const world = createShops()
    await putTwin(world)
    expect(await ended(world, report('1'), 'eu')).toMatch(/"what":"shared_number","ids":\[10090,10002\]/)
  })

  it('ask a person where both have named the number and only one order is there', async () => {
    const world = createShops()
    const learn = async (shop: string) => {
      const label = { names: [number] as [string], externalNumber: number }
      await world.workflow.inbox.learnLabel(shop, { label, now: world.now() })
    }
    await learn('eu')
    expect(await ended(world, report('1'), 'eu')).toBe('done 10002')
    await learn('us')
    const id = await world.accept('eu', report('2'))
    expect(await world.finish(id)).toMatchObject({ reason: { what: 'shared_number', ids: [10_002] } })
    expect(await operate(operatorOf(world), { command: 'event.release', id })).toMatchObject({ ok: true })
    expect((await world.finish(id)).reason).not.toMatchObject({ code: 'order_ambiguous' })
    expect(await ended(createShops({ referrer: 2 }), report('1'), 'eu')).toBe('done 10002')
  })

  it('ask a person the same where a label of the shop leads to the number', async () => {
    const world = createShops()
    for (const [shop, name] of [
      ['eu', '#77'],
      ['eu', number],
      ['us', number],
    ] as const) {
      const label = { names: [name] as [string], externalNumber: number }
      await world.workflow.inbox.learnLabel(shop, { label, now: world.now() })
    }
    const id = await world.accept('eu', [{ type: 'create-return', key: '1', order: { externalNumber: '#77' }, lines }])
    expect(await world.finish(id)).toMatchObject({ reason: { what: 'shared_number', ids: [10_002] } })
  })

  it('ask a person where the only order of the number was reported by the other one', async () => {
    const world = createShops()
    expect(await ended(world, report('1'), 'eu')).toBe('done 10002')
    const id = await world.accept('us', report('2'))
    expect(await world.finish(id)).toMatchObject({ reason: { what: 'shared_number', ids: [10_002] } })
    expect(await world.returnsOf(10_002)).toHaveLength(1)
    expect(await operate(operatorOf(world), { command: 'event.release', id })).toMatchObject({ ok: true })
    expect((await world.finish(id)).reason).not.toMatchObject({ code: 'order_ambiguous' })
  })
})
