import { describe, expect, it } from 'vitest'
import { discarded, replayed } from '../../lib/inbox/operator-transitions.ts'
import { openItem } from '../../lib/inbox/progress.ts'
import { type ItemId, LostLock, type WriteRecord } from '../../lib/state/write-record.ts'
import { anOrderBody, createOrders } from '../workflow/new-orders.ts'
import { commentSubmitted, returnRequested } from '../workflow/world.ts'
import { audited, createAudited, firstOf, putReturn, us } from './audit-world.ts'

type World = ReturnType<typeof audited>
const order: ItemId = 'order#10001'
const key = 'standard/d1'
const lost = (kind: 'drop-after' | 'drop-before', path = '/rest/orders') => ({ method: 'POST', path, times: 1, kind })

/** An event whose write to `path` got no answer, and that a person has discarded since. `kind`: whether it was carried out. */
async function discardedWith(world: World, kind: 'drop-after' | 'drop-before', path?: string) {
  await world.fault(lost(kind, path))
  const id = await world.accept('standard', returnRequested({}))
  expect((await world.run(id)).event.status).toBe('waiting')
  await world.move(id, discarded)
  return id
}

const recordsOf = async (world: World, item: ItemId = order): Promise<Readonly<Record<string, WriteRecord>>> =>
  (await world.workflow.records.get(item))?.records ?? {}

const settling = 10 * 60_000
const standard = () => ({ world: createAudited() }) as unknown as ReturnType<typeof createOrders>

describe('an audit of a discarded event with a write of unknown outcome', () => {
  it('finds what was carried out, stores that, and writes nothing', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    const [made] = await world.returnsOf(10_001)
    await world.advance(settling)
    await world.control('/sandbox/calls', { method: 'DELETE' })
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
    expect((await recordsOf(world))[key]).toMatchObject({ state: 'done', id: made?.id, by: id })
    const { byRoute } = await world.calls()
    expect(Object.keys(byRoute).filter((route) => !route.startsWith('GET '))).toEqual([])
    expect((await world.workflow.records.get(order))?.lock).toBeUndefined()
  })

  it('stores that it is missing where nothing was carried out, and frees its order', async () => {
    const world = createAudited()
    await discardedWith(world, 'drop-before')
    await world.advance(settling)
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [], events: { checked: 0, writes: 1 } })
    expect((await recordsOf(world))[key]).toMatchObject({ state: 'missing' })
    expect((await world.returned()).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('waits until the write has settled', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    const { unseen, findings } = await world.audit()
    expect(findings).toEqual([])
    expect(unseen).toContainEqual({ event: id, code: 'not_settled', why: expect.stringContaining('not settled yet') })
    expect((await recordsOf(world))[key]?.state).toBe('sent')
    await world.advance(settling)
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
  })

  it('waits for whoever works on the order, and leaves the lock alone', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    await world.advance(settling)
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + 600_000 }
    await world.workflow.records.lock(order, { lock, now: world.now() })
    const { unseen } = await world.audit()
    expect(unseen).toContainEqual({ event: id, code: 'item_busy', why: expect.stringContaining('another run') })
    expect((await world.workflow.records.get(order))?.lock).toEqual(lock)
  })

  it('comes back another day where somebody has taken the item over', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    await world.advance(settling)
    const save = async () => {
      throw new LostLock('taken over')
    }
    const { unseen } = await world.audit({ records: { ...world.workflow.records, save } })
    expect(unseen).toContainEqual({ event: id, code: 'item_lost', why: expect.stringContaining('took over') })
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
    expect((await recordsOf(world))[key]?.state).toBe('done')
  })

  it('reports a write of unclear outcome each day, and stores nothing', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    const [made] = await world.returnsOf(10_001)
    const late = { ...made, id: 799_999 }
    world.sandbox.world.store.orders.put(late as never)
    await world.advance(settling)
    const write = { event: id, orderId: 10_001, kind: 'return', why: 'similar', ids: [made?.id, 799_999] }
    const finding = { what: 'write_unclear', ...write, says: expect.stringContaining('799999') }
    for (let days = 0; days < 2; days += 1) {
      expect((await world.audit()).findings).toEqual([finding])
      await world.days(1)
    }
    expect((await recordsOf(world))[key]?.state).toBe('sent')
  })

  it('reports none whose event a person has replayed while it was looked at', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-before', '/rest/comments')
    await world.advance(settling)
    await world.fault({ method: 'GET', path: '/rest/comments/order/10001', times: 9, kind: 'status', status: 404 })
    const { records } = world.workflow
    const unlock: typeof records.unlock = async (...given) => {
      await world.move(id, replayed)
      return await records.unlock(...given)
    }
    expect((await world.audit({ records: { ...records, unlock } })).findings).toEqual([])
  })

  it.each([
    ['/rest/orders', '/rest/orders/10001'],
    ['/rest/comments', '/rest/comments/order/10001'],
  ])('reports a write whose order is gone: %s', async (path, gone) => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-before', path)
    await world.advance(settling)
    await world.fault({ method: 'GET', path: gone, times: 9, kind: 'status', status: 404 })
    expect((await world.audit()).findings).toEqual([expect.objectContaining({ what: 'write_unclear', event: id })])
  })

  it('settles what the event itself does not know of', async () => {
    const world = createAudited()
    const id = await discardedWith(world, 'drop-after')
    const event = await world.get(id)
    await world.workflow.inbox.save(event, { ...event, progress: {}, writeId: 'forgotten' })
    await world.advance(settling)
    await world.audit()
    expect((await recordsOf(world))[key]?.state).toBe('done')
  })

  it('looks at nothing where no write is open', async () => {
    const world = createAudited()
    const { id } = await world.returned({ order: { id: 10_006 }, lines: 'all' })
    await world.move(id, discarded)
    const { lock } = world.workflow.records
    let locks = 0
    const counted: typeof lock = async (...given) => {
      locks += 1
      return await lock(...given)
    }
    expect(await world.audit({ records: { ...world.workflow.records, lock: counted } })).toMatchObject({ findings: [] })
    expect(locks).toBe(0)
  })

  const image = { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }
  const inGerman = { ...image, body: { ...image.body, language: 'de' } }
  const commands = (command: object) => [command]
  const demo = () => createOrders({ seed: 'demo' })
  it.each<[what: string, source: string, asked: unknown, path: string, item: string | RegExp, open: typeof demo]>([
    ['a comment that stands alone', 'standard', commentSubmitted({}), '/rest/comments', `comment#${key}`, standard],
    ["a return's comment", 'standard', returnRequested({}), '/rest/comments', order, standard],
    ['a new order', 'orders', [anOrderBody('N-1')], '/rest/orders', 'number#N-1', createOrders],
    ['an image', 'commands', commands(image), '/rest/items', /^image#901\/7002\/mandant\/1/, demo],
    ['an image for a language', 'commands', commands(inGerman), '/rest/items', /^image#901\/7002\/mandant\/1/, demo],
  ])('settles %s', async (_what, source, asked, path, item, open) => {
    for (const kind of ['drop-after', 'drop-before'] as const) {
      const world = audited(open().world)
      await world.fault(lost(kind, path))
      const { id, event } = await world.begin(source, asked)
      const openWrite = openItem(Object.values(event.progress)[0]) ?? ''
      expect(openWrite).toMatch(item)
      const sent = Object.entries(await recordsOf(world, openWrite as ItemId)).filter(
        ([, { state }]) => state === 'sent',
      )
      expect(sent).toHaveLength(1)
      await world.move(id, discarded)
      await world.advance(settling)
      expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
      const state = kind === 'drop-after' ? 'done' : 'missing'
      expect((await recordsOf(world, openWrite as ItemId))[sent[0]?.[0] ?? '']?.state).toBe(state)
    }
  })

  it('settles its comment beside that of another event on the same order', async () => {
    const world = createAudited()
    const ids: string[] = []
    for (const sku of ['MUG-BLUE', 'TEAPOT-W']) {
      await world.fault(lost('drop-after', '/rest/comments'))
      ids.push(await world.accept('standard', returnRequested({ lines: [{ sku, quantity: 1 }] })))
      await world.run(ids.at(-1) ?? '')
    }
    const [, id = ''] = ids
    await world.move(id, discarded)
    await world.advance(settling)
    expect((await recordsOf(world))[`${id}/comment`]?.state).toBe('sent')
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
    expect((await recordsOf(world))[`${id}/comment`]?.state).toBe('done')
  })
})

