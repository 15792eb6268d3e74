import * as z from 'zod'
import type { ApiUser } from '../records.ts'
import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'
import { userOf } from './user-of.ts'

const changeUser = (world: World, params: Record<string, string>, change: Partial<ApiUser>) => {
  const found = userOf(world, params)
  if ('missing' in found) return found.missing
  const { username, locked, failedLogins } = world.store.users.put({ ...found.user, ...change })
  return ok({ username, locked, failedLogins })
}

const unlocked = { locked: false, failedLogins: 0 }

const passwordBody = z.strictObject({ password: z.string('write a text').min(1, 'must not be empty').max(200) })

/** `password` is what an administrator does in the back office (docs/back-office.md 2.2); `unlock` is a shortcut for tests. */
export const unlock: ControlCall[] = [
  {
    method: 'POST',
    path: '/sandbox/users/:username/unlock',
    answer: (world, _body, params) => changeUser(world, params, unlocked),
  },
  {
    method: 'POST',
    path: '/sandbox/users/:username/password',
    answer: withBody(passwordBody, (world, { password }, params) =>
      changeUser(world, params, { ...unlocked, password }),
    ),
  },
]
