import { describe, expect, it } from 'vitest'
import { LostEvent } from '../../lib/inbox/inbox.ts'
import { createDesk } from '../operator/desk.ts'
import { anOrderBody, createOrders } from '../workflow/new-orders.ts'
import { returnRequested } from '../workflow/world.ts'
import { audited, createAudited, day } from './audit-world.ts'

const words = 'Eve Example, eve@example.com'
const retained = async (world: ReturnType<typeof createAudited>) => (await world.audit()).retention

/** An event that fails: its order is cancelled. */
const failing = async (world: ReturnType<typeof createAudited>) =>
  await world.finish(await world.accept('standard', returnRequested({ order: { id: 10_004 }, note: words })))

describe('retention', () => {
  it('erases payload and words of a done event after payloadDays, and not a day before', async () => {
    const world = createAudited()
    const { id, ledger } = await world.returned({ note: words, reason: words })
    await world.days(29)
    expect(await retained(world)).toMatchObject({ erased: 0, removed: 0 })
    expect(JSON.stringify(await world.get(id))).toContain(words)
    await world.days(1)
    expect(await retained(world)).toMatchObject({ erased: 1, givenUp: 0, removed: 0, complete: true })
    const gone = await world.get(id)
    expect(gone).toMatchObject({ status: 'done', erasedAt: world.now(), orderId: 10_001 })
    expect(JSON.stringify(gone)).not.toMatch(/example/i)
    expect(gone.ledger[0]?.return?.returnId).toBe(ledger[0]?.return?.returnId)
    expect(await retained(world)).toMatchObject({ erased: 0 })
  })

  it('still answers late duplicates, and knows a fact that is told again', async () => {
    const world = createAudited()
    const first = await world.accept('shopify', refund, { 'x-shopify-topic': 'refunds/create' }, 'a')
    const { orderId } = await world.finish(first)
    await world.days(31)
    expect(await retained(world)).toMatchObject({ erased: 1 })
    const again = { id: first, source: 'shopify', delivery: { body: Buffer.from(refund), headers: {} }, hintMs: 1 }
    expect(await world.workflow.inbox.accept({ ...again, now: world.now() })).toBe('duplicate')
    const told = await world.finish(await world.accept('shopify', refund, { 'x-shopify-topic': 'refunds/create' }, 'b'))
    expect(told).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
    expect(await world.returnsOf(orderId ?? 0)).toHaveLength(1)
  })

  it('removes the event after ledgerDays, and what its order remembers of it', async () => {
    const world = createAudited()
    const { id } = await world.returned()
    await world.days(30)
    await world.audit()
    await world.days(369)
    expect(await retained(world)).toMatchObject({ removed: 0 })
    expect(await world.workflow.orders.get(10_001)).toMatchObject({ wishes: { [`standard/${id.split('/')[1]}`]: {} } })
    await world.days(1)
    expect(await retained(world)).toMatchObject({ removed: 1, complete: true })
    expect(await world.workflow.inbox.get(id)).toBeUndefined()
    expect(await world.workflow.orders.get(10_001)).toBeUndefined()
  })

  it('removes what stands under an external number as well', async () => {
    const { world: orders, accept } = createOrders()
    const world = audited(orders)
    const body = { ...anOrderBody('N-1'), note: words }
    const { id } = await world.finish(await accept(body))
    await world.days(30)
    expect(await retained(world)).toMatchObject({ erased: 1 })
    expect(JSON.stringify(await world.get(id))).not.toMatch(/example/i)
    expect(await world.workflow.orders.get('number/N-1')).toMatchObject({
      wishes: expect.objectContaining({ [`orders/${id}#0`]: { event: id, command: 0, at: expect.any(Number) } }),
    })
    await world.days(370)
    expect(await retained(world)).toMatchObject({ removed: 1 })
    expect(await world.workflow.orders.get('number/N-1')).toBeUndefined()
  })

  it('keeps what an order remembers while another event of it is held', async () => {
    const world = createAudited()
    const { id } = await world.returned()
    const held = await world.finish(await world.accept('standard', returnRequested({})))
    expect(held).toMatchObject({ status: 'held', orderId: 10_001 })
    await world.days(30)
    await world.audit()
    await world.days(400)
    expect(await retained(world)).toMatchObject({ removed: 0 })
    const { ask } = createDesk(world)
    await ask('event.discard', { id: held.id })
    expect(await retained(world)).toMatchObject({ removed: 1 })
    expect(await world.workflow.inbox.get(id)).toBeUndefined()
    expect(await world.workflow.orders.get(10_001)).toMatchObject({ returns: {}, wishes: { 'standard/d2': {} } })
  })

  it('has no clock for what is open or held', async () => {
    const world = createAudited()
    const open = await world.accept('standard', returnRequested({ note: words }))
    const held = await world.finish(
      await world.accept('standard', returnRequested({ order: { id: 10_006 }, note: words })),
    )
    expect(held.status).toBe('held')
    await world.days(5_000)
    expect(await retained(world)).toMatchObject({ erased: 0, removed: 0, soonGivenUp: [] })
    for (const id of [open, held.id]) expect(JSON.stringify(await world.get(id))).not.toContain('[erased]')
    expect((await world.get(open)).delivery?.body.toString()).toContain(words)
  })

  it('tells of a failed event a week before it gives it up, and then gives it up and erases it', async () => {
    const world = createAudited()
    const { id, endedAt = 0, status } = await failing(world)
    expect(status).toBe('failed')
    await world.days(22)
    expect(await retained(world)).toMatchObject({ soonGivenUp: [] })
    await world.days(1)
    const givenUpAt = new Date(endedAt + 30 * day).toISOString()
    expect(await retained(world)).toMatchObject({
      erased: 0,
      soonGivenUp: [{ event: id, givenUpAt, says: expect.stringContaining('given up on 2026-04-01') }],
    })
    expect(world.logged).toContainEqual({
      level: 'warn',
      message: 'failed event is given up soon',
      fields: { event: id, givenUpAt },
    })
    await world.days(7)
    expect(await retained(world)).toMatchObject({ erased: 1, givenUp: 1, soonGivenUp: [] })
    const gone = await world.get(id)
    expect(gone).toMatchObject({ status: 'discarded', reason: { code: 'order_cancelled' } })
    expect(gone.history.at(-1)).toEqual({ at: world.now(), what: 'given up' })
    expect(JSON.stringify(gone)).not.toMatch(/example/i)
  })

  it('tells people of an erased event what it was and that it cannot be replayed', async () => {
    const world = createAudited()
    const { ask } = createDesk(world, { deadlineMs: 9e12 })
    const { id } = await failing(world)
    const done = await world.returned({ note: words })
    await world.days(30)
    await world.audit()
    expect((await ask('event.get', { id })).result).toMatchObject({
      status: 'discarded',
      erasedAt: new Date(world.now()).toISOString(),
      commands: [],
    })
    expect((await ask('why', { id })).result).toMatchObject({
      happened: expect.arrayContaining([expect.stringContaining('it was given up, and its payload')]),
      toDo: 'Nothing: its payload was erased on 2026-04-01, so it cannot be replayed. If it is still wanted, do it by hand.',
    })
    expect((await ask('event.replay', { id })).error).toEqual({
      code: 'conflict',
      message: expect.stringContaining('its payload was erased on 2026-04-01'),
    })
    const [story, view] = [await ask('why', { id: done.id }), await ask('event.get', { id: done.id })]
    expect(story.result).toMatchObject({
      toDo: 'Nothing.',
      happened: expect.arrayContaining([expect.stringContaining('were erased')]),
    })
    expect(view.result).toMatchObject({ returnIds: [done.ledger[0]?.return?.returnId] })
    expect(JSON.stringify([story, view])).not.toMatch(/example|undefined/i)
  })

  it('leaves a done event that can be replayed: it answers from its ledger, without a call', async () => {
    const world = createAudited()
    const { ask } = createDesk(world, { deadlineMs: 9e12 })
    const { id } = await world.returned({ note: words })
    await world.days(30)
    await world.audit()
    await ask('event.replay', { id })
    await world.control('/sandbox/calls', { method: 'DELETE' })
    expect((await world.finish(id)).status).toBe('done')
    expect((await world.calls()).total).toBe(0)
    expect(await world.get(id)).not.toHaveProperty('expiresAt')
    await world.days(30)
    expect(await retained(world)).toMatchObject({ erased: 1 })
  })

  it('holds what is configured now for what has ended before', async () => {
    const world = createAudited()
    await world.returned()
    await world.days(8)
    const { config } = world.workflow
    const shorter = { ...config, retention: { payloadDays: 7, ledgerDays: 30 } }
    expect((await world.audit({ config: shorter })).retention).toMatchObject({ erased: 1 })
    await world.days(23)
    expect((await world.audit({ config: shorter })).retention).toMatchObject({ removed: 1 })
  })

  it('goes on with the next run where the time was over', async () => {
    const world = createAudited()
    for (let count = 0; count < 30; count += 1) await world.commented({ text: `comment ${count}` })
    await world.days(30)
    const { inbox } = world.workflow
    const get = async (id: string) => {
      await world.advance(1_000)
      return await inbox.get(id)
    }
    const slow = { ...inbox, get }
    const { retention } = await world.audit({ inbox: slow }, 60_000)
    expect(retention.complete).toBe(false)
    expect(retention.erased).toBeGreaterThan(7)
    expect(retention.erased).toBeLessThan(30)
    expect(await retained(world)).toMatchObject({ erased: 30 - retention.erased, complete: true })
  })

  it('leaves an event to whoever moves it at the same moment', async () => {
    const world = createAudited()
    const { id } = await world.returned()
    await world.days(30)
    const { inbox } = world.workflow
    const save = async () => {
      throw new LostEvent('replayed by somebody')
    }
    expect((await world.audit({ inbox: { ...inbox, save } })).retention).toMatchObject({ erased: 0, complete: true })
    expect(await world.get(id)).not.toHaveProperty('erasedAt')
    const replay = async (asked: string) => {
      const event = await inbox.get(asked)
      if (event?.erasedAt !== undefined) await createDesk(world, { deadlineMs: 9e12 }).ask('event.replay', { id })
      return event
    }
    expect(await retained(world)).toMatchObject({ erased: 1 })
    await world.days(370)
    expect((await world.audit({ inbox: { ...inbox, get: replay } })).retention).toMatchObject({ removed: 0 })
    expect(await world.get(id)).toMatchObject({ status: 'ready' })
  })

  describe('with an event that cannot be read or saved', () => {
    type Inbox = ReturnType<typeof createAudited>['workflow']['inbox']
    const broken = new TypeError(words)
    const hurt = {
      read: (inbox: Inbox, id: string): Inbox => ({
        ...inbox,
        get: async (asked) => (asked === id ? Promise.reject(broken) : await inbox.get(asked)),
      }),
      saved: (inbox: Inbox, id: string): Inbox => ({
        ...inbox,
        save: async (previous, next) =>
          previous.id === id ? Promise.reject(broken) : await inbox.save(previous, next),
      }),
    }

    it.each(['read', 'saved'] as const)('erases what lies behind it, compares, and names it: not %s', async (what) => {
      const world = createAudited()
      const { id } = await world.commented({ text: 'the first' })
      const { id: behind } = await world.commented({ text: 'the second' })
      await world.days(30)
      const { retention, unseen, events, returns } = await world.audit({ inbox: hurt[what](world.workflow.inbox, id) })
      expect(retention).toMatchObject({ erased: 1, complete: true })
      expect(unseen).toEqual([{ event: id, why: expect.stringContaining('(TypeError)') }])
      expect([events.complete, returns.complete]).toEqual([true, true])
      expect(await world.get(behind)).toHaveProperty('erasedAt')
      const message = 'passed by: what is recorded of it cannot be read or saved'
      const fields = { event: id, error: 'TypeError', at: expect.any(Array) }
      expect(world.logged).toContainEqual({ level: 'error', message, fields })
      expect(JSON.stringify([world.logged, unseen])).not.toContain(words)
      expect(await retained(world)).toMatchObject({ erased: 1 })
    })

    it('removes what lies behind it', async () => {
      const world = createAudited()
      const { id } = await world.commented({ text: 'the first' })
      await world.commented({ text: 'the second' })
      await world.days(30)
      await world.audit()
      await world.days(370)
      const { retention, unseen } = await world.audit({ inbox: hurt.read(world.workflow.inbox, id) })
      expect(retention).toMatchObject({ removed: 1, complete: true })
      expect(unseen).toEqual([expect.objectContaining({ event: id })])
    })

    it('compares what was done behind it', async () => {
      const world = createAudited()
      const { id } = await world.commented({ text: 'the first' })
      await world.commented({ text: 'the second' })
      const { events, unseen } = await world.audit({ inbox: hurt.read(world.workflow.inbox, id) })
      expect(events).toMatchObject({ checked: 1, comments: 1, complete: true })
      expect(unseen).toEqual([expect.objectContaining({ event: id })])
    })

    it('ends at once where the table says that it has too much to do', async () => {
      const world = createAudited()
      for (const text of ['the first', 'the second']) await world.commented({ text })
      await world.days(30)
      const save = async () => Promise.reject(Object.assign(new Error('slow down'), { name: 'ThrottlingException' }))
      await expect(world.audit({ inbox: { ...world.workflow.inbox, save } })).rejects.toThrow('slow down')
    })

    it('ends where one after the other fails, and not where some of them do not', async () => {
      const world = createAudited()
      for (let count = 0; count < 40; count += 1) await world.commented({ text: `comment ${count}` })
      await world.days(30)
      const { inbox } = world.workflow
      let asked = 0
      const get = async (id: string) => {
        asked += 1
        return asked % 20 === 0 ? await inbox.get(id) : Promise.reject(broken)
      }
      const { unseen, moreUnseen } = await world.audit({ inbox: { ...inbox, get } })
      expect(unseen.length + moreUnseen).toBe(38)
      const never = async () => Promise.reject(broken)
      await expect(world.audit({ inbox: { ...inbox, get: never } })).rejects.toThrow(broken)
    })
  })

  it('is no work that is due, and none that is counted as open', async () => {
    const world = createAudited()
    const { ask } = createDesk(world, { deadlineMs: 9e12 })
    await world.returned()
    await failing(world)
    await world.days(31)
    expect((await ask('stats')).result).toMatchObject({ open: 0, failed: 1 })
    expect((await ask('stats')).result).not.toHaveProperty('oldestDue')
    await world.audit()
    expect((await ask('stats')).result).toMatchObject({ open: 0, failed: 0 })
    expect(await world.workflow.inbox.due({ now: 9e12, limit: 10 })).toEqual([])
  })
})

const refund = JSON.stringify({
  id: 929_361_462,
  order_id: 6_203_001_001,
  note: words,
  refund_line_items: [
    { id: 1, quantity: 1, restock_type: 'return', line_item: { id: 1, sku: 'MUG-BLUE', quantity: 2 } },
  ],
})
