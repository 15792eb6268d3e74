import { describe, expect, it } from 'vitest'
import { iso } from '../../lib/operator/iso.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const config = {
  sources: {
    standard: { kind: 'standard' },
    shop: { kind: 'standard', tells: 'refund' },
    form: { kind: 'standard', withdrawals: 'return' },
    own: { kind: 'standard', translate: ({ payload }: { payload: unknown }) => payload as never },
  },
} as const

const note = 'The customer says so'

/** An event that has ended otherwise than done. */
async function stopped(body: unknown, { source = 'standard', world = createWorld({ config }) } = {}) {
  const desk = createDesk(world)
  const id = await world.accept(source, body)
  const event = await world.finish(id)
  expect(['held', 'failed']).toContain(event.status)
  return { ...desk, id, event }
}

const returnsMade = async (world: World, orderId: number) =>
  (await world.returnsOf(orderId)).filter(({ id }) => id >= 700_000).length

const keysOf = ({ result }: { result?: Record<string, unknown> }) =>
  ((result?.commands ?? []) as { key: string }[]).map(({ key }) => key)

describe('event.correct', () => {
  it('lets an event with an unknown SKU go on with the right one, under the same key', async () => {
    const { ask, id, event, world } = await stopped(returnRequested({ lines: [{ sku: 'NO-1', quantity: 1 }] }))
    expect(event.reason).toMatchObject({ code: 'line_unknown' })
    const keys = keysOf(await ask('event.get', { id }))
    const lines = [{ sku: 'MUG-BLUE', quantity: 1 }]
    const { result } = await ask('event.correct', { id, lines, note })
    expect(result).toMatchObject({ id, status: 'ready', commands: [{ lines, corrected: ['lines'] }] })
    const history = result?.history as { code: string; text: string }[]
    expect(history.at(-1)).toMatchObject({ code: 'corrected', text: expect.stringContaining(note) })
    const before = world.effects().returns
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(world.effects().returns).toBe(before + 1)
    expect(keysOf(await ask('event.get', { id }))).toEqual(keys)
  })

  it('lets it name another order, by id or by number, and finds that one anew', async () => {
    for (const order of [{ id: 10_002 }, { externalNumber: '302-1234567-1234567' }]) {
      const { ask, id, world } = await stopped(returnRequested({ order: { externalNumber: 'gone' }, lines: 'all' }))
      expect(await ask('event.correct', { id, order, note })).toMatchObject({ ok: true })
      expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_002 })
      expect(await returnsMade(world, 10_002)).toBe(1)
    }
  })

  it('keeps one return per fact: who else reports it finds it at the corrected order', async () => {
    const about = { order: { externalNumber: 'gone' }, lines: [{ sku: 'BULB-W', quantity: 1 }] }
    const fact = [{ type: 'create-return', key: 'fact-1', ...about }]
    const { ask, id, world } = await stopped(fact, { source: 'own' })
    await ask('event.correct', { id, order: { id: 10_002 }, note })
    await world.finish(id)
    const other = await world.accept('own', fact)
    expect(await world.finish(other)).toMatchObject({ status: 'ignored', reason: { code: 'already_done', by: id } })
    await ask('event.replay', { id })
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('replaces an earlier correction, part by part', async () => {
    const { ask, id, world } = await stopped(
      returnRequested({ order: { externalNumber: 'gone' }, lines: [{ sku: 'NO-1', quantity: 1 }] }),
    )
    await ask('event.correct', { id, order: { id: 10_002 }, note })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'line_unknown' } })
    await ask('event.correct', { id, lines: [{ sku: 'BULB-W', quantity: 1 }], note })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_002 })
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('means every request about the same order', async () => {
    const { ask, id, world } = await stopped(
      withdrawalDeclared({ order: { externalNumber: 'gone' }, lines: [{ sku: 'BULB-W', quantity: 1 }] }),
      { source: 'form' },
    )
    const { result } = await ask('event.correct', { id, order: { id: 10_002 }, note })
    const orders = ((result?.commands ?? []) as { order: unknown }[]).map(({ order }) => order)
    expect(orders).toEqual([{ id: 10_002 }, { id: 10_002 }])
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
    expect((await world.commentsOf(10_002)).length).toBeGreaterThan(0)
  })

  it('names the command by its key where several may be meant', async () => {
    const commands = [
      { type: 'create-return', key: 'a', order: { externalNumber: 'gone' }, lines: 'all' },
      { type: 'create-return', key: 'b', order: { externalNumber: 'away' }, lines: 'all' },
    ]
    const { ask, id, world } = await stopped(commands, { source: 'own' })
    const message = expect.stringContaining('own/a, own/b')
    expect(await ask('event.correct', { id, order: { id: 10_002 }, note })).toMatchObject({
      error: { code: 'conflict', message },
    })
    expect(await ask('event.correct', { id, key: 'own/c', order: { id: 10_002 }, note })).toMatchObject({
      error: { code: 'not_found', message },
    })
    await ask('event.correct', { id, key: 'own/b', order: { id: 10_002 }, note })
    await world.finish(id)
    expect(await returnsMade(world, 10_002)).toBe(1)
  })

  it('is refused while a write is sent, missing or done, and changes nothing', async () => {
    const world = createWorld({ config })
    const { ask } = createDesk(world)
    for (const state of ['sent', 'missing', 'done'] as const) {
      const other = await world.accept('standard', returnRequested({ lines: [{ sku: 'NO-1', quantity: 1 }] }))
      const failed = await world.finish(other)
      const [own = ''] = keysOf(await ask('event.get', { id: other }))
      const lock = { event: 'standard/test', epoch: 1, until: world.now() + minute }
      const item = await world.workflow.records.lock('order#10001', { lock, now: world.now() })
      if (item === 'busy') throw new Error('busy')
      const record = {
        kind: 'return',
        by: other,
        at: world.now(),
        tries: [],
        state,
        ...(state === 'done' && { id: 1 }),
      } as const
      await world.workflow.records.save(item, { changes: { [own]: record }, unlock: true, now: world.now() })
      const answer = await ask('event.correct', { id: other, lines: [{ sku: 'MUG-BLUE', quantity: 1 }], note })
      expect(answer).toMatchObject({
        error: { code: 'conflict', message: expect.stringContaining('has written this') },
      })
      expect(await world.get(other)).toEqual(failed)
    }
  })

  it('names what can still mean another order where part of it is written', async () => {
    const order = { externalNumber: '6203001001' }
    const both = [
      { type: 'add-comment', key: 'said', order, text: 'It is broken' },
      { type: 'create-return', key: 'asked', order, lines: [{ sku: 'NO-1', quantity: 1 }] },
    ]
    const { ask, id } = await stopped(both, { source: 'own' })
    const message = expect.stringMatching(/cannot mean anything else now\..* Say with "key" .*: own\/asked\.$/)
    const other = { id, order: { id: 10_002 }, note }
    expect(await ask('event.correct', other)).toMatchObject({ error: { code: 'conflict', message } })
    expect(await ask('event.correct', { ...other, key: 'own/asked' })).toMatchObject({ ok: true })
  })

  it('is refused while somebody else works on the order', async () => {
    const { ask, id, event, world } = await stopped(returnRequested({ lines: [{ sku: 'NO-1', quantity: 1 }] }))
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + minute }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    const asked = { id, lines: [{ sku: 'MUG-BLUE', quantity: 1 }], note }
    expect(await ask('event.correct', asked)).toMatchObject({ error: { code: 'conflict' } })
    expect(await world.get(id)).toEqual(event)
    await world.advance(2 * minute)
    expect(await ask('event.correct', asked)).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing to correct', {}],
    ['no note', { lines: 'all', note: undefined }],
    ['an empty list, which never means all', { lines: [] }],
    ['an address', { order: { email: 'a@example.com' } }],
    ['a quantity of nothing', { lines: [{ sku: 'MUG-BLUE', quantity: 0 }] }],
    ['something unknown', { lines: 'all', what: 1 }],
  ])('refuses %s', async (_what, given) => {
    const { ask, id, event, world } = await stopped(returnRequested({ lines: [{ sku: 'NO-1', quantity: 1 }] }))
    expect(await ask('event.correct', { id, note, ...given })).toMatchObject({ error: { code: 'invalid' } })
    expect(await world.get(id)).toEqual(event)
  })

  it('refuses lines for what is no return, an event in another state, and one that has moved', async () => {
    const { ask, id, event, world } = await stopped(commentSubmitted({ order: { externalNumber: 'gone' }, text: 'x' }))
    expect(await ask('event.correct', { id, lines: 'all', note })).toMatchObject({ error: { code: 'conflict' } })
    const early = iso(event.updatedAt - 1)
    expect(await ask('event.correct', { id, order: { id: 10_001 }, note, seen: early })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('has moved since') },
    })
    expect(await ask('event.correct', { id, order: { id: 10_001 }, note, seen: iso(event.updatedAt) })).toMatchObject({
      ok: true,
    })
    expect(await ask('event.correct', { id, order: { id: 10_001 }, note })).toMatchObject({
      error: { code: 'conflict' },
    })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
  })
})

it('event.link does not link what somebody has corrected while the return was read', async () => {
  const { ask, id, world } = await stopped(returnRequested({ order: { externalNumber: 'gone' }, lines: 'all' }))
  const { openBackOffice } = world.workflow
  const workflow: World['workflow'] = {
    ...world.workflow,
    openBackOffice(options) {
      const { orders, ...others } = openBackOffice(options)
      const read: typeof orders.read = async (...given) => {
        await ask('event.correct', { id, order: { externalNumber: 'gone too' }, note })
        expect(await world.finish(id)).toMatchObject({ status: 'failed' })
        return await orders.read(...given)
      }
      return { ...others, orders: { ...orders, read } }
    },
  }
  const answer = await createDesk(world, { workflow }).ask('event.link', { id, returnId: 600_001 })
  expect(answer).toMatchObject({ error: { code: 'conflict', message: expect.stringContaining('at the same moment') } })
  expect(await world.get(id)).toMatchObject({ status: 'failed' })
})
