import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../local/listen.ts'

/** What came in, and how to answer it: `undefined` leaves the request without an answer. */
export type Received = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  authorization?: string
  body: string
}
export type Reply = {
  status?: number
  headers?: Record<string, string>
  /** Text as it is, anything else as JSON. */
  body?: unknown
  /** Ends the connection: before anything is answered, or in the middle of the body. */
  cut?: 'before' | 'within'
}
export type LyingServer = {
  url: string
  received: Received[]
  /** How many requests came for `METHOD /path`. */
  count(route: string): number
  close(): Promise<void>
}

export const loginReply: Reply = { body: { access_token: 'lying-token', token_type: 'Bearer', expires_in: 86_400 } }

/** A back office that answers whatever a test wants, on a free loopback port. */
export async function listenLying(
  answer: (request: Received) => Reply | undefined | Promise<Reply | undefined>,
): Promise<LyingServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const url = new URL(request.url ?? '/', 'http://lying')
      const { method = '', headers } = request
      const { authorization } = headers
      const one = { method, path: url.pathname, query: url.searchParams, headers, authorization, body }
      received.push(one)
      send(response, await answer(one))
    })
  })
  return {
    ...(await listen(server, 0)),
    received,
    count: (route) => received.filter(({ method, path }) => `${method} ${path}` === route).length,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  if (!reply) return
  const { status = 200, headers = {}, body = '', cut } = reply
  if (cut === 'before') {
    response.socket?.destroy()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)), ...headers })
  if (cut === 'within') {
    response.write(text.slice(0, Math.floor(text.length / 2)), () => response.socket?.destroy())
    return
  }
  response.end(text)
}
