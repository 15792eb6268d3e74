import { describe, expect, it } from 'vitest'
import { NewerFormat } from '../../../lib/inbox/format.ts'
import { released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World, type WorldOptions } from '../world.ts'

const years = 2 * 365 * 24 * 60 * minute

async function decide(world: World, id: string, transition: typeof released) {
  const event = await world.get(id)
  await world.workflow.inbox.save(event, transition(event, { now: world.now(), writeId: `w${event.epoch}` }))
  return await world.finish(id)
}

describe('an item that expires while its event is held or failed', () => {
  const losesAddresses: WorldOptions['fetch'] = (real) => async (input, init) => {
    if (init?.method !== 'POST' || !String(input).endsWith('/rest/orders')) return await real(input, init)
    const body = (await new Response(init.body).json()) as Record<string, unknown>
    return await real(input, { ...init, body: JSON.stringify({ ...body, addressRelations: undefined }) })
  }
  const expire = async (world: World) => {
    await world.advance(years)
    expect(world.expire()).toContain('order#10001')
    expect(await world.workflow.records.get('order#10001')).toBeUndefined()
  }

  it('leaves the return that the event knows of done: a release makes none', async () => {
    const world = createWorld({ fetch: losesAddresses })
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    const before = world.effects()
    await expire(world)
    expect(await decide(world, id, released)).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual(before)
  })

  it('leaves it done for a replay, which writes the comment that is missing', async () => {
    const world = createWorld()
    const { returns, comments } = world.effects()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'status', status: 422 })
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    await expire(world)
    expect(await decide(world, id, replayed)).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual({ returns: returns + 1, comments: comments + 1 })
  })

  it.each([
    ['sent', async () => {}],
    [
      'missing',
      (world: World) => world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 422 }),
    ],
  ] as const)('never expires with a write in it that is %s', async (state, prepare) => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const id = await world.accept('standard', returnRequested({}))
    await world.run(id)
    await prepare(world)
    if (state === 'missing') await world.finish(id)
    await world.advance(years)
    expect(world.expire()).not.toContain('order#10001')
    expect((await world.workflow.records.get('order#10001'))?.records[id]).toMatchObject({ state })
  })
})

describe('the item of an order', () => {
  it('holds nothing of the comments on it, however many there are', async () => {
    const world = createWorld()
    for (let index = 0; index < 200; index += 1) {
      const { event } = await world.run(await world.accept('standard', commentSubmitted({})))
      expect(event.status).toBe('done')
    }
    expect(await world.workflow.records.get('order#10001')).toBeUndefined()
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const { records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    expect(Object.keys(records)).toEqual([id, `${id}/comment`])
  })
})

describe('an item that a newer version of the bridge wrote', () => {
  const newer = () => Promise.reject(new NewerFormat('an item has format 9'))
  const byNumber = { order: { externalNumber: '6203001001' } }
  it.each([
    ['a return', returnRequested({}), { lock: newer }],
    ['a comment', commentSubmitted({}), { lock: newer }],
    ['where a fact belongs', returnRequested(byNumber), { place: newer }],
    ['the comment of a fact', commentSubmitted(byNumber), { lock: newer }],
  ] as const)('parks the event, which is nobody’s fault, until it can be read: %s', async (_title, body, hurt) => {
    const world = createWorld()
    const before = world.effects()
    world.workflow.records = { ...world.ports.records, ...hurt }
    const id = await world.accept('standard', body)
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'newer_version' } })
    expect(world.effects()).toEqual(before)
    world.workflow.records = world.ports.records
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })
})

describe('an item that is nearly full', () => {
  it('takes no write that would not fit with its result: the event fails and says so, and nothing is sent', async () => {
    const world = createWorld()
    const now = world.now()
    const item = await world.workflow.records.lock('order#10001', { lock: { event: 'x/1', epoch: 1, until: now }, now })
    if (item === 'busy') throw new Error('the order is locked')
    const done = { kind: 'return', by: 'x/1', at: 0, tries: [], state: 'done', lines: [] } as const
    const changes = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, id) => [`x/${id}`, { ...done, id: 900_000 + id }]),
    )
    await world.workflow.records.save(item, { changes, unlock: true, now })
    const before = world.effects()
    const event = await world.finish(await world.accept('standard', returnRequested({})))
    expect(event).toMatchObject({
      status: 'failed',
      reason: { code: 'rejected', words: expect.stringContaining('order#10001 has 4000 write records') },
    })
    expect(world.effects()).toEqual(before)
  })
})
