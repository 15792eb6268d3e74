import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as CommentText from '../../lib/workflow/kinds/comment-text.ts'
import type * as PlanRequest from '../../lib/workflow/plan-return/plan-request.ts'
import type { createWorld as CreateWorld, returnRequested as ReturnRequested } from './world.ts'

/** Which part of the bridge itself is broken at the moment, as a mistake in its code would leave it. */
let broken = ''

const commentText = '../../lib/workflow/kinds/comment-text.ts'
const planRequest = '../../lib/workflow/plan-return/plan-request.ts'
let createWorld: typeof CreateWorld
let returnRequested: typeof ReturnRequested

beforeAll(async () => {
  // Files share loaded modules: this one loads its own.
  vi.resetModules()
  vi.doMock(commentText, async (load) => {
    const real = await load<typeof CommentText>()
    const markedComment: typeof real.markedComment = (marker, text, more) =>
      broken === 'marker' ? text : real.markedComment(marker, text, more)
    return { ...real, markedComment }
  })
  vi.doMock(planRequest, async (load) => {
    const real = await load<typeof PlanRequest>()
    const brokenPlan: typeof real.planRequest = async (...given) => {
      const planned = await real.planRequest(...given)
      const { plan } = planned
      const [line] = 'body' in plan ? plan.body.orderItems : []
      if (broken === 'pieces' && line) line.quantity = 99
      if (broken === 'line' && line) line.references[0].referenceOrderItemId = 1
      return broken === 'link' ? { plan, instead: { returnId: 4_711, lines: [], also: [], fingerprint: '' } } : planned
    }
    return { ...real, planRequest: brokenPlan }
  })
  ;({ createWorld, returnRequested } = await import('./world.ts'))
})

afterAll(() => {
  vi.doUnmock(commentText)
  vi.doUnmock(planRequest)
  vi.resetModules()
})

it.each([
  ['more pieces than are left', 'pieces', 'more_than_is_left', '/rest/orders'],
  ['a line of another order', 'line', 'line_of_another_order', '/rest/orders'],
  ['a return of another order', 'link', 'link_to_another_order', '/rest/orders'],
  ['a comment without its marker', 'marker', 'comment_without_marker', '/rest/comments'],
])('a plan with %s holds the event and sends nothing, until it is repaired', async (_title, part, invariant, route) => {
  const { operate } = await import('../../lib/operator/operate.ts')
  const { operatorOf } = await import('../operator/desk.ts')
  const world = createWorld()
  const id = await world.accept('standard', returnRequested({}))
  broken = part
  const { event } = await world.run(id)
  broken = ''
  expect(event).toMatchObject({ status: 'held', reason: { code: 'invariant_broken', invariant } })
  expect((await world.calls()).byRoute[`POST ${route}`]).toBeUndefined()
  expect(world.logged.filter(({ message }) => message === 'invariant broken')).toHaveLength(1)
  await world.advance(5 * 60_000)
  expect(await operate(operatorOf(world), { command: 'event.release', id })).toMatchObject({ ok: true })
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(await world.returnsOf(10_001)).toHaveLength(1)
  expect(await world.commentsOf(10_001)).toHaveLength(1)
})
