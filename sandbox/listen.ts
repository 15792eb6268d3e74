import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { isConnectionCut } from './faults.ts'
import { createFileJournal } from './file-journal.ts'
import { isFromLoopback } from './loopback.ts'
import { failure, toResponse } from './reply.ts'
import type { Sandbox, SandboxDependencies } from './sandbox.ts'
import { createSandbox } from './sandbox.ts'

export type ListeningSandbox = {
  url: string
  port: number
  sandbox: Sandbox
  /** Cuts all open connections and resolves when the port is free. */
  close(): Promise<void>
}

const loopback = '127.0.0.1'
const onlyHere = 'The sandbox only answers requests from this machine: use 127.0.0.1 or localhost.'

/**
 * Only for callers on this machine: the demo's password is public, and no web page may read or lock what somebody tries out. To cut the
 * connection, destroys the socket.
 */
const socketFetch = (ready: Promise<Sandbox>) => async (request: Request, env: unknown) => {
  if (!isFromLoopback(request)) return toResponse(failure(403, onlyHere, 'forbidden'))
  const { app } = await ready
  try {
    return await app.fetch(request, env as HttpBindings)
  } catch (error) {
    if (!isConnectionCut(error)) throw error
    ;(env as HttpBindings).incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  }
}

const listening = async (server: Server, port: number): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, loopback, resolve)
  await promise
  server.off('error', reject)
  return (server.address() as AddressInfo).port
}

const closeServer = async (server: Server): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}

/**
 * Starts a sandbox on 127.0.0.1; `port` 0 takes a free one. With `file` its world survives the process: each change is
 * in the file before its answer leaves. Rejects with `EADDRINUSE` if the port is in use, with `UnreadableJournal` if no
 * sandbox wrote the file, and with the errors of the file system.
 */
export const listenSandbox = async ({
  port,
  now = Date.now,
  file,
  ...rest
}: Omit<SandboxDependencies, 'now' | 'journal'> & {
  port: number
  now?: () => number
  file?: string
}): Promise<ListeningSandbox> => {
  const { promise: ready, resolve } = Promise.withResolvers<Sandbox>()
  const server = createAdaptorServer({ fetch: socketFetch(ready), overrideGlobalObjects: false }) as Server
  // The port comes first: a second sandbox on this port must not touch the file of the first.
  const bound = await listening(server, port)
  const close = async () => closeServer(server)
  try {
    const journal = file === undefined ? undefined : createFileJournal(file)
    const sandbox = createSandbox({ newToken: randomUUID, now, journal, ...rest })
    resolve(sandbox)
    return { url: `http://${loopback}:${bound}`, port: bound, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}
