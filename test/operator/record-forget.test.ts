import { describe, expect, it } from 'vitest'
import { audited, deleteOrder, firstOf, putReturn } from '../audit/audit-world.ts'
import { anOrderBody, createOrders, ordersOf } from '../workflow/new-orders.ts'
import { aReturnLine, createWorld, minute, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** Lets the id of an order answer once that there is none. */
const hideById = (world: World, id: number) =>
  world.fault({
    ...{ method: 'GET', path: `/rest/orders/${id}`, times: 1 },
    ...{ kind: 'status', status: 404, body: { error: { message: 'Not found.' } } },
  })

const refusal = (why: string) => ({ code: 'conflict', message: expect.stringContaining(why) })
const note = 'Deleted by mistake'
const asked = { order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 2 }] }

async function withReturn(world: World = createWorld()) {
  const event = await world.deliver('standard', returnRequested(asked))
  const { returnId = 0 } = firstOf(event)
  return { ...createDesk(world), event, returnId, forget: { returnId, orderId: 10_001, note } }
}

async function withDeletedReturn(world?: World) {
  const made = await withReturn(world)
  deleteOrder(made.world, made.returnId)
  return made
}

describe('record.forget of a return', () => {
  it('makes the advice of the audit work: there is exactly one more return, and the finding is gone', async () => {
    const whole = { order: { id: 10_001 }, lines: 'all' }
    const world = createWorld()
    const { ask } = createDesk(world)
    const made = await ask('return.create', whole)
    const { id, returnId } = made.result as { id: string; returnId: number }
    const [key = ''] = Object.keys((await world.get(id)).progress)
    deleteOrder(world, returnId)
    const { result } = await ask('audit')
    const toDo = expect.stringContaining('record.forget')
    expect(result?.findings).toEqual([
      expect.objectContaining({ what: 'return_gone', event: id, orderId: 10_001, returnId, toDo }),
    ])
    await world.advance(world.workflow.config.duplicateWindow + minute)
    const before = await ask('return.create', whole)
    expect(before.result).toMatchObject({ status: 'failed', reason: { code: 'nothing_to_return' } })

    expect(await ask('record.forget', { returnId, orderId: 10_001, note })).toEqual({
      ok: true,
      result: { item: 'order#10001', keys: [key], events: [id] },
    })
    const after = await ask('return.create', whole)
    expect(after.result).toMatchObject({ status: 'done' })
    expect((await world.returnsOf(10_001)).map((one) => one.id)).toEqual([after.result?.returnId])
    expect(await world.commentsOf(10_001)).toHaveLength(2)
    expect((await audited(world).audit()).findings).toEqual([])
    const { history } = await world.get(id)
    expect(history.at(-1)).toMatchObject({ code: 'forgotten', kind: 'return', id: returnId, note })
  })

  it('leaves the others of a report that belongs to several, which the audit judges each', async () => {
    const { ask, world } = createDesk()
    const { id: entered } = putReturn(world, { ownerId: 12, orderItems: [aReturnLine(30_001, 1101)] })
    const event = await world.deliver('standard', returnRequested(asked))
    const { returnId } = firstOf(event)
    expect(firstOf(event)).toMatchObject({ also: [entered] })
    await world.advance(minute)
    deleteOrder(world, entered)
    const about = { what: 'return_gone', linked: true, event: event.id, orderId: 10_001, returnId: entered }
    expect((await ask('audit')).result?.findings).toEqual([expect.objectContaining(about)])
    const { result } = await ask('record.forget', { returnId: entered, orderId: 10_001, note })
    expect(result).toMatchObject({ keys: [event.id], events: [event.id] })
    expect((await ask('event.get', { id: event.id })).result).toMatchObject({ status: 'done', returnIds: [returnId] })
    expect((await audited(world).audit()).findings).toEqual([])
    const again = await ask('return.create', { order: asked.order, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] })
    // Beside the other one alone.
    expect(again.result).toMatchObject({ status: 'held', reason: { code: 'same_parcel', ids: [returnId] } })
  })

  it.each([
    ['', {}],
    [', also where the limits leave a wait between its two writes', { readsPerMinute: 80, writesPerMinute: 4 }],
  ])('lets a replay of its event make it again, once, with its comment%s', async (_title, limits) => {
    const world = createWorld()
    await world.control('/sandbox/limits', { method: 'POST', body: limits })
    const { ask, event, returnId, forget } = await withDeletedReturn(world)
    await ask('record.forget', forget)
    await ask('event.replay', { id: event.id })
    expect(await world.finish(event.id)).toMatchObject({ status: 'done' })
    const [made, ...others] = await world.returnsOf(10_001)
    expect(others).toEqual([])
    // The comment names its return, so the new one gets a comment of its own.
    const comments = (await world.commentsOf(10_001)).map(({ text }) => text)
    expect(comments).toEqual([
      expect.stringContaining(`Return ${returnId} `),
      expect.stringContaining(`Return ${made?.id} `),
    ])
  })

  it('forgets what was linked to it as well', async () => {
    const world = createWorld({
      config: { sources: { standard: { kind: 'standard' }, other: { kind: 'standard', tells: 'refund' } } },
    })
    const { ask, event, returnId, forget } = await withReturn(world)
    const linked = await world.deliver('other', returnRequested(asked))
    expect(firstOf(linked)).toMatchObject({ returnId, linked: true })
    deleteOrder(world, returnId)
    const { result } = await ask('record.forget', forget)
    expect(result?.events).toEqual([event.id, linked.id])
    expect((await audited(world).audit()).findings).toEqual([])
  })

  it('forgets it also in the event that has written its comment', async () => {
    const world = createWorld()
    const refund_line_items = [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE' } }]
    const refund = { id: 7, order_id: 6203001001, refund_line_items }
    const report = async () => await world.deliver('shopify', refund, { 'x-shopify-topic': 'refunds/create' })
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'status', status: 422 })
    const [first, second] = [await report(), await report()]
    const { returnId = 0 } = firstOf(first)
    expect([first.status, second.status]).toEqual(['failed', 'done'])
    deleteOrder(world, returnId)
    const { result } = await createDesk(world).ask('record.forget', { returnId, orderId: 10_001, note })
    expect(result?.events).toEqual([first.id, second.id])
  })

  it('counts what has another type now as gone', async () => {
    const { world, ask, returnId, forget } = await withReturn()
    putReturn(world, { id: returnId, typeId: 4 })
    expect(await ask('record.forget', forget)).toMatchObject({ ok: true })
  })

  it.each<[string, (world: World, id: number) => unknown, string]>([
    ['it is still there', () => {}, 'still in the back office'],
    ['it is only cancelled', (world, id) => putReturn(world, { id, statusId: 8 }), 'is cancelled'],
    ['the list still shows it, whatever its id answers', hideById, 'its list shows it'],
  ])('is refused while %s', async (_title, change, why) => {
    const { world, ask, event, returnId, forget } = await withReturn()
    await change(world, returnId)
    expect((await ask('record.forget', forget)).error).toEqual(refusal(why))
    expect(firstOf(await world.get(event.id))).toMatchObject({ returnId })
  })

  it('is refused if the bridge has no record of it, and makes none', async () => {
    const { world, ask } = await withReturn()
    const unknown = { returnId: 700_099, orderId: 10_002, note }
    expect(await ask('record.forget', unknown)).toMatchObject({ error: { code: 'not_found' } })
    expect(await world.workflow.records.get('order#10002')).toBeUndefined()
  })

  it('is refused while a return of the order has no known outcome', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    await world.begin('standard', returnRequested(asked))
    const { error } = await createDesk(world).ask('record.forget', { returnId: 700_099, orderId: 10_001, note })
    expect(error).toEqual(refusal('outcome is unknown'))
  })

  it('is refused while its comment has no known outcome, or its event is open', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    const id = await world.accept('standard', returnRequested(asked))
    const { returnId = 0 } = firstOf((await world.run(id)).event)
    deleteOrder(world, returnId)
    const { ask } = createDesk(world)
    const forget = { returnId, orderId: 10_001, note }
    expect((await ask('record.forget', forget)).error).toEqual(refusal('comment'))
    const open = await world.get(id)
    await world.workflow.inbox.save(open, { ...open, status: 'waiting', writeId: 'w' })
    const { records } = (await world.workflow.records.get('order#10001')) ?? {}
    const comment = records?.[`${id}/comment`] ?? expect.fail('no record')
    const lock = { event: id, epoch: 9, until: world.now() }
    const item = await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    if (item === 'busy') throw new Error('nobody works on it')
    const changes = { [`${id}/comment`]: { ...comment, tries: [], state: 'done' as const } }
    await world.workflow.records.save(item, { changes, unlock: true, now: world.now() })
    expect((await ask('record.forget', forget)).error).toEqual(refusal('waiting'))
  })

  it('is refused while another event works on its order', async () => {
    const { world, ask, forget } = await withDeletedReturn()
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + 60_000 }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    expect(await ask('record.forget', forget)).toMatchObject({ error: { code: 'conflict' } })
  })

  it('does the rest when it is asked again after it broke off', async () => {
    const { world, ask, event, forget } = await withDeletedReturn()
    const { records } = world.workflow
    const save = () => Promise.reject(new Error('the table is away'))
    Object.assign(world.workflow, { records: { ...records, save } })
    expect(await ask('record.forget', forget)).toMatchObject({ error: { code: 'internal' } })
    Object.assign(world.workflow, { records })
    expect(await ask('record.forget', forget)).toMatchObject({ ok: true, result: { keys: [event.id], events: [] } })
    expect((await world.get(event.id)).history.filter(({ code }) => code === 'forgotten')).toHaveLength(1)
  })
})

