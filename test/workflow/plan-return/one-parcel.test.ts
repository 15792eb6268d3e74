import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { doOne } from '../../../lib/workflow/do-commands.ts'
import { startWork } from '../../../lib/workflow/start-work.ts'
import { createMemoryInbox, createMemoryRecords } from '../../memory/memory-stores.ts'
import { createDesk } from '../../operator/desk.ts'
import {
  answering,
  aReturnLine,
  createWorld,
  minute,
  putRecords,
  putReturn,
  restate,
  returnRequested,
  type World,
  type WorldOptions,
} from '../world.ts'

const day = 24 * 60 * minute
const orderId = 20_001
const addresses = [1, 2].map((typeId) => ({ typeId, addressId: 60_000 + typeId }))
const mugLine = 30_500

const sources = {
  standard: { kind: 'standard' },
  shop: { kind: 'standard', tells: 'refund' },
} as const satisfies ConfigInput['sources']

/** An order of mugs and shirts. */
async function sold(
  pieces: { mugs: number; shirts?: number },
  config: Partial<ConfigInput> = {},
  {
    tables = {},
    fetch = (real) => real,
    ...fields
  }: Pick<WorldOptions, 'tables' | 'fetch'> & Record<string, unknown> = {},
): Promise<World> {
  const world = createWorld({ config: { sources, ...config }, tables, fetch })
  const { mugs, shirts = 0 } = pieces
  const orderItems = [
    { id: mugLine, itemVariationId: 1101, quantity: mugs, sku: 'MUG' },
    { id: mugLine + 1, itemVariationId: 1102, quantity: shirts, sku: 'SHIRT' },
  ]
    .filter(({ quantity }) => quantity > 0)
    .map(({ sku, ...item }) => ({ ...item, typeId: 1, properties: [{ typeId: 98, value: sku }] }))
  const body = { id: orderId, typeId: 1, statusId: 7, orderItems, addressRelations: addresses, ...fields }
  await world.put(body)
  return world
}

/** A return that a person enters in the back office. */
async function byHand(world: World, pieces: { mugs?: number; shirts?: number }, fields: object = {}): Promise<number> {
  const lines = [
    [mugLine, 1101, pieces.mugs ?? 0],
    [mugLine + 1, 1102, pieces.shirts ?? 0],
  ] as const
  const { id } = await putReturn(world, {
    ...{ statusId: 9, ownerId: 12 },
    orderReferences: [{ referenceType: 'parent', referenceOrderId: orderId }],
    orderItems: lines
      .filter(([, , quantity]) => quantity > 0)
      .map(([lineId, variationId, quantity]) => aReturnLine(lineId, variationId, quantity)),
    ...fields,
  })
  return id
}

/** An order or a return, by a person in the back office. */
const cancel = (world: World, id: number) => restate(world, id, 8)

const mugs = (quantity: number) => ({ order: { id: orderId }, lines: [{ sku: 'MUG', quantity }] })

const report = async (world: World, source: keyof typeof sources, data: object = mugs(1)) =>
  await world.deliver(source, returnRequested({ ...data }))

const returned = async (world: World) =>
  (await world.returnsOf(orderId)).filter(({ statusId }) => statusId !== 8).map(({ id }) => id)

