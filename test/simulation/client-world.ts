import { createBackOffice } from '../../lib/back-office/back-office.ts'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import { createPace, type Pace } from '../../lib/back-office/pace/pace.ts'
import { createSession } from '../../lib/back-office/session/session.ts'
import type { OpenBackOffice } from '../../lib/back-office/types.ts'
import { createClock } from '../../lib/clock.ts'
import { createMemoryPace } from '../memory/memory-pace.ts'
import { createMemorySession } from '../memory/memory-session.ts'
import { type Answered, type Asked, abortAfter, fetchOf } from './client-network.ts'
import type { Chance } from './random.ts'
import { createTimeline, type Timeline } from './timeline.ts'

export type Secret = { baseUrl: string; username: string; password: string; version: string }

/**
 * Some workers with the client of the back office and nothing else, on a virtual clock of their own. Who plays a scene with them answers
 * each request, and knows from docs/back-office.md what must come of it.
 */
export type ClientWorld = {
  chance: Chance
  timeline: Timeline
  secret: Secret
  requests: Asked[]
  doubts: string[]
  wrong: string[]
  answer: (asked: Asked) => Answered
  /** The next writes to the shared session fail, so many. */
  failingWrites: number
  worker(options?: { limits?: Limits; isPaced?: boolean; lateMs?: () => number }): ClientWorker
  /** Lets time go on until the work is done. */
  until<T>(work: Promise<T>): Promise<T>
  pass(ms: number): Promise<void>
  expect(holds: boolean, what: () => string): void
}

export type ClientWorker = {
  open: OpenBackOffice
  session: ReturnType<typeof createSession>
  pace: Pace
  clock: ReturnType<typeof createClock>
}

const start = Date.parse('2026-03-02T09:00:00Z')

export function createClientWorld(chance: Chance): ClientWorld {
  const timeline = createTimeline({ start, chance: chance.fork() })
  const stored = createMemorySession()
  const store: typeof stored = {
    read: stored.read,
    async replace(next, options) {
      if (world.failingWrites === 0) return await stored.replace(next, options)
      world.failingWrites -= 1
      throw new Error('the table cannot be reached')
    },
  }
  const paces = createMemoryPace()
  let ids = 0
  const newId = () => `id-${++ids}`
  const sleep = (ms: number) => new Promise<void>((resolve) => void timeline.after(ms, resolve))
  const { now } = timeline
  const world: ClientWorld = {
    ...{ chance, timeline, requests: [], doubts: [], wrong: [], failingWrites: 0 },
    secret: { baseUrl: 'https://shop.example.com', username: 'api', password: 'first-password', version: 'v1' },
    answer: () => ({ status: 500 }),
    worker({ limits, isPaced = false, lateMs = () => 0 } = {}) {
      const log = {
        info: () => {},
        warn: () => {},
        error: (message: string, fields: object) => void world.doubts.push(`${message} ${JSON.stringify(fields)}`),
      }
      const clock = createClock({ wall: now, monotonic: now, log })
      const pace = createPace({ ...{ store: paces, now, clock, newId }, sleep: (ms) => sleep(ms + lateMs()), limits })
      let cached: Secret | undefined
      const credentials = async ({ fresh }: { fresh: boolean }) => {
        if (fresh || !cached) cached = { ...world.secret }
        return cached
      }
      const http = { fetch: fetchOf(world), now, clock, log, abortAfter: abortAfter(timeline) }
      const shared = { ...http, ...(isPaced && { pace }) }
      const session = createSession({ ...shared, store, credentials, sleep, newId })
      return { open: createBackOffice({ ...shared, session, sleep }), session, pace, clock }
    },
    async until(work) {
      let isOver = false
      const over = () => {
        isOver = true
      }
      work.then(over, over)
      const giveUpAt = now() + 3 * 3_600_000
      // So that it begins to work.
      timeline.after(0, () => {})
      await timeline.run(() => isOver || now() > giveUpAt)
      if (!isOver) throw new Error('it never ends')
      return await work
    },
    async pass(ms) {
      const end = now() + ms
      timeline.after(0, () => {})
      timeline.at(end, () => {})
      await timeline.run(() => now() >= end)
    },
    expect(holds, what) {
      if (!holds) world.wrong.push(what())
    },
  }
  return world
}
