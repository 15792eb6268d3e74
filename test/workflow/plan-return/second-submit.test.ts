import { describe, expect, it } from 'vitest'
import { released } from '../../../lib/inbox/operator-transitions.ts'
import { processEvent } from '../../../lib/workflow/process-event.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld, minute, returnRequested, type World } from '../world.ts'

const orderId = 20_001
const addresses = [1, 2].map((typeId) => ({ typeId, addressId: 60_000 + typeId }))

/** One article, on a line for each of the quantities. */
async function sell({ control }: World, ...quantities: number[]): Promise<void> {
  const properties = [{ typeId: 98, value: 'MUG-BLUE' }]
  const orderItems = quantities.map((quantity) => ({ typeId: 1, itemVariationId: 1101, quantity, properties }))
  const body = { id: orderId, typeId: 1, statusId: 7, orderItems, addressRelations: addresses }
  await control('/sandbox/orders', { method: 'POST', body })
}

const sellTwice = async (world: World): Promise<void> => await sell(world, 1, 1)
const wanted = { order: { id: orderId }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }

describe('a second submit', () => {
  it('makes a second return and a second carrier label once it is released, and says so before', async () => {
    const world = createWorld()
    await sellTwice(world)
    await world.deliver('standard', returnRequested(wanted))
    const id = await world.accept('standard', returnRequested(wanted))
    await world.finish(id)
    const { ask } = createDesk(world)
    expect((await ask('event.get', { id })).result).toMatchObject({
      reason: { text: expect.stringContaining('another carrier label') },
    })
    expect((await ask('why', { id })).result?.toDo).toContain('another label at the carrier')
    const labels = () => world.sandbox.world.store.labels.list().filter((label) => label.parentOrderId === orderId)
    expect(labels()).toHaveLength(1)
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
    expect(labels()).toHaveLength(2)
  })
})

it('a third submit is for a person for each of the two before it, and done once both are released', async () => {
  const world = createWorld()
  await sell(world, 1, 1, 1)
  const { ask } = createDesk(world)
  const submit = async () => await world.accept('standard', returnRequested(wanted))
  const first = await world.finish(await submit())
  const second = await world.finish(await submit())
  await ask('event.release', { id: second.id })
  expect(await world.finish(second.id)).toMatchObject({ status: 'done' })
  const id = await submit()
  for (const by of [first.id, second.id]) {
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by } })
    expect(await world.returnsOf(orderId)).toHaveLength(2)
    await ask('event.release', { id })
  }
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(await world.returnsOf(orderId)).toHaveLength(3)
})

describe('a second submit whose pieces the first one has taken', () => {
  it.each([
    ['more than is left', 3, [{ sku: 'MUG-BLUE', quantity: 2 }], 'too_many'],
    ['all that there was', 2, [{ sku: 'MUG-BLUE', quantity: 2 }], 'too_many'],
    ['all, in so many words', 2, 'all', 'nothing_to_return'],
  ] as const)('is held where it asks for %s; released, it still gets no more', async (_, ordered, lines, after) => {
    const world = createWorld()
    await sell(world, ordered)
    const request = returnRequested({ order: { id: orderId }, lines })
    const first = await world.deliver('standard', request)
    const id = await world.accept('standard', request)
    const second = await world.finish(id)
    expect([first.status, second.status, second.reason?.code]).toEqual(['done', 'held', 'possible_duplicate'])
    const facts = { what: 'same_lines', orderId, by: first.id }
    expect(second.reason).toEqual({ code: 'possible_duplicate', key: id, ...facts })
    expect((await world.goOn(id, released)).reason?.code).toBe(after)
    expect(await world.returnsOf(orderId)).toHaveLength(1)
  })

  it('is no duplicate if it asks for other pieces', async () => {
    const world = createWorld()
    await sell(world, 3)
    const ask = (quantity: number) =>
      returnRequested({ order: { id: orderId }, lines: [{ sku: 'MUG-BLUE', quantity }] })
    await world.deliver('standard', ask(2))
    expect((await world.deliver('standard', ask(3))).reason?.code).toBe('too_many')
  })
})

