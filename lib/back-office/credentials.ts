import { LoginClosed } from '../errors.ts'

/** What the login needs. `version` names the version of the secret, so that a refusal can be pinned to it. */
export type Credentials = { baseUrl: string; username: string; password: string; version: string }

/** Reads the secret; `fresh` goes past every cache (before any login). Missing fields come as undefined or empty. */
export type ReadCredentials = (options: { fresh: boolean }) => Promise<Credentials>

/**
 * The credentials with a normal base URL. Throws `LoginClosed` where something is missing: an undefined or empty name or password
 * counts as a failed attempt over there (specification, Authentication), so it never leaves the process.
 */
export function completeCredentials(credentials: Partial<Credentials>): Credentials {
  const { username, password, version = '' } = credentials
  const baseUrl = normalBaseUrl(credentials.baseUrl)
  const missing = [
    ...(baseUrl ? [] : ['base URL']),
    ...(isFilled(username) ? [] : ['user name']),
    ...(isFilled(password) ? [] : ['password']),
  ]
  if (!baseUrl || !isFilled(username) || !isFilled(password)) {
    throw new LoginClosed(`The back office is not configured: set the ${missing.join(', ')} in its secret`)
  }
  return { baseUrl, username, password, version }
}

/** Texts that a template or a script leaves behind where a value was meant. */
const notAValue: ReadonlySet<string> = new Set(['', 'undefined', 'null'])
const isFilled = (value: unknown): value is string => typeof value === 'string' && !notAValue.has(value.trim())

/** People paste it with and without `/rest` and with slashes at the end (public facts, Login). */
function normalBaseUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return undefined
  const url = new URL(value.trim())
  if (!['http:', 'https:'].includes(url.protocol)) return undefined
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/rest(\/login)?$/, '')
      .replace(/\/+$/, '')
  )
}
