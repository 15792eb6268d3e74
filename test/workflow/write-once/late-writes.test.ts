import { describe, expect, it } from 'vitest'
import { discarded, released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import { processEvent } from '../../../lib/workflow/process-event.ts'
import { commentSubmitted, createWorld, minute, putReturn, returnRequested, type World } from '../world.ts'

describe('a process that wakes after its event was discarded', () => {
  const byNumber = { order: { externalNumber: '6203001001' } }

  it.each([
    ['return', 'before its lock', returnRequested({}), '/rest/orders', 'order#10001'],
    ['return', 'as it reads its order', returnRequested(byNumber), '/rest/orders', 'order#10001'],
    ['comment', 'before its lock', commentSubmitted({}), '/rest/comments', 'comment#standard/d1'],
    ['comment', 'as it reads its order', commentSubmitted(byNumber), '/rest/comments', 'comment#standard/d1'],
  ] as const)('sends no %s, stopped %s: the lock is free, its lease over', async (_kind, where, body, path, item) => {
    const world = createWorld()
    const before = world.effects()
    const { records, fetch } = world.ports
    const [reached, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const stopped =
      <Given extends unknown[], Answer>(real: (...given: Given) => Promise<Answer>) =>
      async (...given: Given): Promise<Answer> => {
        reached.resolve()
        await woken.promise
        return await real(...given)
      }
    const id = await world.accept('standard', body)
    const ports =
      where === 'before its lock' ? { records: { ...records, lock: stopped(records.lock) } } : { fetch: stopped(fetch) }
    const zombie = world.newProcess(ports)
    // Its function's time alone would not stop it.
    const run = processEvent(zombie, id, world.now() + 60 * minute)
    await reached.promise
    await world.advance(world.workflow.timing.leaseMs)
    await world.fault({ method: 'POST', path, times: 1, kind: 'status', status: 422 })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    await world.decide(id, discarded)
    const posts = async () => (await world.calls()).byRoute[`POST ${path}`]
    expect(await posts()).toBe(1)
    woken.resolve()
    expect(await run).toBe('lost')
    expect(await posts()).toBe(1)
    expect(world.effects()).toEqual(before)
    expect(await records.get(item)).toEqual({ id: item, records: {} })
  })
})

describe('a run that was ended right after it had sent', () => {
  it('leaves an event that is held, not failed, where its next run cannot even read the order', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const id = await world.accept('standard', returnRequested({}))
    await world.runUnsaved(id)
    await world.advance(world.workflow.timing.leaseMs)
    expect((await world.get(id)).progress).toEqual({})
    expect((await world.workflow.records.get('order#10001'))?.records[id]).toMatchObject({ state: 'sent' })
    await world.fault({ method: 'GET', path: '/rest/orders/10001', times: 1, kind: 'status', status: 422 })
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear', what: 'cannot_continue' } })
    expect(event.progress[id]).toMatchObject({ state: 'open', item: 'order#10001' })
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

describe('a second attempt that is refused', () => {
  const onOrders = { method: 'POST', path: '/rest/orders', times: 1 }

  /** The first attempt never arrived, and the second one is refused. */
  async function refused(status: number) {
    const world = createWorld()
    const { returns } = world.effects()
    await world.fault({ ...onOrders, kind: 'drop-before' })
    const { id, event } = await world.begin('standard', returnRequested({}))
    const first = (await world.workflow.records.get('order#10001'))?.records[id]
    expect(first).toMatchObject({ state: 'sent', tries: [{ sendBefore: expect.any(Number) }] })
    await world.advance((event.wakeAt ?? 0) - world.now())
    await world.fault({ ...onOrders, kind: 'status', status })
    await world.run(id)
    const posts = async () => (await world.calls()).byRoute['POST /rest/orders']
    /** The first attempt came through after all. */
    const comeThrough = () => putReturn(world, { statusId: 9.01, ownerId: 77 })
    const record = async () => (await world.workflow.records.get('order#10001'))?.records[id]
    const made = () => world.effects().returns - returns
    return { world, id, first, record, posts, comeThrough, made }
  }

  it.each([
    [429, 'waiting'],
    [422, 'failed'],
  ])('with %i keeps what recognises the first one, which is missing', async (status, end) => {
    const { world, id, first, record } = await refused(status)
    expect(await world.get(id)).toMatchObject({ status: end })
    expect(await record()).toEqual({ ...first, state: 'missing' })
  })

  it.each([
    [429, async () => {}],
    [422, (world: World, id: string) => world.decide(id, replayed)],
  ] as const)('with %i does not hide that the first one came through late', async (status, goOn) => {
    const { world, id, posts, comeThrough, made } = await refused(status)
    const late = await comeThrough()
    await goOn(world, id)
    expect(await world.finish(id)).toMatchObject({ status: 'done', progress: { [id]: { returnId: late.id } } })
    expect([await posts(), made()]).toEqual([2, 1])
  })

  it('for good claims nothing that another event has sent, while a person is asked what became of that', async () => {
    const { world, id, record, made } = await refused(422)
    const { id: strangersId } = await putReturn(world, { ownerId: 5, orderItems: [] })
    const ofOrder = (referenceOrderId: number) =>
      putReturn(world, {
        ...{ id: strangersId, ownerId: 5, orderItems: [] },
        orderReferences: [{ referenceType: 'parent', referenceOrderId }],
      })
    await world.fault({ ...onOrders, kind: 'drop-after' })
    const { id: second } = await world.begin('standard', returnRequested({}))
    const ours = (await world.returnsOf(10_001)).find((order) => order.id !== strangersId)
    // A list that lacks what was there before proves nothing.
    await ofOrder(10_002)
    expect(await world.finish(second)).toMatchObject({ status: 'held', reason: { what: 'list_incomplete' } })
    expect(await record()).toMatchObject({ by: id, state: 'missing' })
    await ofOrder(10_001)
    const event = await world.goOn(second, released)
    expect(event).toMatchObject({ status: 'done', progress: { [second]: { returnId: ours?.id } } })
    expect(made()).toBe(2)
  })

  it('for good leaves the pieces to others, and the next event of the order finds the late return', async () => {
    const { world, comeThrough, record, made } = await refused(422)
    const late = await comeThrough()
    const teapot = returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] })
    expect(await world.deliver('standard', teapot)).toMatchObject({ status: 'done' })
    expect(await record()).toMatchObject({ state: 'done', id: late.id })
    expect(made()).toBe(2)
    const again = await world.deliver('standard', returnRequested({}))
    expect(again).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
  })
})

describe('an unclear write of a discarded event', () => {
  it('claims nothing that came after it: a later write whose answer is lost keeps its return', async () => {
    const world = createWorld()
    const onOrders = { method: 'POST', path: '/rest/orders', times: 1 }
    await world.fault({ ...onOrders, kind: 'drop-before' })
    const { id: first } = await world.begin('standard', returnRequested({}))
    await putReturn(world, { statusId: 8, ownerId: 5 })
    expect(await world.finish(first)).toMatchObject({ status: 'held', reason: { what: 'similar' } })
    await world.decide(first, discarded)
    const { returns } = world.effects()
    const second = await world.accept('standard', returnRequested({}))
    expect(await world.finish(second)).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
    await world.decide(second, released)
    await world.fault({ ...onOrders, kind: 'drop-after' })
    const event = await world.finish(second)
    expect(event).toMatchObject({ status: 'done' })
    expect(world.effects().returns - returns).toBe(1)
    expect(event.history.map(({ code }) => code)).not.toContain('missing')
    const records = (await world.workflow.records.get('order#10001'))?.records ?? {}
    expect(records[first]).toMatchObject({ state: 'sent' })
    expect(records[second]).toMatchObject({ state: 'done', id: event.progress[second]?.returnId })
  })
})

describe('a write that is missing', () => {
  it.each([
    ['first', 1],
    ['second', 2],
  ])('waits while the list does not show yet what another event has just made by its %s try', async (_which, tries) => {
    const world = createWorld()
    const returns = world.effects().returns
    await world.fault({ method: 'POST', path: '/rest/orders', times: tries, kind: 'drop-before' })
    const { id: first, event } = await world.begin('standard', returnRequested({}))
    await world.advance((event.wakeAt ?? 0) - world.now())
    const second = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
    for (let run = 1; run <= tries; run += 1) {
      const { event } = await world.run(second)
      if (run < tries) await world.advance((event.wakeAt ?? 0) - world.now())
    }
    const record = async () => (await world.workflow.records.get('order#10001'))?.records[first]
    expect(await record()).toMatchObject({ state: 'missing' })
    const made = (await world.get(second)).progress[second]?.returnId
    const showUnder = (referenceOrderId: number) =>
      putReturn(world, {
        id: made,
        orderItems: undefined,
        orderReferences: [{ referenceType: 'parent', referenceOrderId }],
      })
    await showUnder(10_002)
    const { event: waiting } = await world.run(first)
    expect(waiting).toMatchObject({ status: 'waiting' })
    expect(waiting.wakeAt).toBeGreaterThan(world.now() + minute)
    await showUnder(10_001)
    expect(await world.finish(first)).toMatchObject({ status: 'done' })
    expect(await world.finish(second)).toMatchObject({ status: 'done' })
    expect(world.effects().returns - returns).toBe(2)
  })
})
