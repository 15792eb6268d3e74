import * as z from 'zod'
import { faultKinds } from '../faults.ts'
import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { positive, withBody } from './control-call.ts'

const path = '/sandbox/faults'

/** One hour: far below the longest delay that a timer accepts. */
const longestDelayMs = 3_600_000

const fault = z
  .strictObject({
    method: z.string().toUpperCase().optional(),
    path: z.string().startsWith('/').default('/rest'),
    times: positive.default(1),
    kind: z.enum(faultKinds, { error: `must be one of ${faultKinds.join(', ')}` }),
    status: z.int().min(200).max(599).optional(),
    delayMs: z.int().min(0).max(longestDelayMs).optional(),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    applied: z.boolean().default(false),
  })
  .transform(({ delayMs, ...rest }) => ({ ...rest, delayMs: delayMs ?? (rest.kind === 'slow' ? 1_000 : 0) }))

const pending = (world: World) => ok({ faults: world.faults })

/** Pending faults, oldest first. A request takes the oldest fault that matches it. */
export const faults: ControlCall[] = [
  { method: 'GET', path, answer: pending },
  {
    method: 'POST',
    path,
    answer: withBody(fault, (world, added) => {
      world.faults.push(added)
      return pending(world)
    }),
  },
  {
    method: 'DELETE',
    path,
    answer: (world) => {
      world.faults = []
      return pending(world)
    },
  },
]
