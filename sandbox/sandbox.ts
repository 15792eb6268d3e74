import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { mountControl } from './control/control.ts'
import { isConnectionCut } from './faults.ts'
import type { Journal } from './journal.ts'
import { keepWorld } from './keep-world.ts'
import { failure, toResponse } from './reply.ts'
import { mountRest } from './rest.ts'
import type { SeedName } from './seed/seeds.ts'
import type { World } from './world.ts'
import { createWorld } from './world.ts'

export type SandboxDependencies = {
  seed: SeedName
  /** Epoch milliseconds. */
  now(): number
  /** Waits out the fault `slow`; real time where absent. */
  sleep?(ms: number): Promise<void>
  /** Access and refresh tokens, each one new; counted through where absent. */
  newToken?(): string
  /** Where the world outlives this process; it then decides the seed, unless nothing was ever kept there. */
  journal?: Journal
}

export type Sandbox = {
  app: Hono
  /** Like the global `fetch`, without sockets: rejects with a TypeError where a fault cuts the connection, and with the signal's reason. */
  fetch: typeof globalThis.fetch
  /** All that the sandbox knows; filled anew in place by a reset. */
  world: World
}

const countedTokens = (): (() => string) => {
  let count = 0
  return () => {
    count += 1
    return `sandbox-token-${count}`
  }
}

/** After each request, reads too (a fault may lock the user at any), and before its answer leaves or its connection is cut. */
const mountKeeping = (app: Hono, keep: () => void): void => {
  app.use(async (_c, next) => {
    try {
      await next()
    } finally {
      keep()
    }
  })
}

const createApp = (world: World, keep?: () => void): Hono => {
  // Hono's own choice comes to this router as well, after it has found at the first request that another one cannot take these paths.
  const app = new Hono({ router: new TrieRouter() })
  if (keep) mountKeeping(app, keep)
  mountRest(app, world)
  mountControl(app, world)
  app.notFound(() => toResponse(failure(404, 'The route was not found.')))
  app.onError((error) => {
    if (isConnectionCut(error)) throw error
    return toResponse(failure(500, `The sandbox failed: ${error.message}`))
  })
  return app
}

/** The signal ends the client's wait only: what reached the service is carried out (as over a real connection). */
const fetchOf =
  (app: Hono): typeof globalThis.fetch =>
  async (input, init) => {
    const { signal, ...rest } = init ?? {}
    const request = new Request(input, rest)
    const given = signal ?? (input instanceof Request ? input.signal : undefined)
    given?.throwIfAborted()
    const answer = Promise.resolve(app.fetch(request))
    if (!given) return await answer
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(given.reason)
    given.addEventListener('abort', abort, { once: true })
    return await Promise.race([answer, aborted.promise]).finally(() => given.removeEventListener('abort', abort))
  }

/**
 * An emulator of the back office's REST interface, with a control interface under /sandbox (docs/sandbox.md).
 * Throws `UnreadableJournal`, and what the journal throws.
 */
export const createSandbox = ({ seed, now, sleep, newToken, journal }: SandboxDependencies): Sandbox => {
  const realSleep = async (ms: number) => delay(ms, undefined, { ref: false })
  const world = createWorld({ seed, now, sleep: sleep ?? realSleep, newToken: newToken ?? countedTokens() })
  const app = createApp(world, journal && keepWorld(world, journal))
  return { app, fetch: fetchOf(app), world }
}
