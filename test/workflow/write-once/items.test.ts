import { describe, expect, it } from 'vitest'
import { Rejected } from '../../../lib/errors.ts'
import { NewerFormat } from '../../../lib/inbox/format.ts'
import { released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import {
  commentSubmitted,
  createWorld,
  losesAddresses,
  minute,
  putRecords,
  putReturn,
  returnRequested,
  type World,
  type WorldOptions,
  worldWith,
} from '../world.ts'

const years = 2 * 365 * 24 * 60 * minute

describe('an item that expires while its event is held or failed', () => {
  const expire = async (world: World) => {
    await world.advance(years)
    expect(world.expire()).toContain('order#10001')
    expect(await world.workflow.records.get('order#10001')).toBeUndefined()
  }

  it('leaves the return that the event knows of done: a release makes none', async () => {
    const { world, id } = await worldWith(returnRequested({}), { fetch: losesAddresses })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    const before = world.effects()
    await expire(world)
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual(before)
  })

  it('leaves it done for a replay, which writes the comment that is missing', async () => {
    const world = createWorld()
    const { returns, comments } = world.effects()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'status', status: 422 })
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    await expire(world)
    expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
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
    const { id } = await world.begin('standard', returnRequested({}))
    await prepare(world)
    if (state === 'missing') await world.finish(id)
    await world.advance(years)
    expect(world.expire()).not.toContain('order#10001')
    expect((await world.workflow.records.get('order#10001'))?.records[id]).toMatchObject({ state })
  })
})

describe('the item of an order', () => {
  it('holds nothing of the comments on it: after two thousand a return and its comment are made as ever', async () => {
    const world = createWorld()
    for (let index = 0; index < 2_100; index += 1) {
      const { event } = await world.begin('standard', commentSubmitted({}))
      expect(event.status).toBe('done')
    }
    expect(await world.workflow.records.get('order#10001')).toBeUndefined()
    // Its comment is looked for among all of them.
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const { records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    expect(Object.keys(records)).toEqual([id, `${id}/comment`])
    expect(await world.commentsOf(10_001)).toHaveLength(2_101)
  }, 60_000)
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
    const { id, event } = await world.begin('standard', body)
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'newer_version' } })
    expect(world.effects()).toEqual(before)
    world.workflow.records = world.ports.records
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })
})

/** Fills the item of order 10001 with what was written before, up to so many bytes of JSON. Answers how many records. */
async function fill(world: World, bytes: number, kind: 'comment' | 'return' = 'comment', of = 'x'): Promise<number> {
  const lines = [{ orderItemId: 30_001, quantity: 1 }]
  const common = { by: 'x/1', at: 0, tries: [], state: 'done' } as const
  const done = kind === 'return' ? ({ ...common, kind, lines } as const) : ({ ...common, kind } as const)
  const one = (id: number) => [`${of}/${id}`, { ...done, id }] as const
  const size = Buffer.byteLength(JSON.stringify(Object.fromEntries([one(904_000)]))) - 1
  const count = Math.floor(bytes / size)
  await putRecords(
    world,
    'order#10001',
    Object.fromEntries(Array.from({ length: count }, (_, id) => one(900_000 + id))),
  )
  return count
}

const brokenOff = ({ logged }: World) => logged.filter(({ message }) => message === 'work broken off')
const config: WorldOptions['config'] = {
  sources: { standard: { kind: 'standard' } },
  sameParcel: 'off',
  duplicateWindow: '1s',
}

describe('an item that is nearly full', () => {
  it('takes no write that would not fit with its result: the event fails and says what to do, and nothing is sent', async () => {
    const world = createWorld()
    const count = await fill(world, 310_000)
    const before = world.effects()
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({
      status: 'failed',
      reason: { code: 'rejected', words: expect.stringContaining(`order#10001 has ${count} write records`) },
    })
    expect(event.reason).toMatchObject({ words: expect.stringContaining('Do by hand in the back office') })
    expect(world.effects()).toEqual(before)
    // What needs no room there goes on.
    expect(await world.deliver('standard', commentSubmitted({}))).toMatchObject({ status: 'done' })
  })

  it('is as full by the keys of a sender that writes no ASCII: the table counts bytes', async () => {
    const world = createWorld()
    await fill(world, 310_000, 'comment', 'Rücksendungsbestätigung/ÄÖÜ/äöü/返品')
    const before = world.effects()
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    expect(world.effects()).toEqual(before)
  })

  it('still takes the comment of the last return that it has taken', async () => {
    const world = createWorld({ config })
    await fill(world, 299_660)
    const before = world.effects()
    // The comment has to be recorded by itself.
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    expect(await world.deliver('standard', returnRequested({}))).toMatchObject({ status: 'done' })
    expect(world.effects()).toEqual({ returns: before.returns + 1, comments: before.comments + 1 })
    await world.advance(minute)
    const next = await world.deliver('standard', returnRequested({}))
    expect(next).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
  })

  it('of thousands of returns is planned for once, not once for each of them', async () => {
    const world = createWorld()
    const count = await fill(world, 400_000, 'return')
    expect(count).toBeGreaterThan(3_000)
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
  }, 6_000)

  it('takes no link either, so that links alone never fill it', async () => {
    const world = createWorld()
    await putReturn(world, { ownerId: undefined })
    const count = await fill(world, 310_000)
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    const { records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    expect(Object.keys(records)).toHaveLength(count)
  })

  it('is never too large for its table, and breaks no run off', async () => {
    const world = createWorld({ config })
    await fill(world, 299_660)
    const ends: string[] = []
    for (let index = 0; index < 3; index += 1) {
      await world.advance(minute)
      const event = await world.deliver('standard', returnRequested({}))
      ends.push(`${event.status} ${event.reason?.code ?? ''}`)
    }
    expect(ends).toEqual(['done ', 'failed rejected', 'failed rejected'])
    expect(brokenOff(world)).toEqual([])
  })

  it('that its table takes no lock for ends the event as well', async () => {
    const world = createWorld()
    const full = async () => {
      throw new Rejected('The item order#10001 is full: the table takes no larger item', { status: 413 })
    }
    world.workflow.records = { ...world.ports.records, lock: full }
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    expect(brokenOff(world)).toEqual([])
  })
})