describe('a refund of a parcel that has a return already', () => {
  it('is linked to the return that a person made, and comments the order', async () => {
    const world = await sold({ mugs: 2 })
    const id = await byHand(world, { mugs: 1 })
    const event = await report(world, 'shop')
    expect(event).toMatchObject({ status: 'done', progress: { [event.id]: { returnId: id, linked: true } } })
    expect(event.history).toContainEqual(expect.objectContaining({ code: 'linked', returnId: id }))
    expect(await returned(world)).toEqual([id])
    const [comment, ...more] = await world.commentsOf(orderId)
    expect(more).toEqual([])
    expect(comment?.text).toContain(`belongs to return ${id}`)
  })

  it('is a possible duplicate where its kind has reported the same a short time ago', async () => {
    const world = await sold({ mugs: 3 })
    const id = await byHand(world, { mugs: 2 })
    const first = await report(world, 'shop')
    const second = await report(world, 'shop')
    expect(first.progress[first.id]).toMatchObject({ returnId: id, linked: true })
    expect(second).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: first.id } })
    const { ask } = createDesk(world)
    await ask('event.release', { id: second.id })
    const released = await world.finish(second.id)
    expect(released.progress[second.id]).toMatchObject({ returnId: id, linked: true })
  })

  it('is a possible duplicate of one that created its return, though another return has the pieces too', async () => {
    const world = await sold({ mugs: 3, shirts: 1 })
    const first = await report(world, 'shop')
    await byHand(world, { mugs: 1 })
    expect((await report(world, 'shop')).reason).toMatchObject({ code: 'possible_duplicate', by: first.id })
    expect(await returned(world)).toHaveLength(2)
  })

  it('is linked to the line that came back, where its article stands on two', async () => {
    const world = createWorld({ config: { sources } })
    const properties = [{ typeId: 98, value: 'MUG' }]
    const orderItems = [0, 1].map((at) => ({
      ...{ id: mugLine + at, typeId: 1, itemVariationId: 1101, quantity: 1, properties },
    }))
    const body = { id: orderId, typeId: 1, statusId: 7, orderItems, addressRelations: addresses }
    await world.put(body)
    const id = await byHand(world, {}, { orderItems: [aReturnLine(mugLine + 1, 1101)] })
    const event = await report(world, 'shop')
    expect(event.progress[event.id]).toMatchObject({ returnId: id, linked: true })
  })

  it("is linked where the SKU is the order's, and its line has none", async () => {
    const orderItems = [{ id: mugLine, typeId: 1, itemVariationId: 1101, quantity: 2 }]
    const world = await sold({ mugs: 2 }, {}, { orderItems, properties: [{ typeId: 98, value: 'MUG' }] })
    const id = await byHand(world, { mugs: 1 })
    const event = await report(world, 'shop')
    expect(event.progress[event.id]).toMatchObject({ returnId: id, linked: true })
    expect(await returned(world)).toEqual([id])
  })

  it('is linked though another article was linked a moment ago', async () => {
    const world = await sold({ mugs: 1, shirts: 1 })
    const id = await byHand(world, { mugs: 1, shirts: 1 })
    await report(world, 'shop')
    const shirt = await report(world, 'shop', { order: { id: orderId }, lines: [{ sku: 'SHIRT', quantity: 1 }] })
    expect(shirt.progress[shirt.id]).toMatchObject({ returnId: id, linked: true })
  })

  describe('which the bridge has made', () => {
    const announced = async () => {
      const world = await sold({ mugs: 2 })
      const { id, progress } = await report(world, 'standard')
      return { world, made: progress[id]?.returnId as number }
    }

    it('creates its return where a person has cancelled that one', async () => {
      const { world, made } = await announced()
      await cancel(world, made)
      const { id, status, progress } = await report(world, 'shop')
      expect(status).toBe('done')
      expect(progress[id]?.linked).toBeUndefined()
      expect(await returned(world)).toEqual([progress[id]?.returnId])
    })

    it('is linked to the oldest where a person has entered the same pieces again', async () => {
      const { world, made } = await announced()
      await byHand(world, { mugs: 1 })
      const event = await report(world, 'shop')
      expect(event.progress[event.id]).toMatchObject({ state: 'done', returnId: made, linked: true })
      expect(await returned(world)).toHaveLength(2)
    })
  })

  it('creates its return where the other one is older than the window of parcels', async () => {
    const world = await sold({ mugs: 2 }, { parcelWindow: '10d' })
    await report(world, 'standard')
    await world.advance(11 * day)
    await report(world, 'shop')
    expect(await returned(world)).toHaveLength(2)
  })

  it('creates its return where the other one is older than the records are kept', async () => {
    const records = createMemoryRecords({ keepMs: 30 * day })
    const world = await sold({ mugs: 2 }, { retention: { ledgerDays: 30 } }, { tables: { records } })
    await report(world, 'standard')
    await world.advance(40 * day)
    records.expire(world.now())
    expect(await report(world, 'standard')).toMatchObject({ status: 'done' })
    expect(await returned(world)).toHaveLength(2)
  })

  it('is linked to the return that comes of an announcement whose answer was lost', async () => {
    const world = await sold({ mugs: 2 })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id: first } = await world.begin('standard', returnRequested(mugs(1)))
    const second = await world.accept('shop', returnRequested(mugs(1)))
    // The refund is worked on first once the write has settled: it must not overtake the announcement.
    const settled = await world.get(first)
    await world.advance((settled.wakeAt ?? 0) - world.now() + 1)
    const early = await world.run(second)
    expect(early.event.status).toBe('waiting')
    expect((await world.finish(first)).status).toBe('done')
    expect((await world.finish(second)).progress[second]).toMatchObject({ linked: true })
    expect(await returned(world)).toHaveLength(1)
  })
})

