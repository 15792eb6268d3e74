import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Whether a request comes from this process's own SDK: its Host is this address, and it has no Origin. Answers any
 * other with 403. A browser's page has an Origin, or uses a foreign name that resolves to 127.0.0.1; dynalite itself
 * would answer any page.
 */
export function isOwnClient({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined && headers.host === `127.0.0.1:${socket.localPort}`) return true
  response.writeHead(403).end()
  return false
}
