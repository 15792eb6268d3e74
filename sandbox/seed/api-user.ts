import type { Store } from '../store.ts'

/** The one account that can log in. Demo values: they open nothing but this emulator. */
export const apiUser = { id: 77, username: 'api-bridge', password: 'demo-password' } as const

export const seedApiUser = (store: Store): void => {
  store.users.put({ ...apiUser, locked: false, failedLogins: 0 })
}
