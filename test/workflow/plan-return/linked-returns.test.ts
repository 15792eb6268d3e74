import { describe, expect, it } from 'vitest'
import { discarded } from '../../../lib/inbox/operator-transitions.ts'
import { answering, aReturnLine, createWorld, minute, putReturn, returnRequested } from '../world.ts'

/** A back office whose list knows no children: what an order's returns are only the order itself tells. */
const withoutChildren = answering(/^\/rest\/orders$/, (list, { searchParams }) =>
  searchParams.has('parentOrderId') ? { entries: [], isLastPage: true, page: 1, totalsCount: 0 } : list,
)

const everything = { order: { id: 10_001 }, lines: 'all' }

describe('returns that the order names and its list does not', () => {
  it('count as returned', async () => {
    const config = { sources: { standard: { kind: 'standard' } }, sameParcel: 'off' } as const
    const world = createWorld({ fetch: withoutChildren, parentsListReturns: true, config })
    const { orders } = world.workflow.openBackOffice({ deadlineMs: world.now() + minute })
    const parent = await orders.read(10_001, { with: ['orderItems'] })
    const all = parent.orderItems?.map(({ id, itemVariationId, quantity }) =>
      aReturnLine(id, itemVariationId ?? 0, quantity),
    )
    await putReturn(world, { ownerId: undefined, orderItems: all })
    const event = await world.deliver('standard', returnRequested(everything))
    expect([event.status, event.reason?.code]).toEqual(['failed', 'nothing_to_return'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('are found when an answer was lost, and not made again', async () => {
    const world = createWorld({ fetch: withoutChildren, parentsListReturns: true })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const event = await world.deliver('standard', returnRequested(everything))
    expect(event.status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('count for what was sent before, also where the order did not name them yet when it was looked up', async () => {
    const read: { isEarly?: boolean } = {}
    /** The next read of the order answers as it was before it had a return. */
    const early = (real: typeof fetch): typeof fetch => {
      const listless = withoutChildren(real)
      return async (input, init) => {
        const response = await listless(input, init)
        if (!read.isEarly || new URL(String(input)).pathname !== '/rest/orders/10001') return response
        delete read.isEarly
        return Response.json({ ...((await response.json()) as object), orderReferences: [] })
      }
    }
    const world = createWorld({ fetch: early, parentsListReturns: true })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id: first, event } = await world.begin('standard', returnRequested({}))
    await world.decide(first, discarded)
    await world.advance((event.wakeAt ?? 0) - world.now())
    read.isEarly = true
    const second = await world.deliver('standard', returnRequested({}))
    expect(read).toEqual({})
    expect(second).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: first } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('prove nothing while they cannot be read: a person looks, and nothing is made again', async () => {
    const hidden = (real: typeof fetch): typeof fetch => {
      const listless = withoutChildren(real)
      return async (input, init) =>
        /\/rest\/orders\/7\d{5}/.test(String(input))
          ? Response.json({ error: {} }, { status: 404 })
          : await listless(input, init)
    }
    const world = createWorld({ fetch: hidden, parentsListReturns: true })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const event = await world.deliver('standard', returnRequested(everything))
    expect([event.status, event.reason?.code]).toEqual(['held', 'outcome_unclear'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})
