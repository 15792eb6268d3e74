import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type LateServer = {
  url: string
  /** From now on requests reach the server at `base`. */
  open(): Promise<void>
  close(): Promise<void>
}

/** An address that refuses connections until it is opened, and then passes all bytes on to `base`. */
export async function createLateServer(base: string): Promise<LateServer> {
  const sockets = new Set<Socket>()
  const targetPort = Number(new URL(base).port)
  let server: Server | undefined
  const listen = async (port: number): Promise<Server> => {
    const started = createServer((socket) => {
      const target = connect(targetPort, '127.0.0.1')
      for (const end of [socket, target]) sockets.add(end.on('error', () => end.destroy()))
      socket.pipe(target).pipe(socket)
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
