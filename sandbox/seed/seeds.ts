import type { Store } from '../store.ts'
import { seedApiUser } from './api-user.ts'
import { seedDemo } from './demo.ts'

export const seedNames = ['demo', 'empty'] as const
export type SeedName = (typeof seedNames)[number]

/** `empty` knows the API user and nothing else. */
export const seeds: Record<SeedName, (store: Store) => void> = {
  demo: (store) => {
    seedApiUser(store)
    seedDemo(store)
  },
  empty: seedApiUser,
}
