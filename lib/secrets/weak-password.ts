import { isLoopback } from '../back-office/http/base-url.ts'

const fewestCharacters = 16
/** A random one has more, even of hexadecimal digits. */
const fewestDifferent = 6

/**
 * Whether the password of the API user can be found by trying. The token in the state table is sealed with it, so whoever reads that table
 * can try passwords, and no lockout counts. A back office on this machine is a sandbox.
 */
export function isWeakPassword({ baseUrl, password }: { baseUrl: string; password: string }): boolean {
  const isShort = password.length < fewestCharacters || new Set(password.toLowerCase()).size < fewestDifferent
  return isShort && !isLoopback(baseUrl)
}
