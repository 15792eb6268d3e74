import * as z from 'zod'
import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'

const path = '/sandbox/clock'

/** Ten years: longer than any lifetime in the system. */
const longestAdvanceMs = 10 * 365 * 86_400_000

const clockBody = z.strictObject({ advanceMs: z.int().min(0).max(longestAdvanceMs) })

const time = (world: World) => ok({ now: new Date(world.now()).toISOString(), advancedMs: world.clockOffsetMs })

/** The sandbox's clock follows the clock that was passed in, and can be moved ahead of it. */
export const clock: ControlCall[] = [
  { method: 'GET', path, answer: time },
  {
    method: 'POST',
    path,
    answer: withBody(clockBody, (world, { advanceMs }) => {
      world.clockOffsetMs += advanceMs
      return time(world)
    }),
  },
]