/** Records as versions have stored them that knew no kinds. */
async function forgetKinds(world: World): Promise<void> {
  const { records = {} } = (await world.ports.records.get(`order#${orderId}`)) ?? {}
  const entries = Object.entries(records).map(([key, { tells: _, ...record }]) => [key, record])
  await putRecords(world, `order#${orderId}`, Object.fromEntries(entries))
}

describe('a return that an earlier version has created', () => {
  it('is of the kind that its source reports', async () => {
    const world = await sold({ mugs: 3 })
    const first = await report(world, 'standard')
    await forgetKinds(world)
    const second = await report(world, 'standard')
    expect(second).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: first.id } })
    await world.advance(8 * day)
    const third = await report(world, 'standard')
    expect(third.progress[third.id]?.linked).toBeUndefined()
    expect(await returned(world)).toHaveLength(2)
  })

  it('gets the refund that comes after it', async () => {
    const world = await sold({ mugs: 3 })
    const [announced] = [await report(world, 'standard'), await forgetKinds(world)]
    const refund = await report(world, 'shop')
    const { returnId } = announced.progress[announced.id] ?? {}
    expect(refund.progress[refund.id]).toMatchObject({ returnId, linked: true })
  })
})

/** A request whose first try got lost and is not there, and then its event is discarded. */
async function discardedTry(world: World, source: keyof typeof sources, more: object = {}): Promise<string> {
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
  const { id, event } = await world.begin(source, returnRequested({ ...mugs(1), ...more }))
  await world.advance((event.wakeAt ?? 0) - world.now() + 1)
  await createDesk(world).ask('event.discard', { id, note: 'nothing is there' })
  return id
}

it('a return that came of a lost try is noticed, also where a refund is linked to it', async () => {
  const world = await sold({ mugs: 3 })
  const { ask } = createDesk(world)
  const first = await discardedTry(world, 'standard')
  await ask('event.replay', { id: first })
  const { event } = await world.run(first)
  const made = event.progress[first]?.returnId as number
  expect([event.status, made]).toEqual(['waiting', expect.any(Number)])
  await report(world, 'shop')
  const late = await byHand(world, { mugs: 1 }, { ownerId: 77, statusId: 9.01 })
  const { id } = await world.begin('shop', returnRequested(mugs(1))).then((run) => run.event)
  expect((await ask('event.link', { id, returnId: late })).result).toMatchObject({ status: 'done', returnIds: [late] })
  expect(await world.finish(first)).toMatchObject({ status: 'held', reason: { what: 'twice', ids: [made, late] } })
})

