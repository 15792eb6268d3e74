import { describe, expect, it } from 'vitest'
import type { MemoryInbox } from '../memory/memory-stores.ts'
import { anOrderBody, createOrders } from '../workflow/new-orders.ts'
import { aReturnLine, commentSubmitted, returnRequested } from '../workflow/world.ts'
import { audited, createAudited, day, firstOf, loseEverything, putReturn, us } from './audit-world.ts'

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
      retention: { held: 0, failed: 0, ids: [], complete: true },
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
    const made = await world.returned()
    const { id } = made
    const { returnId = 0 } = firstOf(made)
    putReturn(world, { id: returnId, ...change })
    const { findings } = await world.audit()
    expect(findings).toContainEqual({
      what,
      event: id,
      orderId: 10_001,
      returnId,
      ...('typeId' in change && { typeId: change.typeId }),
      says: expect.stringContaining(`Return ${returnId} of order 10001, made for event ${id},`),
    })
    expect(findings.filter((finding) => finding.event === id)).toHaveLength(1)
  })

  it('reports an event whose return and comment were deleted', async () => {
    const world = createAudited()
    const made = await world.returned()
    const { id } = made
    await loseEverything(world)
    const { returnId, comment: { commentId } = {} } = firstOf(made)
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
    const says = `Order ${orderId}, created for event ${id}, is no longer in the back office.`
    expect((await world.audit()).findings).toEqual([{ what: 'order_gone', event: id, orderId, says }])
  })

  it('reports an event whose order was deleted with its comment', async () => {
    const world = createAudited()
    const { id } = await world.commented()
    await world.fault({ method: 'GET', path: '/rest/comments/order/10001', times: 1, kind: 'status', status: 404 })
    expect((await world.audit()).findings).toEqual([
      expect.objectContaining({ event: id, says: `The comment of event ${id} on order 10001 is gone with its order.` }),
    ])
  })

  it('reports an event whose comment is gone, and none whose comment was edited or counts as automatic', async () => {
    const backOffice = { constants: { automaticComments: { userIds: [us] } } }
    const world = createAudited({ config: { sources: { standard: { kind: 'standard' } }, backOffice } })
    const gone = await world.commented({ text: 'This one goes' })
    const edited = await world.commented({ text: 'This one is edited' })
    const { comments } = world.sandbox.world.store
    const commentOf = (made: typeof gone) =>
      comments.get(firstOf(made).comment?.commentId ?? 0) ?? expect.fail('no comment')
    comments.put({ ...commentOf(gone), referenceValue: 10_002 })
    comments.put({ ...commentOf(edited), text: 'Now it reads otherwise' })
    expect((await world.audit()).findings).toEqual([
      {
        what: 'comment_gone',
        event: gone.id,
        orderId: 10_001,
        commentId: commentOf(gone).id,
        says: `The comment of event ${gone.id} on order 10001 is no longer among the comments of its order.`,
      },
    ])
  })

  /** Another comment of the same order, as one that is applied late is. */
  const putAgain = ({ sandbox }: ReturnType<typeof createAudited>, commentId = 0, text?: string) => {
    const { comments } = sandbox.world.store
    const first = comments.get(commentId) ?? expect.fail('no comment')
    return comments.put({ ...first, id: comments.nextId(), ...(text !== undefined && { text }) }).id
  }

  it('reports a comment that was sent again and came through twice, without another call', async () => {
    const world = createAudited()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    const made = await world.commented()
    expect((await world.audit()).findings).toEqual([])
    await world.control('/sandbox/calls', { method: 'DELETE' })
    await world.audit()
    const { total } = await world.calls()
    const { commentId } = firstOf(made).comment ?? {}
    const late = putAgain(world, commentId)
    await world.control('/sandbox/calls', { method: 'DELETE' })
    const says = `Comments ${commentId}, ${late} of order 10001 are the same one of event ${made.id}: they have one marker.`
    expect((await world.audit()).findings).toEqual([
      { what: 'comment_twice', event: made.id, orderId: 10_001, commentId, ids: [commentId, late], says },
    ])
    expect((await world.calls()).total).toBe(total)
  })

  it('reports the doubled comment of a return, but none that another return has under the same key', async () => {
    const world = createAudited()
    const made = await world.returned()
    const { returnId, comment: { commentId = 0 } = {} } = firstOf(made)
    const { text } = world.sandbox.world.store.comments.get(commentId) ?? expect.fail('no comment')
    putAgain(world, commentId, text.replace(`${returnId}`, '600001'))
    expect((await world.audit()).findings).toEqual([])
    putAgain(world, commentId)
    expect((await world.audit()).findings).toEqual([expect.objectContaining({ what: 'comment_twice', commentId })])
  })

  it('misses no comment that was written within the last minute: its list need not show it yet', async () => {
    const world = createAudited()
    const { id } = await world.deliver('standard', commentSubmitted({ text: 'just now' }))
    const { comments } = world.sandbox.world.store
    for (const comment of comments.list()) comments.put({ ...comment, referenceValue: 10_002 })
    await world.advance(59_000)
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 1, comments: 1, complete: true } })
    await world.advance(1_000)
    expect((await world.audit()).findings).toEqual([expect.objectContaining({ what: 'comment_gone', event: id })])
  })

  it('reports a return of our user that no event has made, whatever its status but cancelled', async () => {
    const world = createAudited()
    await world.returned()
    const unknown = putReturn(world)
    const booked = putReturn(world, { statusId: 9.02, orderId: 10_002 })
    const orderReferences = [10_001, 10_003].map((id) => ({ referenceType: 'parent', referenceOrderId: id }))
    const ofTwo = putReturn(world, { orderReferences })
    putReturn(world, { statusId: 8 })
    putReturn(world, { ownerId: us + 1 })
    const { findings, returns } = await world.audit()
    expect(findings).toEqual([
      {
        what: 'return_unknown',
        orderId: 10_001,
        orderIds: [10_001],
        returnId: unknown.id,
        says: `Return ${unknown.id} of order 10001 belongs to the API user of the bridge, but no event has made it.`,
      },
      expect.objectContaining({ what: 'return_unknown', orderId: 10_002, returnId: booked.id }),
      expect.objectContaining({ returnId: ofTwo.id, says: expect.stringContaining(' of order 10001, 10003 belongs') }),
    ])
    expect(returns.ours).toBe(4)
  })

  it('reports such a return also where an event was linked to it, and says so once it is cancelled', async () => {
    const world = createAudited()
    const unknown = putReturn(world, { orderItems: [aReturnLine(30_001, 1101)] })
    const event = await world.returned()
    expect(firstOf(event)).toMatchObject({ returnId: unknown.id, linked: true })
    expect((await world.audit()).findings).toEqual([
      expect.objectContaining({ what: 'return_unknown', returnId: unknown.id }),
    ])
    putReturn(world, { ...unknown, statusId: 8 })
    expect((await world.audit()).findings).toEqual([
      expect.objectContaining({
        what: 'return_cancelled',
        says: `Return ${unknown.id} of order 10001, which event ${event.id} was linked to, is cancelled in the back office.`,
      }),
    ])
  })

  it('accuses nobody of a return whose order has an item that cannot be read: names it, and judges the others', async () => {
    const world = createAudited()
    const doubtful = putReturn(world, { orderId: 10_001 })
    const unknown = putReturn(world, { orderId: 10_002 })
    const { records } = world.workflow
    const get: typeof records.get = async (asked) =>
      asked === 'order#10001' ? Promise.reject(new TypeError('not an item')) : await records.get(asked)
    const { findings, unseen, returns } = await world.audit({ records: { ...records, get } })
    const unreadable = { code: 'record_unreadable', why: expect.stringContaining('(TypeError)') }
    expect(findings).toEqual([expect.objectContaining({ what: 'return_unknown', returnId: unknown.id })])
    expect(unseen).toContainEqual({ returnId: doubtful.id, ...unreadable })
    expect(returns.complete).toBe(true)
  })

  it('knows the return of an event that has expired', async () => {
    const world = createAudited()
    const { id } = await world.returned()
    const expired = (world.workflow.inbox as MemoryInbox).expire(world.now() + 31 * day)
    expect(expired).toEqual([id])
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 0 }, returns: { ours: 1 } })
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

  it('logs a warning for each finding, which an alarm can count, and its end', async () => {
    const world = createAudited()
    const { id } = putReturn(world)
    await world.audit()
    const ours = world.logged.filter(({ message }) => message.startsWith('audit'))
    expect(ours).toEqual([
      { level: 'warn', message: 'audit finding', fields: { what: 'return_unknown', orderId: 10_001, returnId: id } },
      { level: 'info', message: 'audit ended', fields: expect.objectContaining({ findings: 1, compared: true }) },
    ])
  })

  it('reports at most a hundred findings, and how many more there are', async () => {
    const world = createAudited()
    for (let count = 0; count < 103; count += 1) putReturn(world)
    const { findings, moreFindings } = await world.audit()
    expect(findings).toEqual(Array.from({ length: 100 }, () => found('return_unknown')))
    expect(moreFindings).toBe(3)
  })

  it('looks again for a week, and then no more', async () => {
    const world = createAudited()
    const { returnId = 0 } = firstOf(await world.returned())
    putReturn(world)
    expect((await world.audit()).findings).toEqual([found('return_unknown')])
    putReturn(world, { id: returnId, statusId: 8 })
    await world.days(6)
    expect((await world.audit()).findings).toEqual([found('return_cancelled'), found('return_unknown')])
    await world.days(2)
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 0 }, returns: { ours: 0 } })
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

  it('checks an event that came long ago and is done only now', async () => {
    const world = createAudited()
    const id = await world.accept('standard', returnRequested({}))
    await world.days(60)
    const { returnId = 0 } = firstOf(await world.finish(id))
    putReturn(world, { id: returnId, statusId: 8 })
    expect(await world.audit()).toMatchObject({ findings: [found('return_cancelled')], events: { checked: 1 } })
  })

  it('checks with the next round what ended behind its place, however long the round took', async () => {
    const world = createAudited()
    const id = await world.accept('standard', returnRequested({}))
    const begunAt = world.now()
    const events = { from: begunAt - 7 * day, begunAt, at: { at: begunAt, id }, complete: false }
    await world.audits.replace({ writeId: 'w1', since: begunAt, events }, { previous: undefined })
    const { returnId = 0 } = firstOf(await world.finish(id))
    putReturn(world, { id: returnId, statusId: 8 })
    await world.days(20)
    expect(await world.audit()).toMatchObject({ findings: [], events: { checked: 0, complete: true } })
    expect(await world.audit()).toMatchObject({ findings: [found('return_cancelled')], events: { checked: 1 } })
  })
})
