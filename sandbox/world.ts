import { forgetChanges } from './changes.ts'
import type { Fault } from './faults.ts'
import type { Limits, Windows } from './limits.ts'
import { seededStore } from './seed/seeded-store.ts'
import type { SeedName } from './seed/seeds.ts'
import type { Store } from './store.ts'

export type Options = {
  /** Spelling of the login answer (specification, Login response: unresolved). */
  tokenCase: 'snake' | 'camel'
  /** Whether a parent's `orderReferences` name its returns and credit notes (specification, Order) or not (public facts). */
  parentsListReturns: boolean
  /** `string`: status, referrer, location, owner and page are decimal strings (public facts, Records). */
  numbersAs: 'number' | 'string'
  /** Some routes give fewer entries a page than a client asks for (public facts, page envelope). */
  itemsPerPageMax: number
  /** Whether image lists come in the list envelope (specification, List envelope) or as a bare array. */
  imagesAs: 'envelope' | 'array'
}

export const defaultOptions: Options = {
  tokenCase: 'snake',
  parentsListReturns: true,
  numbersAs: 'number',
  itemsPerPageMax: 250,
  imagesAs: 'envelope',
}

export type Session = { userId: number; expiresAtMs: number }

/** Everything that one sandbox knows. A reset changes this same object, so that all its users see the new world. */
export type World = {
  seed: SeedName
  store: Store
  options: Options
  sessions: Map<string, Session>
  faults: Fault[]
  limits: Limits
  windows: Windows
  calls: Map<string, number>
  clockOffsetMs: number
  /** Epoch milliseconds on the sandbox's own clock. */
  now(): number
  sleep(ms: number): Promise<void>
  newToken(): string
}

export type WorldDependencies = Pick<World, 'seed' | 'sleep' | 'newToken'> & { now(): number }

const fresh = (seed: SeedName) => {
  const store = seededStore(seed)
  forgetChanges(store)
  return {
    seed,
    store,
    options: { ...defaultOptions },
    sessions: new Map<string, Session>(),
    faults: [] as Fault[],
    limits: {} as Limits,
    windows: new Map() as Windows,
    calls: new Map<string, number>(),
    clockOffsetMs: 0,
  }
}

export const createWorld = ({ seed, now, sleep, newToken }: WorldDependencies): World => {
  const world: World = { ...fresh(seed), now: () => now() + world.clockOffsetMs, sleep, newToken }
  return world
}

export const resetWorld = (world: World, seed: SeedName): void => {
  Object.assign(world, fresh(seed))
}
