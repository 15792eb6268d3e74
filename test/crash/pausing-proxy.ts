import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `unsent`: held before the back office has it; `unanswered`: carried out, and its answer held. */
export type Moment = 'unsent' | 'unanswered'

export type Held = {
  /** Resolves when the request is held. */
  reached: Promise<void>
  /** Carries the held request out, however late, or drops it; one that never came is held no more. */
  resolve(fate: 'apply' | 'drop'): Promise<void>
}

export type PausingProxy = {
  url: string
  /** Holds the next POST to `path` that nothing else holds. */
  hold(path: string, moment: Moment): Held
  close(): void
}

type Trap = { path: string; spring: (pass: () => Promise<unknown>) => Promise<void> }

/** The back office at `base` behind a proxy that stops the requests that a test waits for. */
export async function startPausingProxy(base: string): Promise<PausingProxy> {
  const traps = new Set<Trap>()
  const trapOf = ({ method, url }: IncomingMessage): Trap | undefined =>
    method === 'POST' ? [...traps].find(({ path }) => path === url) : undefined
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
    } catch {
      // A fault cut the connection to the back office, or the client is dead.
      outgoing.destroy()
    }
  })
  const { promise: listening, resolve: ready } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready)
  await listening

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path, moment) {
      const { promise: reached, resolve: sprung } = Promise.withResolvers<void>()
      let held: (() => Promise<unknown>) | undefined
      const set: Trap = {
        path,
        async spring(pass) {
          if (moment === 'unsent') held = pass
          else await pass().catch(cut)
          sprung()
        },
      }
      traps.add(set)
      const resolve: Held['resolve'] = async (fate) => {
        traps.delete(set)
        if (fate === 'apply') await held?.().catch(cut)
      }
      return { reached, resolve }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A fault of the back office met the held request: whoever sent it hears nothing either way. */
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
