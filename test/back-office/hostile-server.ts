import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
