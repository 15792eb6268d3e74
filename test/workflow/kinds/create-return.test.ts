import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { createDesk } from '../../operator/desk.ts'
import { createWorld, returnRequested, type World, withdrawalDeclared } from '../world.ts'

const mug = [{ sku: 'MUG-BLUE', quantity: 1 }]

/** A delivery about a mug of order 10001, worked on to its end. */
const deliver = async (world: World, source: string, body: unknown = returnRequested({})) =>
  await world.finish(await world.accept(source, body))
const byHand = async (world: World, given: object = {}) =>
  await createDesk(world).ask('return.create', { order: { id: 10_001 }, lines: mug, ...given })

describe('the status of a new return', () => {
  const config: ConfigInput = {
    returnStatus: { announced: 9.3, received: 5.5 },
    sources: {
      standard: { kind: 'standard', withdrawals: 'return' },
      refunding: { kind: 'standard', tells: 'refund' },
      portal: { kind: 'standard', returnStatus: { announced: 12 } },
      late: { kind: 'standard', tells: 'refund', returnStatus: { announced: 12 } },
    },
  }

  it.each<[string, number, (world: World) => Promise<unknown>]>([
    ['of what is announced', 9.3, (world) => deliver(world, 'standard')],
    ['of a withdrawal', 9.3, (world) => deliver(world, 'standard', withdrawalDeclared({ lines: 'all' }))],
    ['of what has arrived', 5.5, (world) => deliver(world, 'refunding')],
    ['of a source that has its own', 12, (world) => deliver(world, 'portal')],
    ['of a source that has its own for something else', 5.5, (world) => deliver(world, 'late')],
    ['by hand', 9.3, (world) => byHand(world)],
    ['by hand, of goods that are here', 5.5, (world) => byHand(world, { status: 'received' })],
  ])('%s is %d, complete and active', async (_, statusId, make) => {
    const world = createWorld({ config })
    await make(world)
    const [made] = await world.returnsOf(10_001)
    expect(made?.statusId).toBe(statusId)
    const { events } = await world.workflow.inbox.list({ limit: 2 })
    expect(events.map(({ status }) => status)).toEqual(['done'])
    const comments = await world.commentsOf(10_001)
    expect(comments.map(({ text }) => text).join()).not.toContain('incomplete')
    const backOffice = world.workflow.openBackOffice({ deadlineMs: world.now() + 60_000 })
    const active = await Array.fromAsync(backOffice.returns.listActive())
    expect(active.filter(({ id }) => id === made?.id)).toHaveLength(1)
  })

  it('is 9.01 where nobody sets one, and what it would be is shown before', async () => {
    for (const [world, statusId] of [
      [createWorld(), 9.01],
      [createWorld({ config }), 5.5],
    ] as const) {
      const { result } = await byHand(world, { status: 'received', dryRun: true })
      expect(result?.body).toMatchObject({ statusId })
    }
  })
})