describe('a second submit, whose first one was not there when it was looked for', () => {
  const submit = async (world: World) => await world.accept('standard', returnRequested(wanted))
  const onOrders = { method: 'POST', path: '/rest/orders', times: 1 }

  async function missing(world: World): Promise<string> {
    const first = await submit(world)
    await world.fault({ ...onOrders, kind: 'drop-before' })
    const { event } = await world.run(first)
    await world.advance((event.wakeAt ?? 0) - world.now())
    return first
  }
  const states = async ({ workflow }: World) =>
    Object.values((await workflow.records.get(`order#${orderId}`))?.records ?? {}).map(({ state }) => state)
  async function secondIsHeld(world: World, first: string) {
    expect(await states(world)).toEqual(['missing'])
    const second = await world.finish(await submit(world))
    expect(second).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: first } })
    expect(await world.returnsOf(orderId)).toEqual([])
  }

  it('is held while the first one is open: that one sends it again', async () => {
    const world = createWorld()
    await sellTwice(world)
    const first = await missing(world)
    await world.fault({ ...onOrders, kind: 'status', status: 429 })
    expect((await world.run(first)).event).toMatchObject({ status: 'waiting' })
    await secondIsHeld(world, first)
    expect(await world.finish(first)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(orderId)).toHaveLength(1)
  })

  it('is held while the first one is held: a release sends it again', async () => {
    const world = createWorld()
    await sellTwice(world)
    const first = await missing(world)
    const { addressRelations, ...others } = world.sandbox.world.store.orders.get(orderId) ?? {}
    await world.put(others)
    const held = await world.finish(first)
    expect(held).toMatchObject({ status: 'held', reason: { code: 'addresses_missing' } })
    await world.put({ ...others, addressRelations })
    await secondIsHeld(world, first)
    expect(await world.goOn(first, released)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(orderId)).toHaveLength(1)
  })
})

describe('an earlier submit with its return', () => {
  const all = { order: { id: orderId }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
  const submit = async (world: World) => await world.accept('standard', returnRequested(all))
  /** The events whose returns are done, by the order's own records. */
  const makers = async ({ workflow }: World) =>
    Object.values((await workflow.records.get(`order#${orderId}`))?.records ?? {}).flatMap(({ kind, state, by }) =>
      kind === 'return' && state === 'done' ? [by] : [],
    )

  /** The first has its return; the second was held, and a person has released it. */
  async function releaseSecond(world: World): Promise<{ first: string; second: string }> {
    await sellTwice(world)
    const first = await submit(world)
    await world.finish(first)
    const second = await submit(world)
    expect((await world.finish(second)).reason?.code).toBe('possible_duplicate')
    const held = await world.get(second)
    await world.decide(held.id, released)
    return { first, second }
  }

  it('keeps others held while a released one that met a limit waits, and that one is sent in the end', async () => {
    const world = createWorld()
    const { first, second } = await releaseSecond(world)
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'status', status: 429 })
    expect((await world.run(second)).event.status).toBe('waiting')
    expect(await makers(world)).toEqual([first])
    const third = await world.finish(await submit(world))
    expect(third).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: first } })
    expect((await world.finish(second)).status).toBe('done')
    expect(await makers(world)).toEqual([first, second])
    expect(await world.returnsOf(orderId)).toHaveLength(2)
  })
})

describe('a plan that was never sent', () => {
  it('is forgotten, so that its event ends as what it is', async () => {
    const world = createWorld()
    await sellTwice(world)
    const id = await world.accept('standard', returnRequested({ ...wanted, lines: 'all' }))
    const { workflow } = world
    const unreachable = async () => Promise.reject(new Error('the table cannot be reached'))
    const hurt = { ...workflow, records: { ...workflow.records, save: unreachable } }
    expect(await processEvent(hurt, id, world.now() + 2 * minute)).toBe('broken off')
    await world.put({ id: orderId, statusId: 8.1 })
    await world.advance(5 * minute)
    const { event } = await world.run(id)
    expect([event.status, event.reason?.code]).toEqual(['failed', 'order_cancelled'])
  })
})
