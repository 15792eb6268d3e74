import * as z from 'zod'
import { ok } from '../reply.ts'
import { rights } from '../rights.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'
import { userOf } from './user-of.ts'

const rightsBody = z.strictObject({ lacks: z.array(z.enum(rights)) })

/**
 * Gives a user a role without these rights, in place of the one before. What it allows anew, it allows to later logins only
 * (docs/back-office.md 10.1).
 */
export const userRights: ControlCall = {
  method: 'POST',
  path: '/sandbox/users/:username/rights',
  answer: withBody(rightsBody, (world, { lacks }, params) => {
    const found = userOf(world, params)
    if ('missing' in found) return found.missing
    const granted = (found.user.lacks ?? []).filter((right) => !lacks.includes(right))
    for (const session of world.sessions.values()) if (session.userId === found.user.id) session.lacks.push(...granted)
    world.store.users.put({ ...found.user, lacks })
    return ok({ username: found.user.username, lacks })
  }),
}
