import * as z from 'zod'
import { ok } from '../reply.ts'
import { seedNames } from '../seed/seeds.ts'
import { resetWorld } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'

/**
 * Resets data, tokens, locks, faults, limits, calls, clock and options. Keeps the seed unless the call names another.
 */
export const reset: ControlCall = {
  method: 'POST',
  path: '/sandbox/reset',
  answer: withBody(z.strictObject({ seed: z.enum(seedNames).optional() }), (world, { seed = world.seed }) => {
    resetWorld(world, seed)
    return ok({ seed })
  }),
}