describe('a request that was sent and is not there', () => {
  it('goes before a later one of its parcel, also with sameParcel off', async () => {
    const world = await sold({ mugs: 2 }, { sameParcel: 'off' })
    const first = await discardedTry(world, 'standard', { parcel: 'R1' })
    await createDesk(world).ask('event.replay', { id: first })
    const refund = returnRequested({ ...mugs(1), parcel: 'R1', tells: 'refund' })
    const { event } = await world.begin('standard', refund)
    expect(event.status).toBe('waiting')
    await world.finish(first)
    expect((await world.finish(event.id)).progress[event.id]).toMatchObject({ linked: true })
    expect(await returned(world)).toHaveLength(1)
  })

  it('does not wait for a later one that waits for it', async () => {
    const world = await sold({ mugs: 2 })
    const first = await discardedTry(world, 'standard')
    await world.advance(minute)
    const second = await discardedTry(world, 'shop')
    const { ask } = createDesk(world)
    for (const id of [second, first]) await ask('event.replay', { id })
    await world.run(second)
    expect((await world.finish(first)).progress[first]?.linked).toBeUndefined()
    expect((await world.finish(second)).progress[second]).toMatchObject({ linked: true })
    expect(await returned(world)).toHaveLength(1)
  })

  /** It is linked to the return of an announcement, and its lost try is carried out after all. */
  const comesLate = async () => {
    const world = await sold({ mugs: 3 })
    const id = await discardedTry(world, 'shop')
    const announced = await report(world, 'standard')
    const made = announced.progress[announced.id]?.returnId as number
    const { ask } = createDesk(world)
    await ask('event.replay', { id })
    // Until the list must show the announcement's return.
    await world.advance(2 * minute)
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'waiting', progress: { [id]: { returnId: made, linked: true } } })
    const late = await byHand(world, { mugs: 1 }, { ownerId: 77, statusId: 9.01 })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { what: 'twice', ids: [made, late] } })
    const finish = async () => {
      await ask('event.release', { id })
      return (await world.finish(id)).progress[id]
    }
    const record = async () => (await world.ports.records.get(`order#${orderId}`))?.records[id]
    return { made, late, cancel: (id: number) => cancel(world, id), finish, record }
  }

  it('stays linked where a person cancels what came of its lost try', async () => {
    const { made, late, cancel, finish, record } = await comesLate()
    await cancel(late)
    expect(await finish()).toMatchObject({ returnId: made, linked: true, state: 'done' })
    expect(await record()).toMatchObject({ id: made, linked: true })
  })

  it('has a return of its own where a person cancels the one that it was linked to', async () => {
    const { made, late, cancel, finish, record } = await comesLate()
    await cancel(made)
    const progress = await finish()
    expect(progress).toMatchObject({ returnId: late, state: 'done' })
    expect(progress?.linked).toBeUndefined()
    expect(await record()).not.toHaveProperty('linked')
  })
})

it('an event that fails after a run that was ended knows that it was linked', async () => {
  let ids = 0
  const inbox = createMemoryInbox({ newId: () => `id-${++ids}` })
  let isDown = true
  const save: typeof inbox.save = async (...args) => {
    if (isDown) throw new Error('the process has ended')
    await inbox.save(...args)
  }
  const world = await sold({ mugs: 2 }, {}, { tables: { inbox: { ...inbox, save } } })
  const returnId = await byHand(world, { mugs: 1 })
  const id = await world.accept('shop', returnRequested(mugs(1)))
  expect((await world.run(id)).event.progress).toEqual({})
  isDown = false
  await world.advance(10 * minute)
  await world.fault({ method: 'GET', path: `/rest/orders/${orderId}`, times: 1, kind: 'status', status: 404 })
  expect(await world.finish(id)).toMatchObject({ status: 'failed', progress: { [id]: { returnId, linked: true } } })
})

describe('what is not certain is for a person', () => {
  it('two unequal returns hold a part of it each', async () => {
    const world = await sold({ mugs: 4, shirts: 1 })
    const ids = [await byHand(world, { mugs: 2 }), await byHand(world, { mugs: 2, shirts: 1 })]
    const event = await report(world, 'shop', mugs(3))
    expect(event).toMatchObject({ status: 'held', reason: { code: 'same_parcel', what: 'part', orderId, ids } })
    expect(await returned(world)).toHaveLength(2)
  })

  it.each([
    ['one return, at once', 0, 'R1', ['done', 1, true]],
    ['one return, a month later', 30, 'R1', ['done', 1, true]],
    ['two returns where they name two', 30, 'R2', ['done', 2, undefined]],
  ] as const)('with sameParcel off the reports of a parcel are of %s', async (_, days, parcel, expected) => {
    const world = await sold({ mugs: 2 }, { sameParcel: 'off' })
    await report(world, 'standard', { ...mugs(1), parcel: 'R1' })
    await world.advance(days * day)
    const { id, status, progress } = await report(world, 'standard', { ...mugs(1), parcel, tells: 'refund' })
    expect([status, (await returned(world)).length, progress[id]?.linked]).toEqual(expected)
  })

  it('a release counts for the returns that the person was shown', async () => {
    const world = await sold({ mugs: 3 }, { sameParcel: 'hold' })
    const { ask } = createDesk(world)
    const first = await byHand(world, { mugs: 1 })
    const { id } = await report(world, 'shop')
    const second = await byHand(world, { mugs: 1 })
    await ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { ids: [first, second] } })
  })
})

