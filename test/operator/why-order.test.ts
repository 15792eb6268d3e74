import { describe, expect, it } from 'vitest'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { createWorld, minute, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const { en } = languages

describe('why an order', () => {
  it('has what asks a person about it', async () => {
    const { world, ask } = createDesk()
    const email = 'anna.beispiel@example.com'
    const { id: held } = await world.deliver('standard', returnRequested({ order: { email, label: '#9999' } }))
    expect((await ask('why', { orderId: 10_013 })).result).toMatchObject({
      events: [],
      perhaps: [{ id: held, status: 'held' }],
      toDo: say(en.toDo, { code: 'see_events', ids: [held] }),
    })
  })

  it('has what it has: the writes of this bridge and its events, newest first', async () => {
    const { world, ask } = createDesk()
    const { id: done } = await world.deliver('standard', returnRequested({}))
    await world.advance(minute)
    const { id: held } = await world.deliver('standard', returnRequested({}))
    const [made] = await world.returnsOf(10_001)
    const { result } = await ask('why', { orderId: 10_001 })
    expect(result).toMatchObject({
      externalNumber: '6203001001',
      orderId: 10_001,
      locks: [],
      toDo: say(en.toDo, { code: 'see_events', ids: [held] }),
      events: [
        { id: held, status: 'held', toDo: en.advice.possible_duplicate },
        { id: done, status: 'done' },
      ],
      more: false,
    })
    expect(result?.writes).toMatchObject([
      { kind: 'return', state: 'done', by: done, id: made?.id },
      { kind: 'comment', state: 'done', by: done },
    ])
    const writes = result?.writes as { text: string }[]
    expect(result?.order).toEqual(writes.map(({ text }) => text))
  })

  it('says of a request that was linked to a return that it belongs there', async () => {
    const world = createWorld({
      config: { sources: { standard: { kind: 'standard' }, other: { kind: 'standard', tells: 'refund' } } },
    })
    await world.deliver('standard', returnRequested({}))
    const { id: by } = await world.deliver('other', returnRequested({}))
    const [made] = await world.returnsOf(10_001)
    const { result } = await createDesk(world).ask('why', { orderId: 10_001 })
    const text = say(en.record, { code: 'linked', by, at: world.now(), id: made?.id ?? 0 }).replace(/^.*?: /, '')
    expect(result?.writes).toContainEqual(expect.objectContaining({ by, text: expect.stringContaining(text) }))
  })

  it('has its writes in the order in which they happened', async () => {
    const { world, ask } = createDesk()
    const { id: first } = await world.deliver('standard', returnRequested({}))
    await world.advance(24 * 60 * minute)
    const second = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
    await world.finish(second)
    const { result } = await ask('why', { orderId: 10_001 })
    expect(result?.writes).toMatchObject([{ by: first }, { by: first }, { by: second }, { by: second }])
  })

  it('stands still: a return of unknown outcome, since it was first sent, however often it was sent again', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    const since = new Date(world.now()).toISOString()
    for (let sent = 1; sent <= 2; sent += 1) {
      await world.fault({ method: 'POST', path: '/rest/orders', kind: 'drop-before', times: 1 })
      const { event } = await world.run(id)
      await world.advance((event.wakeAt ?? 0) - world.now())
    }
    expect((await world.calls()).byRoute['POST /rest/orders']).toBe(2)
    const { result } = await ask('why', { orderId: 10_001 })
    expect(result?.writes).toMatchObject([{ kind: 'return', state: 'sent', by: id, since }])
    expect(result).toMatchObject({ toDo: say(en.toDo, { code: 'nothing' }), events: [{ id, status: 'waiting' }] })
  })

  it('stands still: which held event must be settled first', async () => {
    const { world, ask } = createDesk()
    const { id } = await world.deliver('standard', returnRequested({ order: { id: 10_006 } }))
    const lock = { event: id, epoch: 1, until: world.now() }
    const tries = [{ sendBefore: world.now(), known: [] }]
    const record = { kind: 'return', by: id, at: world.now(), tries, state: 'missing' } as const
    const first = { key: 'standard/x', record }
    await world.ports.records.lock('order#10001', { lock, now: world.now(), first })
    expect((await ask('why', { orderId: 10_001 })).result).toMatchObject({
      toDo: say(en.toDo, { code: 'settle_first', id }),
      writes: [{ key: 'standard/x', state: 'missing' }],
    })
  })

  it('is unknown to the bridge', async () => {
    expect((await createDesk().ask('why', { orderId: 4_711 })).result).toMatchObject({
      order: [say(en.record, { code: 'no_event' })],
      toDo: say(en.toDo, { code: 'find_delivery' }),
      events: [],
      writes: [],
    })
  })

  it('is being worked on, and no longer once the lock has ended', async () => {
    const { world, ask } = createDesk()
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'X', quantity: 1 }] }))
    const lock = { event: 'standard/x', epoch: 1, until: world.now() + minute }
    await world.ports.records.lock('order#10001', { lock, now: world.now() })
    const { until, ...owner } = lock
    expect((await ask('why', { orderId: 10_001 })).result?.locks).toMatchObject([
      { event: owner.event, item: 'order#10001', until: new Date(until).toISOString() },
    ])
    await world.advance(minute)
    expect((await ask('why', { orderId: 10_001 })).result).toMatchObject({
      locks: [],
      order: [say(en.record, { code: 'no_write' })],
    })
  })
})
