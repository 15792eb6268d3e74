import type { ApiUser } from '../records.ts'
import { failure, type Reply } from '../reply.ts'
import type { World } from '../world.ts'

/** The user that a call's address names, or what to answer where there is none. */
export const userOf = (
  { store }: World,
  { username }: Record<string, string>,
): { user: ApiUser } | { missing: Reply } => {
  const user = store.users.list().find((one) => one.username === username)
  if (user) return { user }
  return { missing: failure(404, `No user has the name ${username}. GET /sandbox/state lists the users.`, 'not_found') }
}
