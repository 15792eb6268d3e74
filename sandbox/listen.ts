import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { isConnectionCut } from './faults.ts'
import type { Sandbox, SandboxDependencies } from './sandbox.ts'
import { createSandbox } from './sandbox.ts'
import type { World } from './world.ts'

export type ListeningSandbox = {
  url: string
  port: number
  sandbox: Sandbox
  /** Cuts what is open and resolves when the port is free. */
  close(): Promise<void>
}

const loopback = '127.0.0.1'

type OnChange = (world: World) => void

/** Over real sockets a cut connection is a destroyed socket. */
const socketFetch = (sandbox: Sandbox, onChange?: OnChange) => async (request: Request, env: unknown) => {
  try {
    return await sandbox.app.fetch(request, env as HttpBindings)
  } catch (error) {
    if (!isConnectionCut(error)) throw error
    ;(env as HttpBindings).incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  } finally {
    if (request.method !== 'GET') onChange?.(sandbox.world)
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

/**
 * Starts a sandbox on 127.0.0.1; `port` 0 takes a free one. Rejects with `EADDRINUSE` where the port is taken.
 * `onChange` is called after every request that may have changed something, before its answer goes out.
 */
export const listenSandbox = async ({
  port,
  now = Date.now,
  onChange,
  ...rest
}: Omit<SandboxDependencies, 'now'> & {
  port: number
  now?: () => number
  onChange?: OnChange
}): Promise<ListeningSandbox> => {
  const sandbox = createSandbox({ newToken: randomUUID, now, ...rest })
  const server = createAdaptorServer({ fetch: socketFetch(sandbox, onChange), overrideGlobalObjects: false }) as Server
  const bound = await listening(server, port)
  const close = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.close(() => resolve())
    server.closeAllConnections()
    await promise
  }
  return { url: `http://${loopback}:${bound}`, port: bound, sandbox, close }
}
