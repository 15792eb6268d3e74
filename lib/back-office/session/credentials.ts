import { LoginClosed, recovered } from '../../errors.ts'
import { readBaseUrl } from '../http/base-url.ts'

/** What the login needs. `version`: of the secret, which a refusal closes. */
export type Credentials = { baseUrl: string; username: string; password: string; version: string }
/** Reads the secret; `fresh` goes past every cache (before any login). Missing fields come as undefined or empty. */
export type ReadCredentials = (options: { fresh: boolean }) => Promise<Credentials>

/** With a normal base URL. Throws `LoginClosed`: an empty name counts as a failed attempt (docs/back-office.md 2.2). */
export function completeCredentials(credentials: Partial<Credentials>): Credentials {
  const { username, password, version = '' } = credentials
  const base = readBaseUrl(credentials.baseUrl)
  const named = { 'base URL': credentials.baseUrl, 'user name': username, password }
  const missing = Object.entries(named).flatMap(([name, value]) => (isFilled(value) ? [] : [name]))
  if (missing.length > 0 || !isFilled(username) || !isFilled(password))
    throw new LoginClosed(`The back office is not configured: set the ${missing.join(', ')} in its secret`)
  if ('problem' in base)
    throw new LoginClosed(`The back office is not configured: the base URL in its secret ${base.problem}`)
  return { baseUrl: base.url, username, password, version }
}

/** The version of the secret as it is now; undefined where it is not configured. */
export async function configuredVersion(read: ReadCredentials): Promise<string | undefined> {
  const complete = read({ fresh: true }).then(completeCredentials)
  return (await recovered(complete, (error) => error instanceof LoginClosed, undefined))?.version
}

/** Texts that a template or a script leaves where it has no value. */
const notAValue: ReadonlySet<string> = new Set(['', 'undefined', 'null'])
const isFilled = (value: unknown): value is string => typeof value === 'string' && !notAValue.has(value.trim())