describe('more was asked for than is left, and a release approves what is left', () => {
  const releasedBeside = async (pieces: number) => {
    const world = await sold({ mugs: 3 })
    const { id } = await report(world, 'standard', mugs(4))
    expect((await world.get(id)).reason?.code).toBe('too_many')
    const returnId = await byHand(world, { mugs: pieces })
    await createDesk(world).ask('event.release', { id })
    return { event: await world.finish(id), returnId, ids: await returned(world) }
  }

  it('creates a return of what that return lacks', async () => {
    const { event, returnId, ids } = await releasedBeside(2)
    expect(event.progress[event.id]).toMatchObject({ state: 'done', returnId: ids[1], also: [returnId] })
    expect(ids).toEqual([returnId, expect.any(Number)])
  })
})

it('a release answers the question whatever order the returns are listed in', async () => {
  let isTurned = false
  const turned = answering<{ entries: unknown[] }>(/^\/rest\/orders$/, ({ entries, ...list }) => ({
    ...list,
    entries: isTurned ? entries.toReversed() : entries,
  }))
  const world = await sold({ mugs: 3, shirts: 1 }, {}, { fetch: turned })
  const ids = [await byHand(world, { mugs: 1 }), await byHand(world, { mugs: 1, shirts: 1 })]
  const { id, reason } = await report(world, 'shop')
  expect(reason).toMatchObject({ code: 'same_parcel', ids })
  isTurned = true
  await createDesk(world).ask('event.release', { id })
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(await returned(world)).toHaveLength(3)
})

describe('a return that a person asks for through the bridge', () => {
  const asked = { order: { id: orderId }, lines: [{ sku: 'MUG', quantity: 1 }] }

  it('is held beside one of the same pieces, and made once it is released', async () => {
    const world = await sold({ mugs: 2 })
    const { ask } = createDesk(world)
    const announced = await report(world, 'standard')
    const ids = [announced.progress[announced.id]?.returnId]
    const dry = await ask('return.create', { ...asked, dryRun: true })
    expect(dry.result).toMatchObject({ reason: { code: 'same_parcel', what: 'covered', ids } })
    const { result = {} } = await ask('return.create', asked)
    expect(result).toMatchObject({ status: 'held', reason: { code: 'same_parcel', what: 'covered', ids } })
    expect(await returned(world)).toHaveLength(1)
    await ask('event.release', { id: result.id })
    expect((await world.finish(String(result.id))).status).toBe('done')
    expect(await returned(world)).toHaveLength(2)
  })
})

