import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `unsent`: paused before the back office has the request. `unanswered`: carried out, but its answer is paused. */
export type Moment = 'unsent' | 'unanswered'

type Paused = {
  /** Resolves when the request is paused. */
  reached: Promise<void>
  /** Carries the paused request out, however late, or drops it. A request that never came will not be paused. */
  resolve(fate: 'apply' | 'drop'): Promise<void>
}

export type PausingProxy = {
  url: string
  /** Pauses the next POST to `path` that no other call pauses. */
  pause(path: string, moment: Moment): Paused
  /** Resolves when the back office has answered a first write. */
  written: Promise<void>
  close(): void
}

type Trap = { path: string; spring: (pass: () => Promise<unknown>) => Promise<void> }

/** Starts a proxy in front of the back office at `base` that pauses the requests that a test waits for. */
export async function startPausingProxy(base: string): Promise<PausingProxy> {
  const traps = new Set<Trap>()
  const trapOf = ({ method, url }: IncomingMessage): Trap | undefined =>
    method === 'POST' ? [...traps].find(({ path }) => path === url) : undefined
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await buffer(incoming)
      const pass = (): Promise<Response> => passOn(base, incoming, body)
      const sprung = trapOf(incoming)
      if (sprung) {
        traps.delete(sprung)
        await sprung.spring(pass)
        return
      }
      const answer = await pass()
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      if (incoming.method === 'POST' && incoming.url !== '/rest/login' && answer.ok) hasWritten()
    } catch {
      // A fault cut the connection to the back office, or the client is gone.
      outgoing.destroy()
    }
  })
  const { promise: listening, resolve: ready } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready)
  await listening

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    written,
    pause(path, moment) {
      const { promise: reached, resolve: sprung } = Promise.withResolvers<void>()
      let paused: (() => Promise<unknown>) | undefined
      const set: Trap = {
        path,
        async spring(pass) {
          if (moment === 'unsent') paused = pass
          else await pass().catch(cut)
          sprung()
        },
      }
      traps.add(set)
      const resolve: Paused['resolve'] = async (fate) => {
        traps.delete(set)
        if (fate === 'apply') await paused?.().catch(cut)
      }
      return { reached, resolve }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Ignores a fault of the back office at a paused request: its sender gets no answer either way. */
const cut = (): void => {}

async function passOn(base: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const { authorization, 'content-type': contentType } = headers
  return await fetch(`${base}${url}`, {
    method,
    headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  })
}
