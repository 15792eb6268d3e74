import { expect, it } from 'vitest'
import { createWorld, returnRequested } from './world.ts'

const chunk = Buffer.alloc(1024 * 1024, '0,')

/** A body that never ends: it counts what was taken of it. */
function endless(count: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      count()
      controller.enqueue(chunk)
    },
  })
}

it.each([
  ['a read', 'GET', 200],
  ['a refused read', 'GET', 404],
  ['a write', 'POST', 201],
])('an event outlives an answer to %s that never ends, and its return is made once', async (_title, method, status) => {
  let left = 1
  let megabytes = 0
  const world = createWorld({
    fetch: (real) => async (input, init) => {
      const isMeant = init?.method === method && String(input).includes('/rest/orders') && left > 0
      const answer = await real(input, init)
      if (!isMeant) return answer
      left -= 1
      return new Response(
        endless(() => {
          megabytes += 1
        }),
        { status },
      )
    },
  })
  const before = world.effects()
  const id = await world.accept('standard', returnRequested({}))
  const { event } = await world.run(id)
  expect(event.status).toBe('waiting')
  expect(megabytes).toBeGreaterThan(0)
  expect(megabytes).toBeLessThan(20)
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(world.effects()).toEqual({ returns: before.returns + 1, comments: before.comments + 1 })
})
