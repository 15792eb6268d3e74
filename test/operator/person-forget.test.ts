import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { commentSubmitted, createWorld, restate, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const email = 'anna.beispiel@example.com'
const note = 'Ticket 4711'
const none = { open: 0, openWrite: 0, withdrawals: 0 }

/** A desk whose world has one event of each kind about a person, and some about others. */
async function withEvents(...given: Parameters<typeof createDesk>) {
  const desk = createDesk(...given)
  const { world } = desk
  const tell = async (message: object) => (await world.deliver('standard', message)).id
  const ids = {
    // Of the person's order, by its id alone.
    done: await tell(returnRequested({ order: { id: 10_001 }, note: 'Frau Geheim' })),
    // Of no order.
    failed: await tell(
      returnRequested({ order: { externalNumber: '77-1' }, note: `Frau Geheim  ${email.toUpperCase()} ` }),
    ),
    held: await tell(returnRequested({ order: { id: 10_006 }, lines: 'all', note: `write to ${email}.` })),
    open: await world.accept('standard', commentSubmitted({ email })),
    withdrawal: await tell({
      ...{ type: 'withdrawal.declared', timestamp: '2026-03-01T09:00:00Z' },
      data: { order: { externalNumber: 'none' }, email, declaredAt: '2026-03-01T09:00:00Z' },
    }),
  }
  const others = [
    await tell(commentSubmitted({ order: { id: 10_002 }, text: `from jo${email}` })),
    await tell(returnRequested({ order: { id: 99_999 }, email: `${email}.web.example` })),
  ]
  const statuses = () => Promise.all(Object.values(ids).map(async (id) => (await world.get(id)).status))
  expect(await statuses()).toEqual(['done', 'failed', 'held', 'ready', 'held'])
  const all = () => Promise.all([...Object.values(ids), ...others].map(world.get))
  return { ...desk, ids, others, all, statuses }
}

describe('person.forget', () => {
  it('counts in a dry run what it would do, and changes nothing', async () => {
    const { ask, all } = await withEvents()
    const before = await all()
    const { result } = await ask('person.forget', { email, note, dryRun: true })
    const left = { ...none, open: 1, withdrawals: 1 }
    expect(result).toEqual({ dryRun: true, forgotten: 3, ended: 2, left })
    expect(await all()).toEqual(before)
  })

  it('erases what was delivered and noted, ends what is held or failed, and leaves what is not over', async () => {
    const { ask, world, ids, others, statuses, all } = await withEvents()
    await ask('event.reveal', { id: ids.done, note: `called by ${email}`, by: 'Kim' })
    const before = await Promise.all(others.map(world.get))
    const { progress } = await world.get(ids.done)
    const { result } = await ask('person.forget', { email, note })
    expect(result).toEqual({ forgotten: 3, ended: 2, left: { ...none, open: 1, withdrawals: 1 } })
    expect(await statuses()).toEqual(['done', 'discarded', 'discarded', 'ready', 'held'])
    expect(await Promise.all(others.map(world.get))).toEqual(before)
    const erased = await Promise.all([ids.done, ids.failed, ids.held].map(world.get))
    for (const { delivery, history } of erased) {
      expect(delivery).toEqual({ body: Buffer.alloc(0), headers: {} })
      expect(history.at(-1)).toMatchObject({ code: 'erased', note })
    }
    const text = JSON.stringify(erased)
    for (const personal of ['Geheim', 'beispiel', '77-1'])
      expect(text.toLowerCase()).not.toContain(personal.toLowerCase())
    expect(text).toContain('"by":"Kim"')
    expect(erased[0]?.progress).toEqual(progress)
    expect(JSON.stringify(world.logged)).not.toContain('beispiel')
    const again = await ask('person.forget', { email, note })
    expect(again.result).toEqual({ forgotten: 0, ended: 0, left: { ...none, open: 1, withdrawals: 1 } })
    expect(await all()).toHaveLength(7)
  })

  it('leaves a tombstone: a repeat of the delivery is a duplicate, a replay is refused, and the event can be shown', async () => {
    const { ask, world, ids } = await withEvents()
    const { source, delivery } = await world.get(ids.failed)
    await ask('person.forget', { email, note })
    const again = { id: ids.failed, source, delivery, now: world.now(), hintMs: 0 }
    expect(await world.workflow.inbox.accept(again)).toBe('duplicate')
    expect((await ask('event.replay', { id: ids.failed })).error).toMatchObject({ code: 'conflict' })
    const { result = {} } = await ask('event.get', { id: ids.failed })
    expect(result).toMatchObject({ status: 'discarded', commands: [] })
    expect(JSON.stringify(result.history)).toContain('asked to forget its person')
  })

  it('leaves a write of unknown outcome, and the event of whoever is faster', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const open = await world.accept('standard', returnRequested({ email }))
    await world.run(open)
    const { inbox } = world.workflow
    const event = await world.get(open)
    await inbox.save(event, { ...event, status: 'held', epoch: event.epoch + 1, writeId: 'w' })
    const failed = (await world.deliver('standard', returnRequested({ order: { id: 99_999 }, email }))).id
    const save: Inbox['save'] = async (previous, next) => {
      const stored = await world.get(failed)
      await inbox.save(stored, released(stored, { now: world.now(), writeId: 'other' }))
      await inbox.save(previous, next)
    }
    const { ask } = createDesk({ ...world, workflow: { ...world.workflow, inbox: { ...inbox, save } } })
    const { result } = await ask('person.forget', { email, note })
    expect(result).toEqual({ forgotten: 0, ended: 0, left: { ...none, open: 1, openWrite: 1 } })
    expect([(await world.get(open)).status, (await world.get(failed)).status]).toEqual(['held', 'ready'])
  })

  it('finds what was delivered about an order that was cancelled since', async () => {
    const { ask, world } = createDesk()
    await world.deliver('standard', returnRequested({ order: { id: 10_001 } }))
    await restate(world, 10_001, 8.1)
    expect((await ask('person.forget', { email, note, dryRun: true })).result).toMatchObject({ forgotten: 1 })
  })

  it('goes on with the cursor where its time was over', async () => {
    const { ask, world } = await withEvents()
    const { inbox } = world.workflow
    const walk: Inbox['walk'] = async (options) => {
      const page = await inbox.walk(options)
      return page.map((one) => ({
        ...one,
        read: () => {
          passed += 1
          return one.read()
        },
      }))
    }
    let passed = 0
    // Each event takes 90 seconds.
    const now = () => world.now() + passed * 90_000
    const slow = createDesk({ ...world, workflow: { ...world.workflow, now, inbox: { ...inbox, walk } } })
    const first = await slow.ask('person.forget', { email, note })
    expect(first.result).toMatchObject({ more: true, cursor: expect.any(String) })
    const rest = await ask('person.forget', { email, note, cursor: first.result?.cursor })
    const counts = [first, rest].map(({ result }) => Number(result?.forgotten))
    expect(counts.every((count) => count > 0)).toBe(true)
    expect(counts.reduce((one, other) => one + other)).toBe(3)
    expect(rest.result).not.toHaveProperty('more')
  })

  it.each([
    [{ email: 'beispiel', note }, 'invalid', 'write one e-mail address'],
    [{ email }, 'note_required', 'note: missing'],
    [{ email, note, cursor: 'none' }, 'rejected', 'start without one'],
    [{ email, note: `wants ${email} gone` }, 'invalid', 'do not name the address'],
  ])('refuses %j', async (given, code, says) => {
    const { ask } = createDesk()
    const { error } = await ask('person.forget', given)
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) })
    expect(error?.message).not.toContain('beispiel')
  })

  it('changes nothing while the back office cannot be asked', async () => {
    const { ask, world, all } = await withEvents()
    const before = await all()
    await world.fault({ method: 'GET', path: '/rest/accounts/contacts', times: 9, kind: 'status', status: 500 })
    expect((await ask('person.forget', { email, note })).error?.code).toBe('retry_later')
    expect(await all()).toEqual(before)
  })
})

