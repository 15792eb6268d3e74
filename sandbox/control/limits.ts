import * as z from 'zod'
import type { Limits } from '../limits.ts'
import { ok } from '../reply.ts'
import { openDay } from '../spend-call.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { positive, withBody } from './control-call.ts'

const path = '/sandbox/limits'

const limit = positive.nullish().transform((value) => value ?? undefined)

const limitsBody = z.strictObject({
  readsPerMinute: limit,
  writesPerMinute: limit,
  readsPerDay: limit,
  writesPerDay: limit,
  sessions: limit,
  others: z.strictObject({ reads: limit, writes: limit }).optional(),
})

type Asked = Limits & { others?: { reads?: number; writes?: number } | undefined }

/** Starts all windows again: a limit counts from the moment at which it is set. `others`: calls of other programs on this day. */
const setLimits = (world: World, { others = {}, ...limits }: Asked) => {
  world.limits = limits
  world.windows.clear()
  if (others.reads) openDay(world, 'read', others.reads)
  if (others.writes) openDay(world, 'write', others.writes)
  return ok({ limits: world.limits })
}

/** A limit that a call does not name, or sets to null, is removed. */
export const limits: ControlCall[] = [
  { method: 'GET', path, answer: (world) => ok({ limits: world.limits }) },
  { method: 'POST', path, answer: withBody(limitsBody, setLimits) },
  { method: 'DELETE', path, answer: (world) => setLimits(world, {}) },
]
