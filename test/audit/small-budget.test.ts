import { describe, expect, it } from 'vitest'
import type { AuditReport } from '../../lib/audit/audit.ts'
import { discarded } from '../../lib/inbox/operator-transitions.ts'
import type { AuditProgress } from '../../lib/state/audit-progress.ts'
import { returnRequested } from '../workflow/world.ts'
import { createAudited, day, firstOf, putReturn } from './audit-world.ts'
import { commentsOn, paced, putOrderLike, slowly, unpaced, type World } from './offices.ts'

describe('an audit on a small budget', () => {
  it.each([5, 9, 12])(
    'completes both directions with %i reads a minute and one entry a page, and reports all findings',
    async (readsPerMinute) => {
      const world = createAudited()
      world.sandbox.world.options.itemsPerPageMax = 1
      const expected = await spoiled(world)
      const { reported, reports } = await untilComplete(world, paced(world, { readsPerMinute }))
      expect(reported).toEqual(expected)
      expect(reports.length).toBeGreaterThan(1)
    },
  )

  it('comes forward in both directions with every four reads, which take turns in coming first', async () => {
    const world = createAudited()
    world.sandbox.world.options.itemsPerPageMax = 1
    await spoiled(world)
    const back = { openBackOffice: slowly(world, 25_000) }
    const kept: (AuditProgress | undefined)[] = []
    const { reports } = await untilComplete(world, back, async () => kept.push(await world.audits.read()))
    expect(reports.every(({ calls }) => calls <= 4)).toBe(true)
    expect(kept.slice(0, 3).map((progress) => progress?.first)).toEqual(['returns', 'events', 'returns'])
    const ids = [0, ...kept.map((progress) => progress?.returns?.at.id ?? 0)]
    expect(ids).toEqual([...new Set(ids)])
    const places = kept.map((progress) => JSON.stringify(progress?.events?.at))
    expect(places).toEqual([...new Set(places)])
    for (let runs = 0; runs < 2; runs += 1) await world.audit()
    expect((await world.audits.read())?.first).toBe('returns')
  })

  it('goes on in the middle of an event, whose parts are each looked at once', async () => {
    const world = createAudited()
    await world.returned()
    const slow = { openBackOffice: slowly(world, 34_000) }
    const { reports } = await untilComplete(world, slow)
    const sum = (of: 'checked' | 'returns' | 'comments') =>
      reports.reduce((before, { events }) => before + events[of], 0)
    expect(reports[0]).toMatchObject({ events: { checked: 0, returns: 1, comments: 0, complete: false } })
    expect([sum('checked'), sum('returns'), sum('comments')]).toEqual([1, 1, 1])
  })

  it('passes by what could not be read twice, and names it', async () => {
    const world = createAudited()
    await commentsOn(world, [10_001, 10_002, 10_003, 10_004, 10_005])
    for (const id of [10_001, 10_002, 10_003]) {
      await world.fault({ method: 'GET', path: `/rest/comments/order/${id}`, times: 99, kind: 'status', status: 503 })
    }
    const putOff = { why: expect.stringContaining('503') }
    expect(await world.audit(unpaced(world))).toMatchObject({ unseen: [], events: { checked: 0 }, putOff })
    expect(await world.audit(unpaced(world))).toMatchObject({
      unseen: [{ event: 'standard/d1' }, { event: 'standard/d2' }],
      events: { checked: 0, complete: false },
      putOff,
    })
    expect(await world.audit(unpaced(world))).toMatchObject({
      unseen: [{ event: 'standard/d3' }],
      events: { checked: 2, complete: true },
    })
  })

  /** An event with an open write, so long ago, and eight returns of its order, one on each page. */
  async function openWrite(agoMs: number) {
    const world = createAudited()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id } = await world.begin('standard', returnRequested({}))
    await world.move(id, discarded)
    await world.advance(agoMs)
    const { orders } = world.sandbox.world.store
    for (const one of orders.list()) if (one.typeId === 3) orders.put({ ...one, createdAtMs: 1_000 })
    world.sandbox.world.options.itemsPerPageMax = 1
    const made = Array.from({ length: 8 }, () => putReturn(world, agoMs === 0 ? { createdAtMs: 1_000 } : {}).id)
    await world.advance(10 * 60_000)
    const { reports } = await untilComplete(world, { openBackOffice: slowly(world, 25_000) })
    return { id, made, unseen: reports.flatMap(({ unseen }) => unseen) }
  }

  it('passes by returns of an order whose open write takes more reads than a run has, and names them', async () => {
    // The event itself is not compared any more.
    const { made, unseen } = await openWrite(8 * day)
    expect(unseen.map(({ returnId }) => returnId)).toEqual(expect.arrayContaining(made))
  })

  it('passes by an open write that takes more reads than a run has, and names its event', async () => {
    const { id, unseen } = await openWrite(0)
    expect(unseen).toEqual([
      { event: id, code: 'too_many_reads', why: expect.stringContaining('more reads than two runs had') },
    ])
  })

  it('keeps what it has found of an event whose comment could not be read', async () => {
    const world = createAudited()
    const made = await world.returned()
    const { id } = made
    const { returnId = 0 } = firstOf(made)
    putReturn(world, { id: returnId, statusId: 8 })
    await world.fault({ method: 'GET', path: '/rest/comments', times: 1, kind: 'html' })
    expect(await world.audit(unpaced(world))).toMatchObject({
      findings: [{ what: 'return_cancelled', event: id, returnId }],
      unseen: [{ event: id, why: expect.stringContaining('/rest/comments') }],
      events: { checked: 0, returns: 1, comments: 0, complete: true },
    })
  })
})