describe('customers/redact of Shopify', () => {
  const message = (customer: object) => ({ shop_id: 1, customer, orders_to_redact: [] })
  const headers = { 'x-shopify-topic': 'customers/redact' }

  it('forgets the person as person.forget does, and then itself', async () => {
    const { ask, world, statuses } = await withEvents()
    const { id, status } = await world.deliver('shopify', message({ id: 7, email }), headers)
    expect(status).toBe('done')
    expect(await statuses()).toEqual(['done', 'discarded', 'discarded', 'ready', 'held'])
    const own = await world.get(id)
    expect(JSON.stringify([own, world.logged])).not.toContain('beispiel')
    expect(own.history.at(-1)).toMatchObject({ code: 'erased' })
    expect(world.logged).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ event: id, forgotten: 3, ended: 2 }) }),
    )
    expect((await ask('person.forget', { email, note, dryRun: true })).result).toMatchObject({ forgotten: 0 })
  })

  it('can be planned without forgetting anybody', async () => {
    const { ask, world, all } = await withEvents()
    const id = await world.accept('shopify', message({ id: 7, email }), headers)
    const before = await all()
    const { result } = await ask('event.plan', { id })
    expect(JSON.stringify(result)).not.toContain('beispiel')
    expect(await all()).toEqual(before)
  })

  it('waits while the back office does not answer, and goes on where its time was over', async () => {
    const { world, statuses } = await withEvents()
    await world.fault({ method: 'GET', path: '/rest/accounts/contacts', times: 1, kind: 'status', status: 500 })
    const id = await world.accept('shopify', message({ id: 7, email }), headers)
    expect((await world.run(id)).event.status).toBe('waiting')
    expect(await statuses()).toEqual(['done', 'failed', 'held', 'ready', 'held'])
    const { inbox } = world.workflow
    let passed = 0
    const walk: Inbox['walk'] = async (options) => {
      passed = 115_000
      return await inbox.walk(options)
    }
    const slow = { ...world.workflow, now: () => world.now() + passed, inbox: { ...inbox, walk } }
    await world.advance(600_000)
    await processEvent(slow, id, world.now() + 120_000)
    expect((await world.get(id)).history.at(-1)).toMatchObject({ why: { code: 'time_over' } })
    await world.finish(id)
    expect((await world.get(id)).status).toBe('done')
  })

  it.each([
    ['without an e-mail', message({ id: 7, email: null }), 'payload_invalid'],
    ['under a topic that its signed body does not fit', { id: 7, email }, 'payload_invalid'],
  ])('fails %s', async (_, body, code) => {
    const { reason } = await createWorld().deliver('shopify', body, headers)
    expect(reason?.code).toBe(code)
  })
})
