import { describe, expect, it } from 'vitest'
import { released } from '../../../lib/inbox/operator-transitions.ts'
import { anOrderBody, createOrders, ordersOf } from '../new-orders.ts'
import { minute } from '../world.ts'

const publish = { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }

/** Kinds of writes that nobody may send again unasked: what each asks for, where it goes, and what the back office then has. */
const kinds = {
  order: {
    command: (key: string) => ({ type: 'create-order', key, body: anOrderBody('N-1') }),
    path: '/rest/orders',
    route: 'POST /rest/orders',
    open: () => createOrders().world,
    made: async (world: World) => (await ordersOf(world, 'N-1')).length,
    /** What was sent came through after all. */
    comeThrough: async (world: World) => {
      const body = { ...anOrderBody('N-1'), ownerId: 77, id: 500, statusId: 1 }
      await world.put(body)
    },
  },
  image: {
    command: (key: string) => ({ ...publish, key }),
    path: '/rest/items',
    route: 'POST /rest/items/{itemId}/images/{imageId}/availabilities',
    open: () => createOrders({ seed: 'demo' }).world,
    made: async (world: World) => world.sandbox.world.store.images.get(7002)?.availabilities.length,
    comeThrough: async (world: World) => {
      const { images } = world.sandbox.world.store
      const image = images.get(7002)
      if (image) images.put({ ...image, availabilities: [{ imageId: 7002, type: 'mandant', value: 1 }] })
    },
  },
} as const
type World = ReturnType<typeof createOrders>['world']

describe.each(['order', 'image'] as const)('a write of an %s whose answer is lost and that is not there', (kind) => {
  const { command, path, route, open, made, comeThrough } = kinds[kind]

  /** What a person hears of a write that was sent so many times. */
  const missing = (tries: number) => ({ code: 'outcome_unclear', what: 'missing', kind, tries }) as const

  async function lost(times = 1) {
    const world = open()
    await world.fault({ method: 'POST', path, times, kind: 'drop-before' })
    const accept = (key: string) => world.accept('commands', [command(key)])
    const posts = async () => (await world.calls()).byRoute[route] ?? 0
    return { world, id: await accept('k-1'), accept, posts, made: () => made(world) }
  }

  it('is for a person, never sent again by itself', async () => {
    const one = await lost()
    expect(await one.world.finish(one.id)).toMatchObject({ status: 'held', reason: missing(1) })
    await one.world.advance(60 * minute)
    expect([await one.made(), await one.posts()]).toEqual([0, 1])
  })

  it('is not sent again by a release that came before it was sent', async () => {
    const { world, id, ...one } = await lost()
    const event = await world.get(id)
    const approvals = [{ ...missing(0), key: 'commands/k-1', ids: [] }]
    await world.workflow.inbox.save(event, { ...event, approvals, writeId: 'approved' })
    expect((await world.finish(id)).reason).toMatchObject({ ...missing(1), key: 'commands/k-1' })
    expect(await one.posts()).toBe(1)
  })

  it.each([
    ['could not be read back', { status: 403, times: 1 }, 'rejected'],
    ['could not be read back in all attempts', { status: 500, times: 1_000 }, 'attempts_used_up'],
  ])('that %s is not sent again before a person has heard that it is missing', async (_title, fault, because) => {
    const { world, id, ...one } = await lost()
    await world.run(id)
    await world.fault({ method: 'GET', path, kind: 'status', ...fault })
    expect((await world.finish(id)).reason).toMatchObject({ what: 'cannot_continue', because })
    await world.control('/sandbox/faults', { method: 'DELETE' })
    expect(await world.goOn(id, released)).toMatchObject({ status: 'held', reason: missing(1) })
    expect(await one.posts()).toBe(1)
    expect([(await world.goOn(id, released)).status, await one.posts()]).toEqual(['done', 2])
  })

  it('is reported missing a second time where it is lost a second time', async () => {
    const { world, id, ...one } = await lost(2)
    await world.finish(id)
    expect((await world.goOn(id, released)).reason).toMatchObject(missing(2))
    expect(await one.posts()).toBe(2)
    const { status, progress } = await world.goOn(id, released)
    expect([status, await one.posts()]).toEqual(['done', 3])
    expect(Object.values(progress)[0]).not.toHaveProperty('item')
  })

  it('is found after the release where it came through late after all, and not sent again', async () => {
    const { world, id, ...one } = await lost()
    await world.finish(id)
    await comeThrough(world)
    const { status, progress } = await world.goOn(id, released)
    expect([status, await one.posts(), await one.made()]).toEqual(['done', 1, 1])
    expect(Object.values(progress)[0]).not.toHaveProperty('item')
  })

  it('keeps its item from another key while its event is held', async () => {
    const { world, id, accept, ...one } = await lost()
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: missing(1) })
    const second = await accept('k-2')
    const { event } = await world.run(second)
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    const item = kind === 'order' ? 'number#N-1' : expect.stringContaining('image#901/7002')
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'busy', item } })
    expect(await one.posts()).toBe(1)
    expect((await world.goOn(id, released)).status).toBe('done')
    const ended = { order: { status: 'ignored', reason: { code: 'already_done', by: id } }, image: { status: 'done' } }
    expect(await world.finish(second)).toMatchObject(ended[kind])
    expect([await one.made(), await one.posts()]).toEqual([1, 2])
  })
})
