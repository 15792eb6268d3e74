import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'

const path = '/sandbox/calls'

const counted = (world: World) =>
  ok({
    total: [...world.calls.values()].reduce((sum, count) => sum + count, 0),
    byRoute: Object.fromEntries(world.calls),
  })

/** Counts all requests under /rest since the start, a reset or a DELETE, logins and refused requests included. */
export const calls: ControlCall[] = [
  { method: 'GET', path, answer: counted },
  {
    method: 'DELETE',
    path,
    answer: (world) => {
      world.calls.clear()
      return counted(world)
    },
  },
]