describe('record.forget of an order', () => {
  async function withOrder(body = anOrderBody('N-1')) {
    const { world, accept } = createOrders()
    const event = await world.finish(await accept(body))
    return { ...createDesk(world), event, orderId: firstOf(event).createdOrderId ?? 0 }
  }
  async function withDeletedOrder(body?: ReturnType<typeof anOrderBody>) {
    const made = await withOrder(body)
    deleteOrder(made.world, made.orderId)
    return made
  }
  const order = { body: anOrderBody('N-1') }

  it('makes the advice of the audit work: there is exactly one order of the number', async () => {
    const { world, ask, event, orderId } = await withDeletedOrder()
    expect((await ask('audit')).result?.findings).toMatchObject([{ what: 'order_gone', event: event.id, orderId }])
    const before = await ask('order.create', order)
    expect(before.result).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })

    expect(await ask('record.forget', { orderId, note })).toMatchObject({ ok: true, result: { item: 'number#N-1' } })
    const after = await ask('order.create', order)
    expect(after.result).toMatchObject({ status: 'done' })
    expect((await ordersOf(world, 'N-1')).map(({ id }) => id)).toEqual([after.result?.orderId])
    expect((await audited(world).audit()).findings).toEqual([])
    const { history } = await world.get(event.id)
    expect(history.at(-1)).toMatchObject({ code: 'forgotten', kind: 'order', id: orderId, note })
  })

  it('asks again before it sends another one whose answer is lost, also where a release has answered that before', async () => {
    const { world, accept } = createOrders()
    const { ask } = createDesk(world)
    await world.finish(await accept({ key: 'taken', body: anOrderBody('N-2', 1) }))
    const lost = { method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' }
    const isAsked = { status: 'held', reason: { code: 'outcome_unclear', what: 'missing', tries: 1 } }
    await world.fault(lost)
    // The second one is held, whatever is released: its number has another order.
    const id = await accept({ key: 'o', body: anOrderBody('N-1') }, { key: 'other', body: anOrderBody('N-2', 5) })
    expect(await world.finish(id)).toMatchObject(isAsked)
    await ask('event.release', { id })
    const made = await world.finish(id)
    expect(made).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
    const orderId = firstOf(made).createdOrderId ?? 0
    deleteOrder(world, orderId)
    expect(await ask('record.forget', { orderId, note })).toMatchObject({ ok: true })
    await world.fault(lost)
    await ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject(isAsked)
    expect(await ordersOf(world, 'N-1')).toEqual([])
  })

  it('shows no external number that is not a number', async () => {
    const number = 'Jane Doe 0151 2345'
    const { world, ask, orderId } = await withDeletedOrder(anOrderBody(number))
    const unknown = await ask('record.forget', { orderId: 1, externalNumber: number, note })
    const { result } = await ask('record.forget', { orderId, note })
    expect(result).toMatchObject({ item: 'number#[redacted]' })
    expect(JSON.stringify([unknown, result, world.logged])).not.toContain('Jane')
  })

  it('takes the external number where the event that created it has expired', async () => {
    const { world, ask, orderId } = await withDeletedOrder()
    await world.advance(31 * 24 * 60 * 60_000)
    world.expire()
    const refused = await ask('record.forget', { orderId, note })
    expect(refused.error).toEqual({ code: 'not_found', message: expect.stringContaining('externalNumber') })
    const { result } = await ask('record.forget', { orderId, externalNumber: 'N-1', note })
    expect(result).toMatchObject({ item: 'number#N-1', events: [] })
    expect((await ask('order.create', order)).result).toMatchObject({ status: 'done' })
  })

  const withStatus = (statusId: number) => (world: World, id: number) => {
    const { orders } = world.sandbox.world.store
    orders.put({ ...(orders.get(id) ?? expect.fail('no order')), statusId })
  }
  it.each<[string, (world: World, id: number) => unknown, string]>([
    ['it is still there', withStatus(3), 'still in the back office'],
    ['it is only cancelled', withStatus(8), 'is cancelled'],
    ['the list of its number still shows it, whatever its id answers', hideById, 'its list shows it'],
  ])('is refused while %s', async (_title, change, why) => {
    const { world, ask, orderId } = await withOrder()
    await change(world, orderId)
    expect((await ask('record.forget', { orderId, note })).error).toEqual(refusal(why))
  })
})
