import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { CannotStart } from './cannot-start.ts'

export type LocalServer = {
  /** `http://127.0.0.1:<port>`. */
  url: string
  port: number
  /** Accepts no more connections, gives open requests at most `graceMs` to end, then cuts them. */
  close: (graceMs?: number) => Promise<void>
}

type At = {
  /** What a person changes if the port is in use. */
  variable?: string
  /** An IP address. */
  host?: string
}

/** Listens on loopback unless another address is named; port 0 takes a free one. */
export async function listen(
  server: Server,
  port: number,
  { variable = 'PORT', host = '127.0.0.1' }: At = {},
): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, port, variable)))
    server.listen(port, host, resolve)
  })
  const actual = (server.address() as AddressInfo).port
  return { url: `http://${nameOf(host)}:${actual}`, port: actual, close: (graceMs = 0) => close(server, graceMs) }
}

/** Whether an IP address is of this machine alone, also as a socket for both kinds of addresses writes it. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

/** As this machine itself writes the address. */
export function nameOf(address: string): string {
  const host = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

/** Explains what to do about a port that cannot be used; returns any other error unchanged. */
export function explainPort(error: unknown, port: number, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const choose = variable.startsWith('--') ? `${variable} <number>` : `${variable}=<number> npm start`
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is in use: stop the program that uses it, or choose another port: ${choose}`)
  if (code === 'EACCES') return new CannotStart(`This user may not use port ${port}: choose another port: ${choose}`)
  if (code === 'EADDRNOTAVAIL') return new CannotStart('The address to listen at is none of this machine.')
  return error
}

async function close(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  // A connection that is kept alive counts as open after its request: close idle ones repeatedly.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
  clearInterval(idle)
}