describe('an audit of a return of our user whose order has a write of unknown outcome', () => {
  const sent = async (world: World) => {
    await world.fault(lost('drop-after'))
    const id = await world.accept('standard', returnRequested({}))
    expect((await world.run(id)).event.status).toBe('waiting')
    const [made] = await world.returnsOf(10_001)
    return { id, returnId: made?.id }
  }

  it('leaves it alone until the write has settled, and says so', async () => {
    const world = createAudited()
    const { id, returnId } = await sent(world)
    const why = expect.stringContaining('not settled yet')
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [{ returnId, why }] })
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
  })

  it('settles the write first, and its event goes on with what was found', async () => {
    const world = createAudited()
    const { id, returnId } = await sent(world)
    await world.advance(settling)
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
    expect((await recordsOf(world))[key]).toMatchObject({ state: 'done', id: returnId })
    const event = await world.finish(id)
    expect(event.status).toBe('done')
    expect(firstOf(event)).toMatchObject({ returnId, comment: { orderId: 10_001 } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('leaves it to the event that asks a person', async () => {
    const world = createAudited()
    const { id } = await sent(world)
    putReturn(world, { orderId: 10_001 })
    expect((await world.finish(id)).status).toBe('held')
    const { findings, unseen } = await world.audit()
    expect(findings).toEqual([])
    expect(unseen.map(({ why }) => why)).toEqual([expect.stringContaining(id), expect.stringContaining(id)])
  })

  it('reports it as unknown where the write is provably missing and nobody sends it again', async () => {
    const world = createAudited()
    await discardedWith(world, 'drop-before')
    await world.advance(settling)
    await world.audit()
    const lines = [{ typeId: 1, itemVariationId: 1102, quantity: 1, references: [reference(10_001)] }]
    const { id } = putReturn(world, { ownerId: us, orderItems: lines as never })
    expect((await world.audit()).findings).toContainEqual(
      expect.objectContaining({ what: 'return_unknown', returnId: id }),
    )
  })
})

const reference = (parent: number) => ({
  referenceType: 'parent',
  referenceOrderId: parent,
  referenceOrderItemId: 999_999,
})
