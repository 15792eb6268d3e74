import * as z from 'zod'
import type { ApiUser } from '../records.ts'
import { failure, ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'

const changeUser = (world: World, params: Record<string, string>, change: Partial<ApiUser>) => {
  const user = world.store.users.list().find((one) => one.username === params.username)
  if (!user)
    return failure(404, `No user has the name ${params.username}. GET /sandbox/state lists the users.`, 'not_found')
  const { username, locked, failedLogins } = world.store.users.put({ ...user, ...change })
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
