import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Random, and new for each start or browser. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Takes the same time wherever two texts differ. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** `byKey`: opened with the launch key, so it counts on this machine alone. */
export type Session = { byKey: boolean; endsAt: number }

const most = 1_000

/** The browsers that have proven who they are. In memory: a new start asks again. `now`: ms of any clock that only goes on. */
export function createSessions(now: () => number) {
  const sessions = new Map<string, Session>()
  return {
    open(session: Session): string {
      const [oldest] = sessions.keys()
      if (sessions.size >= most && oldest !== undefined) sessions.delete(oldest)
      const token = newSecret()
      sessions.set(digestOf(token), session)
      return token
    },
    find(token: string): Session | undefined {
      const found = sessions.get(digestOf(token))
      return found && now() < found.endsAt ? found : undefined
    },
  }
}

/** A look-up by the digest: its time says nothing of a token. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const mostWrong = 5
const withinMs = 60_000

/** Wrong passwords of all callers together: behind a proxy nobody has an address of their own. */
export function createTries(now: () => number) {
  let wrong: number[] = []
  return {
    /** False: too many were wrong in the last minute. A try counts as wrong until it is taken back. */
    begin(): boolean {
      wrong = wrong.filter((at) => now() - at < withinMs)
      if (wrong.length >= mostWrong) return false
      wrong.push(now())
      return true
    },
    takeBack: (): void => void wrong.pop(),
  }
}
