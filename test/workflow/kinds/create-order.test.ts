import { describe, expect, it } from 'vitest'
import { discarded, released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import type { MappingProblem } from '../../../lib/problems.ts'
import { anOrderBody, createOrders, ordersOf } from '../new-orders.ts'
import { minute, restate, type World } from '../world.ts'

const onOrders = { method: 'POST', path: '/rest/orders', times: 1 }
const posts = async (world: World) => (await world.calls()).byRoute['POST /rest/orders'] ?? 0

/** An order of the number N-1, as somebody made it. */
const put = (world: World, fields: object) => world.put({ ...anOrderBody('N-1'), ...fields })

describe('a new order', () => {
  it('is created once, under the API user, and its event knows it', async () => {
    const { world, accept } = createOrders()
    const event = await world.finish(await accept(anOrderBody('N-1')))
    const [order, ...others] = await ordersOf(world, 'N-1')
    expect(others).toEqual([])
    expect(event).toMatchObject({ status: 'done', orderId: order?.id })
    expect(Object.values(event.progress)).toEqual([{ orderId: order?.id, createdOrderId: order?.id, state: 'done' }])
    expect(order).toMatchObject({ typeId: 1, ownerId: 77, orderItems: [{ itemVariationId: 1101, quantity: 2 }] })
  })

  it('is left to another owner where its body names one', async () => {
    const { world, accept } = createOrders()
    await world.finish(await accept({ ...anOrderBody('N-1'), ownerId: 12 }))
    expect(await ordersOf(world, 'N-1')).toMatchObject([{ ownerId: 12 }])
  })

  const noNumber: MappingProblem = { problem: 'new_order_number', property: 7, longest: 200 }
  const invalid = (field: string): MappingProblem => ({ problem: 'invalid_fields', of: 'translate', fields: [field] })

  it.each<[string, Parameters<ReturnType<typeof createOrders>['accept']>[0], MappingProblem]>([
    ['a return', { ...anOrderBody('N-1'), typeId: 3 }, { problem: 'new_order_type', salesOrder: 1 }],
    ['no external number', { ...anOrderBody('N-1'), properties: [] }, noNumber],
    ['two external numbers', { ...anOrderBody('N-1'), properties: twice('N-1', 'N-2') }, noNumber],
    ['an empty external number', anOrderBody(''), noNumber],
    ['blanks around its number', anOrderBody(' N-1'), noNumber],
    ['no lines', { ...anOrderBody('N-1'), orderItems: [] }, invalid('0.body.orderItems')],
    ['longer than an event can hold', { ...anOrderBody('N-1'), note: 'x'.repeat(100_000) }, invalid('0.body')],
    ['properties that are none', { ...anOrderBody('N-1'), properties: 'N-1' }, invalid('0.body.properties')],
  ])('cannot be %s', async (_title, body, problem) => {
    const { world, accept } = createOrders()
    const { status, reason } = await world.finish(await accept(body))
    expect([status, reason]).toEqual(['failed', { code: 'mapping', ...problem }])
    expect(await posts(world)).toBe(0)
  })

  it('cannot share its number with another one of the same event', async () => {
    const { world, accept } = createOrders()
    const { status, reason } = await world.finish(await accept(anOrderBody('N-1'), anOrderBody('N-1')))
    expect([status, reason]).toEqual(['failed', { code: 'mapping', problem: 'new_order_twice', property: 7 }])
  })

  it('can be one of several of its event, each of its own number', async () => {
    const { world, accept } = createOrders()
    const { status, progress } = await world.finish(await accept(anOrderBody('N-1'), anOrderBody('N-2')))
    expect(status).toBe('done')
    expect(Object.values(progress).map(({ createdOrderId }) => createdOrderId)).toEqual([
      (await ordersOf(world, 'N-1'))[0]?.id,
      (await ordersOf(world, 'N-2'))[0]?.id,
    ])
  })

  it('that the back office refuses fails in its words and leaves the number free', async () => {
    const { world, accept } = createOrders()
    const priced = { ...anOrderBody('N-1'), orderItems: [{ ...item, amounts: [{ id: 5, priceOriginalGross: 9 }] }] }
    const { status, reason, progress } = await world.finish(await accept(priced))
    const words = expect.stringContaining('The id field must not be sent')
    expect([status, reason]).toEqual(['failed', { code: 'rejected', words }])
    expect(Object.values(progress)).toEqual([{ state: 'found' }])
    expect(await world.workflow.records.get('number#N-1')).toEqual({ id: 'number#N-1', records: {} })
    expect((await world.finish(await accept(anOrderBody('N-1')))).status).toBe('done')
  })
})

describe('an external number that is taken', () => {
  it('by the same order of another event makes nothing: it is done', async () => {
    const { world, accept } = createOrders()
    const first = await world.finish(await accept(anOrderBody('N-1')))
    const { status, reason } = await world.finish(await accept(anOrderBody('N-1')))
    expect([status, reason]).toEqual(['ignored', { code: 'already_done', by: first.id, orderId: first.orderId }])
    expect(await posts(world)).toBe(1)
  })

  it('by an order that others made is for a person, and no release creates a second one', async () => {
    const { world, accept } = createOrders()
    await put(world, { id: 500, statusId: 5 })
    const id = await accept(anOrderBody('N-1'))
    const { reason } = await world.finish(id)
    expect(reason).toMatchObject({ code: 'possible_duplicate', what: 'number_taken', ids: [500] })
    expect(reason).not.toHaveProperty('by')
    expect((await world.goOn(id, released)).reason).toEqual(reason)
    expect(await posts(world)).toBe(0)
  })

  it('by an order of ours that was cancelled since asks a person, whose release creates it once more', async () => {
    const { world, accept } = createOrders()
    const first = await world.finish(await accept(anOrderBody('N-1')))
    await cancel(world, first.orderId)
    const id = await accept(anOrderBody('N-1'))
    const facts = { what: 'number_cancelled', ids: [first.orderId], by: first.id }
    expect((await world.finish(id)).reason).toMatchObject({ code: 'possible_duplicate', ...facts })
    const event = await world.goOn(id, released)
    expect(event.status).toBe('done')
    expect(event.orderId).not.toBe(first.orderId)
  })

  it('by an order of others, beside a cancelled one of ours, is not free whatever was released before', async () => {
    const { world, accept } = createOrders()
    const first = await world.finish(await accept(anOrderBody('N-1')))
    await cancel(world, first.orderId)
    const id = await accept(anOrderBody('N-1'))
    await world.finish(id)
    await world.decide(id, released)
    await put(world, { id: 90_000, statusId: 5 })
    const { status, reason } = await world.finish(id)
    expect([status, reason]).toMatchObject(['held', { what: 'number_taken', ids: [90_000] }])
    expect(await posts(world)).toBe(1)
  })

  it('is not believed to be free where the list is mixed with other orders', async () => {
    const { world, accept } = createOrders({
      fetch: (real) => (input, init) => {
        const url = new URL(String(input))
        if (init?.method === 'GET' && url.pathname === '/rest/orders') url.searchParams.delete('externalOrderId')
        return real(url, init)
      },
    })
    await world.put({ ...anOrderBody('OTHER'), id: 500 })
    const { event } = await world.run(await accept(anOrderBody('N-1')))
    expect(event.status).toBe('waiting')
    const why = { code: 'cause', cause: expect.stringContaining('entries of other orders') }
    expect(event.history.at(-1)).toMatchObject({ code: 'waiting', why })
    expect(await posts(world)).toBe(0)
  })
})

describe('a new order whose answer is lost', () => {
  /** It was not carried out. */
  async function lost() {
    const { world, accept } = createOrders()
    await world.fault({ ...onOrders, kind: 'drop-before' })
    return { world, accept, id: await accept(anOrderBody('N-1')) }
  }

  /** A person has heard that it is missing, and has released it. */
  async function sentAgain() {
    const { world, id } = await lost()
    await world.finish(id)
    await world.decide(id, released)
    return { world, id, event: (await world.run(id)).event }
  }

  it('is found though a person cancelled it since', async () => {
    const { world, accept } = createOrders()
    await world.fault({ ...onOrders, kind: 'drop-after' })
    const id = await accept(anOrderBody('N-1'))
    await world.run(id)
    const [order] = await ordersOf(world, 'N-1')
    await cancel(world, order?.id)
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: order?.id })
  })

  it('that was sent again is looked at a quarter of an hour later', async () => {
    const { world, id, event } = await sentAgain()
    expect(event).toMatchObject({ status: 'waiting', wakeAt: world.now() + 15 * minute })
    const { status, history } = await world.finish(id)
    expect(status).toBe('done')
    expect(history).toContainEqual(expect.objectContaining({ code: 'second_look', kind: 'order' }))
  })

  it('is not sent again by a replay, only by a release', async () => {
    const { world, id } = await lost()
    await world.run(id)
    await world.fault({ method: 'GET', path: '/rest/orders', kind: 'status', status: 403, times: 1 })
    await world.finish(id)
    await world.goOn(id, released)
    expect((await world.goOn(id, replayed)).reason).toMatchObject({ what: 'missing', tries: 1 })
    expect(await posts(world)).toBe(1)
  })

  it('is reported missing anew once orders were there that could have been it', async () => {
    const { world, id } = await lost()
    await world.finish(id)
    await put(world, { id: 500, ownerId: 12 })
    expect((await world.goOn(id, released)).reason).toMatchObject({ what: 'similar', ids: [500] })
    await put(world, { id: 500, ownerId: 12, ...anOrderBody('N-2') })
    expect((await world.goOn(id, released)).reason).toMatchObject({ what: 'missing', tries: 1 })
    expect(await posts(world)).toBe(1)
  })

  it.each([
    ['of others', { ownerId: 12 }],
    ['with other lines', { orderItems: [{ typeId: 1, itemVariationId: 5, quantity: 1 }] }],
    ['that is cancelled', { statusId: 8.1 }],
  ])('and was sent again is not taken for twice there because of an order %s', async (_title, differing) => {
    const { world, id } = await sentAgain()
    await put(world, { ownerId: 77, id: 90_000, statusId: 1, ...differing })
    expect((await world.finish(id)).status).toBe('done')
  })

  it('that came through after it was sent again is reported, with both', async () => {
    const { world, id } = await sentAgain()
    await put(world, { ownerId: 77, id: 90_000, statusId: 1 })
    const [ours] = (await ordersOf(world, 'N-1')).filter((order) => order.id !== 90_000)
    const { status, reason } = await world.finish(id)
    const facts = { what: 'twice', kind: 'order', ids: [ours?.id, 90_000] }
    expect([status, reason]).toMatchObject(['held', { code: 'outcome_unclear', ...facts }])
    expect(world.logged.map(({ message }) => message)).toContain('a repeated write came through twice')
    expect((await world.goOn(id, released)).status).toBe('done')
  })

  it('asks what became of it when its event is discarded', async () => {
    const { world, id, accept } = await lost()
    await world.finish(id)
    await expect(world.decide(id, discarded, '')).rejects.toThrow('A write of it may have happened')
    await world.decide(id, discarded, 'created by hand')
    // The number is free for whoever comes next.
    expect((await world.finish(await accept(anOrderBody('N-1')))).status).toBe('done')
  })
})

const item = { typeId: 1, itemVariationId: 1101, quantity: 2, orderItemName: 'Mug' }

const twice = (...numbers: string[]) => numbers.map((value) => ({ typeId: 7, value }))

const cancel = (world: World, orderId = 0) => restate(world, orderId, 8)
