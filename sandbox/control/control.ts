import type { Hono } from 'hono'
import { bodyTooLarge, readBody } from '../read-body.ts'
import { failure, toResponse } from '../reply.ts'
import type { World } from '../world.ts'
import { calls } from './calls.ts'
import { clock } from './clock.ts'
import { contacts } from './contacts.ts'
import type { ControlCall } from './control-call.ts'
import { faults } from './faults.ts'
import { limits } from './limits.ts'
import { newest } from './newest.ts'
import { options } from './options.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { reset } from './reset.ts'
import { userRights } from './rights.ts'
import { state } from './state.ts'
import { unlock } from './unlock.ts'

export const controlCalls: ControlCall[] = [
  overview,
  reset,
  state,
  newest,
  orders,
  contacts,
  ...faults,
  ...limits,
  ...clock,
  ...calls,
  ...options,
  ...unlock,
  userRights,
]

const readJson = (text: string): { body: unknown } | undefined => {
  try {
    return { body: text.trim() === '' ? {} : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Everything under /sandbox (JSON in and out) and the page at `/`. */
export const mountControl = (app: Hono, world: World): void => {
  for (const call of controlCalls)
    app.on(call.method, call.path, async (c) => {
      const text = await readBody(c.req.raw)
      if (text === undefined) return toResponse(bodyTooLarge())
      const sent = readJson(text)
      if (!sent) return toResponse(failure(400, 'The body is not valid JSON.', 'invalid'))
      return toResponse(call.answer(world, sent.body, c.req.param()))
    })
}
