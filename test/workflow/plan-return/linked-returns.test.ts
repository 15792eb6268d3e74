import { describe, expect, it } from 'vitest'
import { createWorld, minute, returnRequested } from '../world.ts'

/** A back office whose list knows no children: what an order's returns are only the order itself tells. */
const withoutChildren =
  (real: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input))
    const isChildren = url.pathname === '/rest/orders' && url.searchParams.has('parentOrderId')
    return isChildren
      ? Response.json({ entries: [], isLastPage: true, page: 1, totalsCount: 0 })
      : await real(input, init)
  }

const everything = { order: { id: 10_001 }, lines: 'all' }

describe('returns that the order names and its list does not', () => {
  it('count as returned', async () => {
    const world = createWorld({ fetch: withoutChildren, parentsListReturns: true })
    const person = {
      typeId: 3,
      statusId: 9.01,
      orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
    }
    const { orders } = world.workflow.openBackOffice({ deadlineMs: world.now() + minute })
    const parent = await orders.read(10_001, { with: ['orderItems'] })
    const orderItems = (parent.orderItems ?? []).map(({ id, itemVariationId, quantity }) => ({
      typeId: 1,
      itemVariationId,
      quantity,
      references: [{ referenceType: 'parent', referenceOrderItemId: id }],
    }))
    await world.control('/sandbox/orders', { method: 'POST', body: { ...person, orderItems } })
    const event = await world.finish(await world.accept('standard', returnRequested(everything)))
    expect([event.status, event.reason?.code]).toEqual(['failed', 'nothing_to_return'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('are found when an answer was lost, and not made again', async () => {
    const world = createWorld({ fetch: withoutChildren, parentsListReturns: true })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const event = await world.finish(await world.accept('standard', returnRequested(everything)))
    expect(event.status).toBe('done')
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
    const event = await world.finish(await world.accept('standard', returnRequested(everything)))
    expect([event.status, event.reason?.code]).toEqual(['held', 'outcome_unclear'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})
