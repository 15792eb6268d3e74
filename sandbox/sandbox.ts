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
  /** Waits for the fault `slow`; in real time if absent. */
  sleep?(ms: number): Promise<void>
  /** A new access or refresh token; numbered tokens if absent. */
  newToken?(): string
  /** Keeps the world when this process ends. A journal with lines decides the seed. */
  journal?: Journal
}

export type Sandbox = {
  app: Hono
  /**
   * The global `fetch` without sockets. Rejects with a TypeError if a fault cuts the connection, or with the signal's
   * reason.
   */
  fetch: typeof globalThis.fetch
  /** All that the sandbox knows. A reset changes this same object. */
  world: World
}

const countedTokens = (): (() => string) => {
  let count = 0
  return () => {
    count += 1
    return `sandbox-token-${count}`
  }
}

/**
 * Keeps changes after each request, before it is answered or cut; after reads too, because a fault may lock the user.
 */
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
  // Hono would choose this router by itself, but only at the first request and after a failed attempt with another one.
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

/** The signal ends only the client's wait, as over a real connection: the service still carries the request out. */
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
