import { describe, expect, it } from 'vitest'
import { anOrderBody, createOrders } from '../workflow/new-orders.ts'
import { audited, createAudited, day, loseEverything, putReturn, us } from './audit-world.ts'

const found = (what: string) => expect.objectContaining({ what })

describe('an audit', () => {
  it('finds nothing where everything is as it was recorded, and says what it has looked at', async () => {
    const world = createAudited()
    const made = await world.returned()
    await world.commented()
    const report = await world.audit()
    expect(report).toMatchObject({
      findings: [],
      moreFindings: 0,
      unseen: [],
      events: { checked: 2, returns: 1, comments: 2, complete: true, to: new Date(world.now()).toISOString() },
      returns: { ours: 1, complete: true },
      retention: { erased: 0, givenUp: 0, removed: 0, soonGivenUp: [], complete: true },
    })
    expect(report).not.toHaveProperty('putOff')
    expect(made.status).toBe('done')
  })

  it('writes nothing to the back office, and reads each thing once', async () => {
    const world = createAudited()
    for (let count = 0; count < 3; count += 1) await world.commented({ text: `comment ${count}` })
    await world.returned()
    await world.control('/sandbox/calls', { method: 'DELETE' })
    const { calls } = await world.audit()
    const { total, byRoute } = await world.calls()
    expect(Object.keys(byRoute).filter((route) => !route.startsWith('GET '))).toEqual([])
    // The list of returns, and the comments of the one order.
    expect(byRoute['GET /rest/comments/order/{orderId}']).toBe(1)
    expect(byRoute).not.toHaveProperty('GET /rest/orders/{orderId}')
    expect(calls).toBe(total)
  })

  it.each([
    ['cancelled', 'return_cancelled', { statusId: 8 }],
    ['moved to another order', 'return_of_another_order', { orderId: 10_002 }],
    ['made into something else', 'return_gone', { typeId: 4 }],
  ])('reports an event whose return was %s', async (_title, what, change) => {
    const world = createAudited()
    const { id, ledger } = await world.returned()
    const returnId = ledger[0]?.return?.returnId ?? 0
    putReturn(world, { id: returnId, ...change })
    const { findings } = await world.audit()
    expect(findings).toContainEqual({
      what,
      event: id,
      orderId: 10_001,
      returnId,
      says: expect.stringContaining(`Return ${returnId} of order 10001, made for event ${id},`),
    })
    expect(findings.filter((finding) => finding.event === id)).toHaveLength(1)
  })

  it('reports an event whose return and comment were deleted', async () => {
    const world = createAudited()
    const { id, ledger } = await world.returned()
    await loseEverything(world)
    const { returnId } = ledger[0]?.return ?? {}
    const { commentId } = ledger[0]?.comment ?? {}
    expect((await world.audit()).findings).toEqual([
      expect.objectContaining({ what: 'return_gone', event: id, orderId: 10_001, returnId }),
      expect.objectContaining({ what: 'comment_gone', event: id, orderId: 10_001, commentId }),
    ])
  })

  it('reports an event whose new order was deleted', async () => {
    const { world: orders, accept } = createOrders()
    const world = audited(orders)
    const { id, orderId } = await world.finish(await accept(anOrderBody('N-1')))
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 1, orders: 1 } })
    await loseEverything(world)
    const says = `Order ${orderId}, created for event ${id}, is not in the back office any more.`
    expect((await world.audit()).findings).toEqual([{ what: 'order_gone', event: id, orderId, says }])
  })

  it('reports an event whose order was deleted with its comment', async () => {
    const world = createAudited()
    const { id } = await world.commented()
    await world.fault({ method: 'GET', path: '/rest/comments/order/10001', times: 1, kind: 'status', status: 404 })
    expect((await world.audit()).findings).toEqual([
      expect.objectContaining({ event: id, says: `The comment of event ${id} at order 10001 is gone with its order.` }),
    ])
  })

  it('reports an event whose comment is gone, and none whose comment was edited', async () => {
    const world = createAudited()
    const gone = await world.commented({ text: 'This one goes' })
    const edited = await world.commented({ text: 'This one is edited' })
    const { comments } = world.sandbox.world.store
    const commentOf = ({ ledger }: typeof gone) =>
      comments.get(ledger[0]?.comment?.commentId ?? 0) ?? expect.fail('no comment')
    comments.put({ ...commentOf(gone), referenceValue: 10_002 })
    comments.put({ ...commentOf(edited), text: 'Now it reads otherwise' })
    const { findings } = await world.audit()
    expect(findings).toEqual([
      {
        what: 'comment_gone',
        event: gone.id,
        orderId: 10_001,
        commentId: commentOf(gone).id,
        says: `The comment of event ${gone.id} at order 10001 is not among the comments of its order any more.`,
      },
    ])
  })

  it('reports a return of our user that no event has made, whatever its status but cancelled', async () => {
    const world = createAudited()
    await world.returned()
    const unknown = putReturn(world)
    const booked = putReturn(world, { statusId: 9.02, orderId: 10_002 })
    putReturn(world, { statusId: 8 })
    putReturn(world, { ownerId: us + 1 })
    const { findings, returns } = await world.audit()
    expect(findings).toEqual([
      {
        what: 'return_unknown',
        orderId: 10_001,
        returnId: unknown.id,
        says: `Return ${unknown.id} of order 10001 belongs to the API user of the bridge, but no event has made it.`,
      },
      expect.objectContaining({ what: 'return_unknown', orderId: 10_002, returnId: booked.id }),
    ])
    expect(returns.ours).toBe(3)
  })

  it('leaves alone a return of an order whose write is not settled yet, and says so', async () => {
    const world = createAudited()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const id = await world.accept('standard', {
      type: 'return.requested',
      timestamp: '2026-03-02T09:00:00Z',
      data: { order: { id: 10_001 }, lines: 'all' },
    })
    expect((await world.run(id)).event.status).toBe('waiting')
    const [made] = await world.returnsOf(10_001)
    expect(await world.audit()).toMatchObject({
      findings: [],
      unseen: [{ returnId: made?.id, why: 'a write for its order is not settled yet' }],
    })
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.audit()).toMatchObject({ findings: [], unseen: [] })
  })

  it('accuses nobody of a return whose order has an event that cannot be read: names it, and judges the others', async () => {
    const world = createAudited()
    const { id } = await world.returned({ order: { id: 10_001 } })
    const doubtful = putReturn(world, { orderId: 10_001 })
    const unknown = putReturn(world, { orderId: 10_002 })
    const { inbox } = world.workflow
    const get: typeof inbox.get = async (asked) =>
      asked === id ? Promise.reject(new TypeError('not an event')) : await inbox.get(asked)
    const { findings, unseen, returns } = await world.audit({ inbox: { ...inbox, get } })
    expect(findings).toEqual([expect.objectContaining({ what: 'return_unknown', returnId: unknown.id })])
    expect(unseen).toContainEqual({ returnId: doubtful.id, why: expect.stringContaining('(TypeError)') })
    expect(returns.complete).toBe(true)
  })

  it('knows the return of an event from its ledger where the order has forgotten it', async () => {
    const world = createAudited()
    const { id } = await world.returned()
    await world.workflow.orders.forget(10_001, { event: id, now: world.now() + day })
    expect(await world.audit()).toMatchObject({ findings: [], returns: { ours: 1 } })
  })

  it('shows nothing of a customer', async () => {
    const world = createAudited()
    const words = 'Eve Example eve@example.com'
    await world.returned({ note: words, reason: words })
    await world.commented({ text: words })
    await loseEverything(world)
    const report = await world.audit()
    expect(report.findings).toHaveLength(3)
    expect(JSON.stringify([report, world.logged])).not.toMatch(/example/i)
  })

  it('warns of each finding, so that an alarm can count them, and tells that it ended', async () => {
    const world = createAudited()
    const { id } = putReturn(world)
    await world.audit()
    const ours = world.logged.filter(({ message }) => message.startsWith('audit'))
    expect(ours).toEqual([
      {
        level: 'warn',
        message: 'audit finding',
        fields: { what: 'return_unknown', orderId: 10_001, returnId: id },
      },
      { level: 'info', message: 'audit ended', fields: expect.objectContaining({ findings: 1, compared: true }) },
    ])
  })

  it('tells at most a hundred findings, and how many more there are', async () => {
    const world = createAudited()
    for (let count = 0; count < 103; count += 1) putReturn(world)
    const { findings, moreFindings } = await world.audit()
    expect(findings).toEqual(Array.from({ length: 100 }, () => found('return_unknown')))
    expect(moreFindings).toBe(3)
  })

  it('looks again for a week, and then no more', async () => {
    const world = createAudited()
    const { ledger } = await world.returned()
    putReturn(world)
    expect((await world.audit()).findings).toEqual([found('return_unknown')])
    putReturn(world, { id: ledger[0]?.return?.returnId ?? 0, statusId: 8 })
    await world.days(6)
    expect((await world.audit()).findings).toEqual([found('return_cancelled'), found('return_unknown')])
    await world.days(2)
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 0 }, returns: { ours: 0 } })
  })

  it('that did not run for a month begins where the last one ended', async () => {
    const world = createAudited()
    await world.audit()
    await world.returned()
    putReturn(world)
    await world.days(29)
    expect(await world.audit()).toMatchObject({ events: { checked: 1 }, findings: [found('return_unknown')] })
  })

  it('looks for no return that was there before the bridge, nor for one of another time', async () => {
    const world = createAudited()
    putReturn(world, { atMs: world.now() - 25 * 60 * 60_000 })
    putReturn(world, { atMs: world.now() + 9 * day })
    putReturn(world, { atMs: world.now() + day })
    expect((await world.audit()).findings).toEqual([found('return_unknown')])
    await world.days(1)
    putReturn(world, { atMs: world.now() - 25 * 60 * 60_000 })
    expect((await world.audit()).findings).toEqual([found('return_unknown'), found('return_unknown')])
  })

  it('checks an event that is erased already', async () => {
    const world = createAudited({
      config: { sources: { standard: { kind: 'standard' } }, retention: { payloadDays: 1 } },
    })
    const { ledger } = await world.returned()
    await world.days(2)
    putReturn(world, { id: ledger[0]?.return?.returnId ?? 0, statusId: 8 })
    expect(await world.audit()).toMatchObject({ findings: [found('return_cancelled')], retention: { erased: 1 } })
  })
})
