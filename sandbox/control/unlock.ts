import { failure, ok } from '../reply.ts'
import type { ControlCall } from './control-call.ts'

/** Unlocks a user, as an administrator does in the back office (docs/back-office.md 2.2). */
export const unlock: ControlCall = {
  method: 'POST',
  path: '/sandbox/users/:username/unlock',
  answer: (world, _body, params) => {
    const user = world.store.users.list().find((one) => one.username === params.username)
    if (!user)
      return failure(404, `No user has the name ${params.username}. GET /sandbox/state lists the users.`, 'not_found')
    const { username, locked, failedLogins } = world.store.users.put({ ...user, locked: false, failedLogins: 0 })
    return ok({ username, locked, failedLogins })
  },
}
