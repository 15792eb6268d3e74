import type { Store } from '../store.ts'

/** The only account that can log in. These are demo values: they are of no use outside this emulator. */
export const apiUser = { id: 77, username: 'api-bridge', password: 'demo-password' } as const

export const seedApiUser = (store: Store): void => {
  store.users.put({ ...apiUser, locked: false, failedLogins: 0 })
}
