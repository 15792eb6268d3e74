import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const anna = 'anna.beispiel@example.com'

async function finished(world: World, body: object, source = 'standard') {
  const { id } = await world.deliver(source, body)
  await world.advance(minute)
  return id
}

/** By external number, by the customer's address, and with orders that nobody has. */
async function createInbox() {
  const desk = createDesk()
  const { world } = desk
  const learnt = { label: { names: ['#1001'] as const, externalNumber: '6203001001' }, now: world.now() }
  await world.workflow.inbox.learnLabel('shopify', learnt)
  const ids = {
    placed: await finished(world, returnRequested({ order: { externalNumber: '6203001001' } })),
    line: await finished(world, returnRequested({ order: { id: 10_001 }, lines: [{ sku: 'NO-1', quantity: 1 }] })),
    other: await finished(world, returnRequested({ order: { id: 10_008 }, lines: 'all' })),
    unknown: await finished(
      world,
      returnRequested({ order: { externalNumber: ' #gone-77 ' }, email: 'Nobody@Example.com' }),
    ),
    unlabelled: await finished(world, returnRequested({ order: { email: anna, label: '#9999' } })),
    ready: await world.accept('standard', commentSubmitted({ order: { externalNumber: 'GONE-77' } })),
  }
  return { ...desk, ids }
}

const idsOf = (result: Record<string, unknown> = {}) => (result.events as { id: string }[]).map(({ id }) => id)

describe('event.list by what a customer says', () => {
  it.each([
    [{ externalNumber: '6203001001' }, ['line', 'placed'], [10_001]],
    [{ externalNumber: '#6203001001 ' }, ['line', 'placed'], [10_001]],
    [{ label: '1001' }, ['line', 'placed'], [10_001]],
    [{ externalNumber: '# 1001' }, ['line', 'placed'], [10_001]],
    [{ externalNumber: 'gone-77' }, ['ready', 'unknown'], []],
    [{ label: '# Gone-77' }, ['ready', 'unknown'], []],
    [{ email: 'NOBODY@example.com ' }, ['unknown'], []],
    [{ email: anna }, ['unlabelled', 'line', 'placed'], [10_013, 10_001, 10_012]],
    [{ label: '9999' }, ['unlabelled'], []],
    [{ email: anna, label: '9999' }, ['unlabelled'], []],
    [{ email: anna, externalNumber: '6203001001' }, ['line', 'placed'], [10_001]],
    [{ email: anna, externalNumber: 'F-14-0008' }, [], []],
    [{ email: anna, externalNumber: '6203001001', label: 'F-14-0008' }, [], []],
    [{ externalNumber: '6203001001', status: 'failed' }, ['line'], [10_001]],
    [{ externalNumber: '6203001001', reason: 'line_unknown' }, ['line'], [10_001]],
    [{ externalNumber: 'gone-77', status: 'ready' }, ['ready'], []],
    [{ externalNumber: 'gone-77', status: 'done' }, [], []],
    [{ externalNumber: 'gone-77', orderId: 10_001 }, [], []],
    [{ externalNumber: '6203001001', orderId: 10_008 }, [], [10_001]],
    [{ externalNumber: '6203001007' }, [], [10_007]],
    [{ externalNumber: '#' }, [], []],
  ] as const)('%j finds %j of the orders %j', async (filter, expected, orders) => {
    const { ask, ids } = await createInbox()
    const { result } = await ask('event.list', filter)
    expect(idsOf(result)).toEqual(expected.map((name) => ids[name]))
    expect(result).toMatchObject({ orders, unplaced: { more: false } })
    expect(result).not.toHaveProperty('cursor')
    expect(JSON.stringify(result)).not.toContain('@')
  })

  it.each([
    [{ orderId: 10_001 }, ['unlabelled']],
    [{ orderId: 10_013 }, ['unlabelled']],
    [{ externalNumber: '6203001001' }, ['unlabelled']],
    [{ orderId: 10_001, reason: 'order_ambiguous' }, ['unlabelled']],
    [{ orderId: 10_001, status: 'failed' }, []],
    [{ orderId: 10_008 }, []],
    // It is among the events already.
    [{ email: anna }, []],
  ] as const)('%j has %j as what perhaps is about the order', async (filter, expected) => {
    const { ask, ids } = await createInbox()
    const { result } = await ask('event.list', filter)
    expect(idsOf({ events: result?.perhaps ?? [] })).toEqual(expected.map((name) => ids[name]))
  })

  it('says where not all that is held was looked at for what asks about an order', async () => {
    const { ask, world } = await createInbox()
    const { inbox } = world.workflow
    const [held] = (await inbox.list({ status: 'held', limit: 1 })).events
    const endless = { ...inbox, list: async () => ({ events: held ? [held] : [], cursor: 'next' }) }
    Object.assign(world.workflow, { inbox: endless })
    expect((await ask('event.list', { orderId: 10_013 })).result).toMatchObject({ perhapsCut: true })
  })

  it.each([1, 2, 3])('answers each event once, newest first, by pages of %i', async (limit) => {
    const { ask, ids, world } = await createInbox()
    // Between the events of the order and behind them.
    const more = await finished(world, returnRequested({ order: { externalNumber: 'x-1' }, email: anna }))
    const last = await finished(world, returnRequested({ lines: [{ sku: 'NO-2', quantity: 1 }] }))
    const found: string[] = []
    let cursor: unknown
    const { total } = await world.calls()
    do {
      const { result } = await ask('event.list', { email: anna, limit, ...(cursor !== undefined && { cursor }) })
      found.push(...idsOf(result))
      cursor = result?.cursor
      expect(found.length).toBeLessThan(10)
    } while (cursor !== undefined)
    expect(found).toEqual([last, more, ids.unlabelled, ids.line, ids.placed])
    // The first page alone asks the back office: for the contact and its orders.
    expect((await world.calls()).total - total).toBeLessThanOrEqual(2)
  })

  it('refuses a cursor of another list', async () => {
    const { ask } = await createInbox()
    const { result } = await ask('event.list', { limit: 1 })
    for (const cursor of ['x', result?.cursor])
      expect(await ask('event.list', { email: anna, cursor })).toMatchObject({
        error: { code: 'rejected', message: expect.stringContaining('the cursor is none of this list') },
      })
  })

  it('says that it could not ask the back office, and looks through the events without an order all the same', async () => {
    const { ask, ids, world } = await createInbox()
    await world.fault({ method: 'GET', path: '/rest/orders', times: 9, kind: 'status', status: 500 })
    const { result } = await ask('event.list', { externalNumber: 'gone-77' })
    expect(idsOf(result)).toEqual([ids.ready, ids.unknown])
    expect(result).toMatchObject({
      orders: [],
      notAsked: expect.stringContaining('The back office could not be asked.'),
    })
  })

  it('says that the login is closed', async () => {
    const world = createWorld({ secret: () => ({ password: 'wrong-password', version: '1' }) })
    const { ask } = createDesk(world)
    const { id } = await world.begin('standard', returnRequested({ order: { externalNumber: 'gone-77' } }))
    const { result } = await ask('event.list', { externalNumber: 'gone-77' })
    expect(idsOf(result)).toEqual([id])
    expect(result).toMatchObject({ notAsked: expect.stringContaining('The login is closed: login.status says why.') })
  })

  it('looks into 250 events without an order at most, and says that there are more', async () => {
    const { ask, world } = createDesk()
    for (let at = 0; at < 260; at += 1)
      await world.accept('standard', commentSubmitted({ order: { externalNumber: `n-${at}` } }))
    const { result } = await ask('event.list', { externalNumber: 'n-0' })
    expect(result).toMatchObject({ unplaced: { read: 250, more: true } })
  })

  it('finds by a command of a mapping of the configuration, and passes over what cannot be read', async () => {
    const translate: NonNullable<NonNullable<ConfigInput['sources']>[string]['translate']> = ({ payload }) => [
      { type: 'add-comment', order: { externalNumber: (payload as { no: string }).no }, text: 'x' },
    ]
    const world = createWorld({ config: { sources: { own: { kind: 'standard', translate } } } })
    const id = await world.accept('own', { no: 'Own-5' })
    await world.accept('own', 'not JSON')
    expect(idsOf((await createDesk(world).ask('event.list', { externalNumber: 'own-5' })).result)).toEqual([id])
  })
})

