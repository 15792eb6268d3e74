import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'

/** `unsent`: held before the back office has it; `unanswered`: carried out, and its answer held. */
export type Moment = 'unsent' | 'unanswered'

export type HeldBackOffice = {
  url: string
  /** Holds the next POST to `path`; resolves when it is held. */
  hold(path: string, moment: Moment): Promise<void>
  /** Carries the held request out, however late, or drops it. */
  resolve(fate: 'apply' | 'drop'): Promise<void>
  /** POSTs to `path` that came in, held ones included. */
  posts(path: string): number
}

type Trap = { path: string; moment: Moment; sprung: () => void }

/** A back office behind a proxy that stops the one request that a test waits for. */
export async function startHeldBackOffice(): Promise<HeldBackOffice> {
  const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
  const posts: string[] = []
  let trap: Trap | undefined
  let held: (() => Promise<Response>) | undefined

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const pass = (): Promise<Response> => passOn(sandbox.url, incoming, body)
    if (incoming.method === 'POST') posts.push(incoming.url ?? '')
    const caught = incoming.method === 'POST' && incoming.url === trap?.path ? trap : undefined
    if (!caught) {
      const answer = await pass()
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      return
    }
    trap = undefined
    if (caught.moment === 'unanswered') await pass()
    else held = pass
    caught.sprung()
  })
  const { promise: listening, resolve: ready } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready)
  await listening
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path, moment) {
      const { promise, resolve } = Promise.withResolvers<void>()
      trap = { path, moment, sprung: resolve }
      return promise
    },
    async resolve(fate) {
      if (fate === 'apply') await held?.()
      held = undefined
    },
    posts: (path) => posts.filter((url) => url === path).length,
  }
}

function passOn(base: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const { authorization, 'content-type': contentType } = headers
  return fetch(`${base}${url}`, {
    method,
    headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  })
}
