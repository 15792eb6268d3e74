import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CannotStart } from './cannot-start.ts'

export type LocalServer = {
  /** `http://127.0.0.1:<port>`. */
  url: string
  port: number
  /** Stops accepting, lets open requests end for at most `graceMs`, then cuts them off. */
  close: (graceMs?: number) => Promise<void>
}

/** Listens on loopback only; port 0 takes a free one. `variable` names what a person changes when the port is taken. */
export async function listen(server: Server, port: number, variable = 'PORT'): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, port, variable)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const actual = (server.address() as AddressInfo).port
  return { url: `http://127.0.0.1:${actual}`, port: actual, close: (graceMs = 0) => close(server, graceMs) }
}

/** What a person does about a port that cannot be had; any other error as it is. */
export function explainPort(error: unknown, port: number, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(
      `Port ${port} is in use: stop the program that uses it, or take another port: ${variable}=<number> npm start`,
    )
  if (code === 'EACCES')
    return new CannotStart(
      `Port ${port} is not allowed for this user: take another port: ${variable}=<number> npm start`,
    )
  return error
}

async function close(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  // A connection that is kept alive counts as open until its next request: look again while open requests end.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
  clearInterval(idle)
}
