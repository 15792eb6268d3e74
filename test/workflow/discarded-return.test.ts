import { describe, expect, it } from 'vitest'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { answering, createWorld, minute, returnRequested, type World, type WorldOptions } from './world.ts'

const keyOf = (id: string) => `standard/${id.slice(id.indexOf('/') + 1)}`

const openRecords = async (world: World) =>
  Object.values((await world.workflow.records.get('order#10001'))?.records ?? {}).filter(
    ({ state }) => state !== 'done',
  )

/** One mug of two was sent back and the answer lost, and the event was discarded. */
async function discardedReturn(
  kind: 'drop-before' | 'drop-after',
  { before, ...options }: WorldOptions & { before?: true } = {},
) {
  const world = createWorld(options)
  if (before) await teapot(world)
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind })
  const { id } = await world.begin('standard', returnRequested({}))
  await world.decide(id, discarded)
  const mugs = async () =>
    (await world.returnsOf(10_001)).filter(({ orderItems }) => orderItems[0]?.itemVariationId === 1101)
  const change = (order: object | undefined, fields: object) => world.put({ ...order, ...fields })
  return { world, id, mugs, change }
}

const teapot = async (world: World) => {
  const other = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
  expect(await world.finish(other)).toMatchObject({ status: 'done' })
}

/** Another event of the order settles what was sent. */
async function settledByAnother(world: World) {
  await teapot(world)
  expect((await openRecords(world)).filter(({ state }) => state === 'sent')).toEqual([])
}

it('a return that was discarded is found by a replay, not made again', async () => {
  const { world, id, mugs } = await discardedReturn('drop-after')
  const [ours] = await mugs()
  await settledByAnother(world)
  await world.decide(id, replayed)
  expect(await world.finish(id)).toMatchObject({ status: 'done', progress: { [keyOf(id)]: { returnId: ours?.id } } })
  expect(await mugs()).toHaveLength(1)
  expect((await world.workflow.records.get('order#10001'))?.records[keyOf(id)]).toMatchObject({
    state: 'done',
    id: ours?.id,
  })
  const again = await world.deliver('standard', returnRequested({}))
  expect(again).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
})

it('a return that was discarded and is not there is made by a replay', async () => {
  const { world, id, mugs } = await discardedReturn('drop-before')
  await settledByAnother(world)
  expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
  expect(await mugs()).toHaveLength(1)
})

it('a return that was discarded and cancelled is made anew by a replay', async () => {
  const { world, id, mugs, change } = await discardedReturn('drop-after')
  const [ours] = await mugs()
  await change(ours, { statusId: 8 })
  await settledByAnother(world)
  expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
  expect((await mugs()).map(({ statusId }) => statusId)).toEqual([8, 9.01])
})

it('what another user returned is not taken for a return that was discarded: the event only belongs to it', async () => {
  const { world, id, mugs, change } = await discardedReturn('drop-after')
  const [ours] = await mugs()
  await change(ours, { ownerId: 5 })
  const event = await world.goOn(id, replayed)
  expect(event.progress[keyOf(id)]).toMatchObject({ returnId: ours?.id, linked: true })
  expect(event.history.map(({ code }) => code)).not.toContain('found')
})

it('other pieces of its lines are for a person, until what is too much is cancelled', async () => {
  const { world, id, mugs, change } = await discardedReturn('drop-after')
  const [ours] = await mugs()
  await change({ ...ours, id: undefined }, { orderItems: ours?.orderItems.map((item) => ({ ...item, quantity: 0.5 })) })
  const event = await world.goOn(id, replayed)
  expect(event).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
  const [, other] = await mugs()
  expect(event.reason).toMatchObject({ what: 'similar', ids: [ours?.id, other?.id] })
  await change(other, { statusId: 8 })
  await world.decide(id, released)
  expect(await world.finish(id)).toMatchObject({ status: 'done', progress: { [keyOf(id)]: { returnId: ours?.id } } })
})

describe('a list that proves nothing', () => {
  /** The list of an order's returns as it is answered once `lie` is set. */
  const lying = () => {
    const list: { lie?: (entries: object[]) => object[] } = {}
    const fetch = answering<{ entries: object[] }>(/^\/rest\/orders$/, ({ entries, ...answer }) => ({
      ...answer,
      entries: list.lie?.(entries) ?? entries,
    }))
    return { list, fetch }
  }

  it.each<[string, (entries: object[]) => object[]]>([
    ['lacks what was there before', () => []],
    ['holds entries of other orders', ([ours, ...others]) => [...others, { ...ours, typeId: 1 }]],
  ])('is for a person where it %s; the return is found by a release, not made again', async (_title, lie) => {
    const { list, fetch } = lying()
    const { world, id, mugs } = await discardedReturn('drop-after', { fetch, before: true })
    list.lie = lie
    expect(await world.goOn(id, replayed)).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    delete list.lie
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
    expect(await mugs()).toHaveLength(1)
  })

  it('does not make a return of ours new to a later one: cancelled and replayed, it is not taken for that one', async () => {
    const { list, fetch } = lying()
    const { world, id, mugs, change } = await discardedReturn('drop-after', { fetch })
    const [ours] = await mugs()
    await settledByAnother(world)
    await world.advance(8 * 24 * 60 * minute)
    list.lie = () => []
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const later = await world.accept('standard', returnRequested({}))
    expect((await world.run(later)).event).toMatchObject({ status: 'waiting' })
    expect(await openRecords(world)).toMatchObject([{ state: 'sent', by: later }])
    delete list.lie
    await change(ours, { statusId: 8 })
    await world.decide(id, replayed)
    // What it had made counts no more, and it waits for the later one to settle.
    await world.run(id)
    expect(Object.keys((await world.workflow.records.get('order#10001'))?.records ?? {})).not.toContain(keyOf(id))
    const event = await world.finish(later)
    expect(event).toMatchObject({ status: 'done' })
    expect(event.progress[keyOf(later)]?.returnId).not.toBe(ours?.id)
    expect((await mugs()).map(({ statusId }) => statusId)).toEqual([8, 9.01])
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: later } })
  })

  it('does not hide what was sent from a second submit: that is held and makes no second return', async () => {
    const { list, fetch } = lying()
    const { world, id, mugs } = await discardedReturn('drop-after', { fetch, before: true })
    list.lie = () => []
    const second = await world.deliver('standard', returnRequested({}))
    expect(second).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', what: 'same_lines', by: id } })
    expect(await mugs()).toHaveLength(1)
    expect(await openRecords(world)).toMatchObject([{ state: 'sent', by: id }])
  })
})

it('a return that another user made of the same line does not hide it from a replay that breaks off', async () => {
  const { world, id, mugs, change } = await discardedReturn('drop-after')
  const [ours] = await mugs()
  await change({ ...ours, id: undefined }, { ownerId: 5 })
  await world.decide(id, replayed)
  await world.advance(2 * minute)
  const { records } = world.ports
  const breaks = async () => {
    throw new Error('the table is gone')
  }
  world.workflow.records = { ...records, save: breaks }
  expect((await world.run(id)).how).toBe('broken off')
  world.workflow.records = records
  await world.advance(world.workflow.timing.leaseMs)
  expect(await world.finish(id)).toMatchObject({ status: 'done', progress: { [keyOf(id)]: { returnId: ours?.id } } })
})
