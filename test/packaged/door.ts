import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type Door = {
  url: string
  /** From now on whoever comes reaches what is behind it. */
  open(): Promise<void>
  close(): Promise<void>
}

/** An address at which nobody listens until it is opened; what comes then is passed on to `base`, byte by byte. */
export async function createDoor(base: string): Promise<Door> {
  const sockets = new Set<Socket>()
  const behind = Number(new URL(base).port)
  let server: Server | undefined
  const listen = async (port: number): Promise<Server> => {
    const started = createServer((socket) => {
      const passage = connect(behind, '127.0.0.1')
      for (const end of [socket, passage]) sockets.add(end.on('error', () => end.destroy()))
      socket.pipe(passage).pipe(socket)
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    started.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    return started
  }
  const close = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const socket of sockets) socket.destroy()
    if (server) server.close(() => resolve())
    else resolve()
    server = undefined
    await promise
  }
  server = await listen(0)
  const { port } = server.address() as AddressInfo
  await close()
  return {
    url: `http://127.0.0.1:${port}`,
    async open() {
      server = await listen(port)
    },
    close,
  }
}