/** Runs until each direction has come to its end once. */
async function untilComplete(
  world: World,
  changes: Parameters<World['audit']>[0],
  afterEach: () => Promise<unknown> = async () => {},
) {
  const reports: AuditReport[] = []
  const isOver = () => reports.some(({ events }) => events.complete) && reports.some(({ returns }) => returns.complete)
  while (!isOver()) {
    if (reports.length > 60) expect.fail('the rounds do not come to their end')
    reports.push(await world.audit(changes))
    await afterEach()
    await world.advance(10 * 60_000)
  }
  const reported = new Set(reports.flatMap(({ findings }) => findings).map(keyOf))
  return { reports, reported: [...reported].sort() }
}

const keyOf = ({ what, returnId, commentId }: Partial<AuditReport['findings'][number]>) =>
  `${what} ${commentId ?? returnId}`

/** Two returns that were cancelled, three comments that are gone, and four returns of the same moment that no event has made. */
async function spoiled(world: World): Promise<string[]> {
  putOrderLike(world, 21_001)
  const { orders } = world.sandbox.world.store
  for (const one of orders.list()) if (one.typeId === 3) orders.put({ ...one, createdAtMs: 0 })
  const made = [await world.returned(), await world.returned({ order: { id: 21_001 } }), await world.commented()]
  const { comments } = world.sandbox.world.store
  const spoil = (event: (typeof made)[number]): string[] => {
    const { returnId, orderId = 0, comment } = firstOf(event)
    if (returnId !== undefined) putReturn(world, { id: returnId, orderId, statusId: 8 })
    const text = comments.get(comment?.commentId ?? 0) ?? expect.fail('no comment')
    comments.put({ ...text, referenceValue: 1 })
    const cancelled = returnId === undefined ? [] : [`return_cancelled ${returnId}`]
    return [...cancelled, `comment_gone ${text.id}`]
  }
  const unknown = Array.from({ length: 4 }, () => `return_unknown ${putReturn(world, { orderId: 10_005 }).id}`)
  return [...made.flatMap(spoil), ...unknown].sort()
}
