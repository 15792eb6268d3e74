import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../../local/listen.ts'
import { loginReply } from './lying-server.ts'

export type HostileServer = {
  url: string
  /** Bytes of bodies that it could get rid of, logins apart. */
  sent(): number
  close(): Promise<void>
}

/** A back office that lets everybody in, and answers whatever follows with a body that never ends, `chunk` after `chunk`. */
export async function listenHostile({ status, chunk }: { status: number; chunk: string }): Promise<HostileServer> {
  let sent = 0
  const server = createServer((request, response) => {
    response.on('error', () => {})
    request.resume().on('end', () => {
      if (request.url === '/rest/login') return response.end(JSON.stringify(loginReply.body))
      response.writeHead(status, { 'content-type': 'application/json' })
      return flood(response)
    })
  })

  function flood(response: ServerResponse): void {
    while (!response.destroyed) {
      sent += chunk.length
      if (!response.write(chunk)) {
        response.once('drain', () => flood(response))
        return
      }
    }
  }

  return { ...(await listen(server, 0)), sent: () => sent }
}
