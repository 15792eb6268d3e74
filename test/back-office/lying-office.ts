import { afterEach } from 'vitest'
import { type LyingServer, listenLying, loginReply, type Received, type Reply } from './lying-server.ts'
import { startWorker, type WorkerOptions } from './one-worker.ts'

type Answer = Reply | undefined | Promise<Reply | undefined>

/** A back office for each test of the file, which answers what the test wants and is closed after it. */
export function lyingOffice() {
  let server: LyingServer | undefined
  const close = async () => {
    await server?.close()
    server = undefined
  }
  afterEach(close)
  return {
    /** A worker that is answered so, and its login by `login`. */
    async facing(answer: (request: Received) => Answer, options: Partial<WorkerOptions> = {}, login = loginReply) {
      await close()
      server = await listenLying((request) => (request.path === '/rest/login' ? login : answer(request)))
      return startWorker({ baseUrl: server.url, ...options })
    },
    get received() {
      return server?.received ?? []
    },
    count: (route: string) => server?.count(route) ?? 0,
  }
}
