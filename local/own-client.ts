import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers false, and the request with 403, where it is none of this process's own SDK, whose Host is the address itself and which has
 * no Origin. A page of a browser has one, or comes by a name that was made to mean 127.0.0.1; dynalite lets any page in.
 */
export function isOwnClient({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined && headers.host === `127.0.0.1:${socket.localPort}`) return true
  response.writeHead(403).end()
  return false
}
