import { forgetChanges } from './changed-records.ts'
import type { Fault } from './faults.ts'
import type { Limits, Windows } from './limits.ts'
import type { Right } from './rights.ts'
import { seededStore } from './seed/seeded-store.ts'
import type { SeedName } from './seed/seeds.ts'
import type { Store } from './store.ts'

export type Options = {
  /** Spelling of the login answer (docs/back-office.md 2.1). */
  tokenCase: 'snake' | 'camel'
  /** Whether a parent's `orderReferences` name its returns and credit notes, or none (docs/back-office.md 4.7). */
  parentsListReturns: boolean
  /** `string`: status, referrer, location, owner and page are decimal strings (docs/back-office.md 1.3). */
  numbersAs: 'number' | 'string'
  /** How a login above the limit of sessions is refused: by a code, or in words alone (docs/back-office.md 2.3). */
  sessionsAs: 'code' | 'words'
  /** Some routes give fewer entries a page than a client asks for (docs/back-office.md 7.2). */
  itemsPerPageMax: number
  /** Whether image lists come in the list envelope or as a bare array (docs/back-office.md 9.1). */
  imagesAs: 'envelope' | 'array'
  /** `strict`: requests to the letter, and answers with nothing but what is stated (`strict-dialect.ts`). */
  dialect: 'usual' | 'strict'
  /** Filters that this server does not know: it ignores them (docs/back-office.md 7.3). */
  ignoredFilters: string[]
  /** Whether lists keep to `with[]`, or show nothing nested (docs/back-office.md 7.1). */
  listsLoad: boolean
  /** Statuses in which a new return makes a label; 1 is an incomplete one (docs/back-office.md 5.5). */
  labelStatuses: number[]
  /** Whether a new return has the contact of its parent by itself, or none (docs/back-office.md 4.8). */
  returnsGetContact: boolean
  /**
   * Where an article's SKU is (docs/back-office.md 4.5): in property 98 of its lines, or there is none of those and it is the number of
   * the variation, or the variation's SKU for the order's referrer, or nowhere.
   */
  skuIs: 'property' | 'number' | 'market' | 'nowhere'
  /** What becomes of the name `orderItems.variation` in `with[]`: it is loaded, ignored, or refused with 422. */
  variations: 'loaded' | 'ignored' | 'refused'
  /** `zero`: shipping costs are shown with the id 0 (docs/back-office.md 4.4). */
  shippingIds: 'own' | 'zero'
  /** Of the strict dialect: whether orders name their customer, which is not stated (docs/back-office.md 4.8). */
  showsCustomers: boolean
}

export const defaultOptions: Options = {
  tokenCase: 'snake',
  parentsListReturns: true,
  numbersAs: 'number',
  sessionsAs: 'code',
  itemsPerPageMax: 250,
  imagesAs: 'envelope',
  dialect: 'usual',
  ignoredFilters: [],
  listsLoad: true,
  labelStatuses: [1, 9.01],
  returnsGetContact: false,
  skuIs: 'property',
  variations: 'loaded',
  shippingIds: 'own',
  showsCustomers: true,
}

/** `lacks`: rights that its user was granted after the login (docs/back-office.md 10.1). */
type Session = { userId: number; expiresAtMs: number; lacks: Right[] }

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