describe('event.link', () => {
  const heldEvent = async () => {
    const world = await sold({ mugs: 3, shirts: 1 })
    const ids = [await byHand(world, { mugs: 1 }), await byHand(world, { mugs: 1, shirts: 1 })]
    const { id } = await report(world, 'shop')
    return { world, ids, id, ask: createDesk(world).ask }
  }

  it('ends the event with the return that the person names', async () => {
    const { world, ids, id, ask } = await heldEvent()
    const { result } = await ask('event.link', { id, returnId: ids[1], note: 'one parcel' })
    expect(result).toMatchObject({ id, status: 'done', returnIds: [ids[1]] })
    expect(await returned(world)).toEqual(ids)
    expect(await world.commentsOf(orderId)).toHaveLength(1)
    expect((await world.get(id)).history).toContainEqual(
      expect.objectContaining({ code: 'link_chosen', returnId: ids[1], note: 'one parcel' }),
    )
  })

  it('asks again where the return was cancelled meanwhile', async () => {
    const { world, ids, id, ask } = await heldEvent()
    const [first = 0] = ids
    await world.fault({ method: 'GET', path: `/rest/orders/${orderId}`, times: 1, kind: 'status', status: 500 })
    await ask('event.link', { id, returnId: first })
    await cancel(world, first)
    expect(await world.finish(id)).toMatchObject({
      status: 'held',
      reason: { code: 'same_parcel', what: 'gone', ids: [first] },
    })
  })

  it.each<[string, Partial<ConfigInput>]>([
    ['is older than the window of parcels', { parcelWindow: '10d' }],
    ['nobody looks for, because that is off', { sameParcel: 'off' }],
  ])('links to a return that %s', async (_, config) => {
    const world = await sold({ mugs: 2 }, config)
    const returnId = await byHand(world, { mugs: 1 })
    await world.advance(11 * day)
    const { id } = await report(world, 'shop', { order: { id: orderId }, lines: [{ sku: 'CUP', quantity: 1 }] })
    const { result } = await createDesk(world).ask('event.link', { id, returnId })
    expect(result).toMatchObject({ status: 'done', returnIds: [returnId] })
    expect(await returned(world)).toEqual([returnId])
  })

  it('ends an event whose write got lost, with the return that a person has entered instead', async () => {
    const world = await sold({ mugs: 2 })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id } = await world.begin('standard', returnRequested(mugs(1)))
    const returnId = await byHand(world, { mugs: 1 })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { what: 'similar', ids: [returnId] } })
    await createDesk(world).ask('event.link', { id, returnId })
    expect((await world.finish(id)).progress[id]).toMatchObject({ returnId, linked: true, state: 'done' })
    expect(await returned(world)).toEqual([returnId])
  })

  it('ends an event that was held as a possible duplicate', async () => {
    const world = await sold({ mugs: 3 })
    const returnId = await byHand(world, { mugs: 2 })
    await report(world, 'shop')
    const { id, reason } = await report(world, 'shop')
    expect(reason?.code).toBe('possible_duplicate')
    const { result } = await createDesk(world).ask('event.link', { id, returnId })
    expect(result).toMatchObject({ status: 'done', returnIds: [returnId] })
  })

  it('ends each of two events whose lines nobody knows', async () => {
    const world = await sold({ mugs: 2 })
    const returnId = await byHand(world, { mugs: 1 })
    const { ask } = createDesk(world)
    for (const sku of ['CUP', 'BEAKER']) {
      const { id } = await report(world, 'shop', { order: { id: orderId }, lines: [{ sku, quantity: 1 }] })
      expect((await ask('event.link', { id, returnId })).result).toMatchObject({
        status: 'done',
        returnIds: [returnId],
      })
    }
  })

  it.each([
    ['a return that is not there', 'not_found', () => 999_999],
    ['a sales order', 'conflict', () => orderId],
    ['a return of another order', 'conflict', () => 600_001],
  ])('refuses %s', async (_, code, returnId) => {
    const { id, ask, world } = await heldEvent()
    expect(await ask('event.link', { id, returnId: returnId() })).toMatchObject({ ok: false, error: { code } })
    expect((await world.get(id)).status).toBe('held')
  })

  it('refuses a return of another order than the one that the event names, also before it was looked at', async () => {
    const world = await sold({ mugs: 2 })
    const { id, reason } = await report(world, 'standard', { ...mugs(1), email: 'a@example.com', requireEmail: true })
    expect(reason?.code).toBe('email_mismatch')
    const asked = { id, returnId: 600_001 }
    expect(await createDesk(world).ask('event.link', asked)).toMatchObject({ error: { code: 'conflict' } })
    expect((await world.get(id)).status).toBe('held')
  })

  it('refuses a cancelled return, an event that is done, and one that asks for no return', async () => {
    const { world, id, ids, ask } = await heldEvent()
    const cancelled = await byHand(world, { mugs: 1 }, { statusId: 8 })
    expect(await ask('event.link', { id, returnId: cancelled })).toMatchObject({ error: { code: 'conflict' } })
    await ask('event.link', { id, returnId: ids[0] })
    expect(await ask('event.link', { id, returnId: ids[1] })).toMatchObject({ error: { code: 'conflict' } })
    const comment = { type: 'comment.submitted', data: { order: { externalNumber: 'none' }, text: 'Hello' } }
    const other = await world.deliver('standard', { ...comment, timestamp: '2026-03-02T09:00:00Z' })
    expect(await ask('event.link', { id: other.id, returnId: ids[1] })).toMatchObject({ error: { code: 'conflict' } })
  })
})

