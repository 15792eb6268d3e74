import { createHmac, timingSafeEqual } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { ConsoleContext } from '../console-env.ts'

const name = 'bridge-console'
const form = /^[\w-]{16,64}$/

/** The random id by which forms know their browser; undefined: the request has none. */
export function sessionOf(c: ConsoleContext): string | undefined {
  const session = getCookie(c, name)
  return session !== undefined && form.test(session) ? session : undefined
}

/** No site but this one sends it, no script reads it, and it ends with the browser. */
export const startSession = (c: ConsoleContext, session: string): void =>
  setCookie(c, name, session, { path: '/console', httpOnly: true, sameSite: 'Strict' })

/** What a form of this session proves: only a page of this process, shown to this browser, has it. */
export const formToken = (secret: string, session: string): string =>
  createHmac('sha256', secret).update(session).digest('base64url')

export function isFormToken(given: string, secret: string, session: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(formToken(secret, session))]
  return one.length === other.length && timingSafeEqual(one, other)
}
