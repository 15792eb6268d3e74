import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Puts TLS in front of the back office at `base`, as for a deployed bridge. */
export async function startTlsFront(base: string, certificate: { key: Buffer; cert: Buffer }) {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = request(`${base}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  const { promise: listening, resolve: ready } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready)
  await listening
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
