import { allOf, type Contents, fill } from '../contents.ts'
import { createStore, type Store } from '../store.ts'
import { type SeedName, seeds } from './seeds.ts'

const made = new Map<SeedName, Contents>()

/** A new store with a seed's records. They are made once and shared between stores, so they are frozen. */
export const seededStore = (name: SeedName): Store => {
  const contents = made.get(name) ?? frozen(contentsOf(name))
  made.set(name, contents)
  const store = createStore()
  fill(store, contents)
  return store
}

const contentsOf = (name: SeedName): Contents => {
  const store = createStore()
  seeds[name](store)
  return allOf(store)
}

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
