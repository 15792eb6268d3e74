import type { Operation } from '../operation.ts'
import type { ApiUser } from '../records.ts'
import type { Reply } from '../reply.ts'
import { failure, ok } from '../reply.ts'
import type { World } from '../world.ts'

/** Seconds (docs/back-office.md 2.1). */
const expiresIn = 86_400

/** Failed attempts until the user is locked: an assumption (docs/back-office.md 2.2). */
const attemptsUntilLock = 5

const refused = (): Reply => ({
  status: 401,
  json: { error: 'invalid_credentials', message: 'The user credentials were incorrect.' },
})

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Without a username the attempt could mean any API user, so it counts against all (docs/back-office.md 2.2). */
const countFailure = (world: World, users: readonly ApiUser[]): Reply => {
  for (const user of users) {
    const failedLogins = user.failedLogins + 1
    world.store.users.put({ ...user, failedLogins, locked: user.locked || failedLogins >= attemptsUntilLock })
  }
  return refused()
}

const openSessions = (world: World, userId: number): number =>
  [...world.sessions.values()].filter((session) => session.userId === userId && session.expiresAtMs > world.now())
    .length

const loginAnswer = (world: World, token: string, refresh: string) =>
  world.options.tokenCase === 'snake'
    ? { access_token: token, token_type: 'Bearer', expires_in: expiresIn, refresh_token: refresh }
    : { accessToken: token, tokenType: 'Bearer', expiresIn, refreshToken: refresh }

const openSession = (world: World, user: ApiUser): Reply => {
  const limit = world.limits.sessions
  const open = openSessions(world, user.id)
  if (limit !== undefined && open >= limit) {
    const counts = { max_current_sessions: limit, current_sessions: open }
    if (world.options.sessionsAs === 'code')
      return { status: 429, json: { error: 'too_many_concurrent_sessions', ...counts } }
    return failure(429, `Too many users. Only ${limit} users can be logged in simultaneously`)
  }
  if (user.failedLogins > 0) world.store.users.put({ ...user, failedLogins: 0 })
  const token = world.newToken()
  world.sessions.set(token, { userId: user.id, expiresAtMs: world.now() + expiresIn * 1000 })
  return ok(loginAnswer(world, token, world.newToken()))
}

/** A locked user is refused even with the right password (docs/back-office.md 2.2). */
export const login: Operation = {
  method: 'POST',
  template: '/rest/login',
  auth: 'none',
  answer: ({ world, body }) => {
    const { username, password } = (body ?? {}) as { username?: unknown; password?: unknown }
    const users = world.store.users.list()
    const meant = isFilled(username) ? users.filter((user) => user.username === username) : users
    const user = isFilled(username) ? meant[0] : undefined
    if (user?.locked) return failure(403, 'The login of this user is locked.', 'user_locked')
    if (!user || !isFilled(password) || user.password !== password) return countFailure(world, meant)
    return openSession(world, user)
  },
}
