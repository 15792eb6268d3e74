import { type Records, shelfNames, shelvesOf } from './contents.ts'
import type { Store } from './store.ts'

export const changedRecords = (store: Store): Records => {
  const shelves = shelvesOf(store)
  const changed = shelfNames.map((name) => [name, shelves[name].changed()] as const)
  return Object.fromEntries(changed.filter(([, records]) => records.length > 0))
}

export const forgetChanges = (store: Store): void => {
  const shelves = shelvesOf(store)
  for (const name of shelfNames) shelves[name].forgetChanges()
}