describe('event.list by source', () => {
  it('refuses a source that there is not, and names those that there are', async () => {
    const message = 'There is no source of this name. The sources are standard, strict, shopify, operator.'
    for (const command of [{ source: 'nobody' }, { source: 'nobody', email: anna }])
      expect(await createDesk().ask('event.list', command)).toEqual({
        ok: false,
        error: { code: 'not_found', message },
      })
    const answer = await createDesk().ask('event.replay', { where: { source: 'nobody' } })
    expect(answer).toMatchObject({ error: { code: 'not_found', message } })
  })

  it('lists a source that is gone from the configuration while it has events, and the operator', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept('former', {})
    expect(idsOf((await ask('event.list', { source: 'former' })).result)).toEqual([id])
    expect((await ask('event.list', { source: 'former', status: 'done' })).result).toEqual({ events: [] })
    expect((await ask('event.list', { source: 'operator' })).result).toEqual({ events: [] })
  })
})

describe('event.list by reason and time', () => {
  it('finds what stands at a reason, and with a status what stood at it', async () => {
    const { ask, ids } = await createInbox()
    expect(idsOf((await ask('event.list', { reason: 'order_unknown' })).result)).toEqual([ids.unknown])
    expect(idsOf((await ask('event.list', { reason: 'line_unknown' })).result)).toEqual([ids.line])
    await ask('event.discard', { id: ids.line })
    expect(idsOf((await ask('event.list', { reason: 'line_unknown' })).result)).toEqual([])
    const discarded = await ask('event.list', { reason: 'line_unknown', status: 'discarded' })
    expect(idsOf(discarded.result)).toEqual([ids.line])
  })

  it('finds what was received in a time, in any notation, with the other filters', async () => {
    const { ask, ids, world } = await createInbox()
    const { receivedAt } = await world.get(ids.line)
    const at = new Date(receivedAt).toISOString()
    const inBerlin = at.replace('T09:', 'T10:').replace('Z', '+01:00')
    expect(idsOf((await ask('event.list', { from: inBerlin, to: at })).result)).toEqual([ids.line])
    expect(idsOf((await ask('event.list', { to: at })).result)).toEqual([ids.line, ids.placed])
    expect(idsOf((await ask('event.list', { from: at, status: 'failed' })).result)).toEqual([ids.unknown, ids.line])
    expect(idsOf((await ask('event.list', { to: at, externalNumber: '6203001001' })).result)).toEqual([
      ids.line,
      ids.placed,
    ])
    expect(idsOf((await ask('event.list', { to: at, externalNumber: 'gone-77' })).result)).toEqual([])
  })
})

it('lists exactly the events of some ids that are there, and takes no other filter beside them', async () => {
  const { ask, ids } = await createInbox()
  const asked = [ids.ready, 'standard/nobody', ids.placed]
  expect(idsOf((await ask('event.list', { ids: asked })).result)).toEqual([ids.ready, ids.placed])
  const { error } = await ask('event.list', { ids: asked, status: 'done' })
  expect(error?.message).toBe('ids go with no other filter.')
})
