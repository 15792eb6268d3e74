import type { Operation } from '../operation.ts'
import { ok } from '../reply.ts'

/** Shows a client its own user id (docs/back-office.md 2.4). */
export const getUser: Operation = {
  method: 'GET',
  template: '/rest/user',
  right: 'user.read',
  answer: ({ user }) => ok({ id: user.id, username: user.username, real_name: 'API user', disabled: false }),
}
