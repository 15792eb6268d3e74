import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CannotStart } from './cannot-start.ts'

export type LocalServer = {
  /** `http://127.0.0.1:<port>`. */
  url: string
  port: number
  /** Accepts no more connections, gives open requests at most `graceMs` to end, then cuts them. */
  close: (graceMs?: number) => Promise<void>
}

/** Listens on loopback only; port 0 takes a free one. `variable` is what a person changes if the port is in use. */
export async function listen(server: Server, port: number, variable = 'PORT'): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, port, variable)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const actual = (server.address() as AddressInfo).port
  return { url: `http://127.0.0.1:${actual}`, port: actual, close: (graceMs = 0) => close(server, graceMs) }
}

/** Explains what to do about a port that cannot be used; returns any other error unchanged. */
export function explainPort(error: unknown, port: number, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(
      `Port ${port} is in use: stop the program that uses it, or choose another port: ${variable}=<number> npm start`,
    )
  if (code === 'EACCES')
    return new CannotStart(`This user may not use port ${port}: choose another port: ${variable}=<number> npm start`)
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
