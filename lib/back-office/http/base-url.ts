/** The back office's address as requests begin with it, or what is wrong with it: the end of a sentence that never shows it. */
export type BaseUrl = { url: string } | { problem: string }
/** This machine alone sees what goes there. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
export const isLoopback = (address: string): boolean => loopback.has(URL.parse(address.trim())?.hostname ?? '')

/** An address as people paste it (docs/back-office.md 1.2): https, except on loopback, as the password goes there. */
export function readBaseUrl(value: unknown): BaseUrl {
  const url = typeof value === 'string' ? URL.parse(value.trim()) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return { problem: 'must be an address that begins with https://' }
  if (url.protocol === 'http:' && !loopback.has(url.hostname))
    return { problem: 'must begin with https://: the password would cross the network readable for everybody' }
  if (url.username || url.password || url.search || url.hash)
    return { problem: 'must be the address alone, without user name, password, "?" and "#"' }
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/rest(\/login)?$/, '')
    .replace(/\/+$/, '')
  if (/\/rest(\/|$)/.test(path)) return { problem: 'must be the address without /rest and what follows it' }
  return { url: url.origin + path }
}