describe('a report whose pieces lie in several returns', () => {
  const both = async (fault?: object) => {
    const world = await sold({ mugs: 2 })
    const entered = await byHand(world, { mugs: 1 })
    if (fault) await world.fault({ method: 'POST', path: '/rest/orders', times: 1, ...fault })
    const event = await report(world, 'standard', mugs(2))
    const made = event.progress[event.id]?.returnId as number
    return { world, entered, event, made, ask: createDesk(world).ask }
  }

  it.each([
    ['its answer comes', undefined],
    ['its answer is lost', { kind: 'drop-after' }],
    ['its request is lost', { kind: 'drop-before' }],
  ])('names all of them where %s', async (_, fault) => {
    const { world, entered, event, made, ask } = await both(fault)
    expect(event).toMatchObject({ status: 'done', progress: { [event.id]: { returnId: made, also: [entered] } } })
    expect(await returned(world)).toEqual([entered, made])
    const [comment, ...more] = await world.commentsOf(orderId)
    expect(more).toEqual([])
    expect(comment?.text).toContain(
      `Return ${made} was created for a request from standard. The other pieces of the request are in return ${entered}.`,
    )
    expect((await ask('event.get', { id: event.id })).result).toMatchObject({ returnIds: [made, entered] })
    const { result } = await ask('why', { orderId })
    expect(result).toMatchObject({ writes: expect.arrayContaining([expect.objectContaining({ also: [entered] })]) })
  })

  it('is for a person where parcels are always asked about', async () => {
    const world = await sold({ mugs: 2 }, { sameParcel: 'hold' })
    const entered = await byHand(world, { mugs: 1 })
    const event = await report(world, 'standard', mugs(2))
    expect(event).toMatchObject({ status: 'held', reason: { code: 'same_parcel', what: 'part', ids: [entered] } })
  })
})

describe('a report that may make no return', () => {
  /** As its source translates it: what it finds, and under its key whoever else reports it. */
  async function runOf(world: World, by: string, key = by) {
    const claimed = { ...(await world.get(by)), status: 'running' as const, epoch: 1, leaseUntil: world.now() + minute }
    const { work, translated } = startWork(world.workflow, claimed, world.now() + minute)
    const [first] = Array.isArray(translated) ? translated : []
    if (first?.command.type !== 'create-return') throw new Error('it asks for no return')
    const one = { key, command: { ...first.command, mayMake: false as const, text: 'Refunded in the shop.' } }
    expect(await doOne(work, one, [one])).toEqual({ kind: 'continue' })
    return work.progress(key)
  }

  it('becomes its comment where there is none, once, whoever reports it and however a run ended', async () => {
    const world = await sold({ mugs: 2 })
    const [id, other] = [
      await world.accept('shop', returnRequested(mugs(1))),
      await world.accept('shop', returnRequested(mugs(1))),
    ]
    const done = { state: 'done', orderId, comment: { orderId } }
    expect(await runOf(world, id)).toMatchObject(done)
    await byHand(world, { mugs: 1 })
    expect(await runOf(world, id)).toMatchObject(done)
    expect(await runOf(world, other, id)).toMatchObject({ state: 'done', by: id })
    const [comment, ...more] = await world.commentsOf(orderId)
    expect(more).toEqual([])
    for (const words of ['belongs to no return', '1 × MUG', 'Refunded in the shop.'])
      expect(comment?.text).toContain(words)
    expect(await returned(world)).toHaveLength(1)
  })

  it('is linked to what there is, and leaves the rest', async () => {
    const world = await sold({ mugs: 2 })
    const returnId = await byHand(world, { mugs: 1 })
    const id = await world.accept('shop', returnRequested(mugs(2)))
    expect(await runOf(world, id)).toMatchObject({ state: 'done', returnId, linked: true })
    expect(await returned(world)).toEqual([returnId])
  })
})
