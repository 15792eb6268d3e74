import { describe, expect, it } from 'vitest'
import { createBackOffice } from '../../lib/back-office/back-office.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { operate } from '../../lib/operator/operate.ts'
import { createMemoryPace } from '../memory/memory-stores.ts'
import { operatorOf } from '../operator/desk.ts'
import { answering } from '../workflow/world.ts'
import { createAudited, putReturn, us } from './audit-world.ts'
import { commentsOn, paced, putOrderLike, slowly, unpaced } from './offices.ts'

const found = (what: string) => expect.objectContaining({ what })

describe('an audit', () => {
  it('uses at most half of the free reads, and goes on where it stopped', async () => {
    const world = createAudited()
    const orders = Array.from({ length: 60 }, (_, index) => 21_001 + index)
    for (const id of orders) putOrderLike(world, id)
    await commentsOn(world, orders)
    const back = paced(world, { readsPerMinute: 40 })
    await world.advance(60_000)
    const first = await world.audit(back)
    expect(first.calls).toBeGreaterThan(15)
    expect(first.calls).toBeLessThanOrEqual(45)
    expect(first).toMatchObject({ events: { complete: false }, putOff: { why: expect.any(String) } })
    let checked = first.events.checked
    for (let runs = 0; runs < 5 && checked < orders.length; runs += 1) {
      await world.days(1)
      checked += (await world.audit(back)).events.checked
    }
    expect(checked).toBe(orders.length)
  })

  it('leaves a live event the calls that it needs, in the middle of a run that uses up its own', async () => {
    const world = createAudited()
    await commentsOn(world, [10_001, 10_002, 10_003])
    const { now, sleep, newId, log } = world.workflow
    const pace = createPace({ store: createMemoryPace(), limits: { readsPerMinute: 9 }, now, sleep, newId, log })
    const waited: number[] = []
    const fetch: typeof globalThis.fetch = async (...asked) => {
      const before = now()
      await pace.reserve({ class: 'live', reads: 3, writes: 0 }, { deadlineMs: before + 60_000 })
      waited.push(now() - before)
      return await world.sandbox.fetch(...asked)
    }
    const { session } = world
    const report = await world.audit({ openBackOffice: createBackOffice({ session, fetch, now, pace, log }) })
    expect(report).toMatchObject({ events: { complete: false }, putOff: { why: expect.any(String) } })
    expect(waited.length).toBeGreaterThan(0)
    expect(waited.every((ms) => ms === 0)).toBe(true)
  })

  it.each([20_000, 45_000, 120_000])('ends before its function does, which has %i ms left', async (ms) => {
    const world = createAudited()
    await commentsOn(world, [10_001, 10_002, 10_003])
    const deadlineMs = world.now() + ms
    const slow = { ...world.workflow, openBackOffice: slowly(world, 9_000) }
    expect(await operate(operatorOf(world, { workflow: slow, deadlineMs }), { command: 'audit' })).toMatchObject({
      ok: true,
    })
    expect(world.now()).toBeLessThanOrEqual(deadlineMs)
  })

  it('stops without a failure at a 429 that lasts longer, and goes on with the next run', async () => {
    const world = createAudited()
    await commentsOn(world, [10_001])
    await world.control('/sandbox/limits', { method: 'POST', body: { readsPerMinute: 1 } })
    const report = await world.audit(unpaced(world), 40_000)
    expect(report).toMatchObject({
      events: { complete: false, checked: 0 },
      putOff: { why: expect.stringContaining('429') },
    })
    expect(report.putOff?.until).toMatch(/^2026-/)
    await world.control('/sandbox/limits', { method: 'POST', body: {} })
    await world.days(1)
    expect(await world.audit(unpaced(world))).toMatchObject({ events: { complete: true, checked: 1 } })
  })

  it('stops at a closed login, and still counts the events that wait for a person', async () => {
    const world = createAudited()
    await world.returned({ order: { id: 99_999 } })
    await world.days(31)
    await world.commented()
    await world.days(2)
    await world.fault({ method: 'POST', path: '/rest/login', times: 9, kind: 'status', status: 401 })
    expect(await world.audit()).toMatchObject({
      findings: [],
      events: { checked: 0, complete: false },
      returns: { complete: false },
      putOff: { why: expect.stringContaining('login') },
      retention: { failed: 1, complete: true },
    })
    const { users } = await world.control<{ users: { failedLogins: number }[] }>('/sandbox/state')
    expect(users[0]?.failedLogins).toBeLessThanOrEqual(1)
  })

  it('ends its run where nothing can be read, and begins again at the first of them', async () => {
    const world = createAudited()
    await commentsOn(world, [10_001, 10_002, 10_003])
    await world.fault({ method: 'GET', path: '/rest/comments', times: 9, kind: 'status', status: 503 })
    const report = await world.audit()
    expect(report).toMatchObject({ events: { complete: false }, putOff: { why: expect.stringContaining('503') } })
    await world.control('/sandbox/faults', { method: 'DELETE' })
    await world.days(1)
    expect(await world.audit()).toMatchObject({ unseen: [], events: { checked: 3, comments: 3, complete: true } })
  })

  it('says so where the list of returns cannot be read to its last page, and knows nothing of orphans then', async () => {
    const world = createAudited()
    putReturn(world)
    await world.commented()
    await world.fault({ method: 'GET', path: '/rest/orders', times: 1, kind: 'garbage' })
    expect(await world.audit()).toMatchObject({
      findings: [],
      events: { checked: 1, complete: true },
      returns: { complete: false, listed: 0 },
      putOff: { why: expect.stringContaining('/rest/orders') },
    })
    expect(await world.audit()).toMatchObject({ findings: [found('return_unknown')], returns: { complete: true } })
  })

  it('reads alone what the list of returns did not load, and names what it could not', async () => {
    const world = createAudited({ seed: 'empty', fetch: withoutReferences })
    const [first, second] = [putReturn(world), putReturn(world, { orderId: 10_002 })]
    await world.fault({ method: 'GET', path: `/rest/orders/${first.id}`, times: 1, kind: 'html' })
    expect(await world.audit(unpaced(world))).toMatchObject({
      findings: [{ what: 'return_unknown', returnId: second.id, orderId: 10_002 }],
      unseen: [{ returnId: first.id, why: expect.stringContaining(`/rest/orders/${first.id}`) }],
      returns: { complete: true },
    })
  })

  it('counts only the end of a list that does not come by id', async () => {
    const world = createAudited({ seed: 'empty', fetch: newestFirst })
    world.sandbox.world.options.itemsPerPageMax = 1
    for (let count = 0; count < 8; count += 1) putReturn(world)
    const { returns } = await world.audit({ openBackOffice: slowly(world, 25_000) })
    expect(returns).toMatchObject({ complete: false, to: returns.from })
    expect(await world.audit(unpaced(world))).toMatchObject({ returns: { complete: true, ours: 8 } })
  })

  it('logs that a list has entries that were not asked for', async () => {
    const world = createAudited({ seed: 'empty', fetch: withAStranger })
    await world.audit(unpaced(world))
    expect(world.logged).toContainEqual({
      level: 'warn',
      message: 'a list has entries that were not asked for, or cannot be read',
      fields: { route: '/rest/orders', unrelated: 1 },
    })
  })

  it('asks once who our user is where the configuration does not say, and takes that for the owner', async () => {
    const world = createAudited({ config: { sources: {}, backOffice: { ownerId: us + 1 } } })
    putReturn(world)
    const { openBackOffice } = paced(world)
    expect(await world.audit({ openBackOffice })).toMatchObject({ findings: [found('return_unknown')] })
  })

  it('fails visibly where the table cannot be reached', async () => {
    const world = createAudited()
    const walk = async () => {
      throw new Error('no table')
    }
    await expect(world.audit({ inbox: { ...world.workflow.inbox, walk } })).rejects.toThrow('no table')
  })

  it('leaves the places of a run that was faster', async () => {
    const world = createAudited()
    await world.commented()
    const both = await Promise.all([world.audit(), world.audit()])
    for (const report of both) expect(report).toMatchObject({ findings: [], events: { complete: true } })
    expect(await world.audits.read()).toMatchObject({ events: { complete: true }, returns: { complete: true } })
  })
})

type Page = { entries: Record<string, unknown>[] }

/** A list of orders as another server would answer it. */
const listsAs = (change: (page: Page) => Page) => answering(/^\/rest\/orders$/, change)

const withoutReferences = listsAs((page) => ({
  ...page,
  entries: page.entries.map((entry) => ({ ...entry, orderReferences: null })),
}))

const newestFirst =
  (real: typeof fetch): typeof fetch =>
  (url, init) =>
    real(String(url).replace('/rest/orders?', '/rest/orders?sortBy=id&sortOrder=desc&'), init)

const withAStranger = listsAs((page) => ({ ...page, entries: [...page.entries, { id: 5, typeId: 1, statusId: 3 }] }))
