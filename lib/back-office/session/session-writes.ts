import { emptyItem } from './login-state.ts'
import type { SessionItem, SessionStore } from './store.ts'

/** The login item with its compare-and-set turned into whole moves. */
export type SessionWrites = {
  read(): Promise<SessionItem>
  /** One try: false where somebody else moved the item since `item` was read. */
  tryMove(item: SessionItem, next: SessionItem): Promise<boolean>
  /** Moves whatever is there now, again and again until nobody interferes; `undefined` leaves it as it is. Answers what is there. */
  move(change: (item: SessionItem) => SessionItem | undefined): Promise<SessionItem>
}

/** The item is written a few times a day; so many lost races in a row are no race. */
const mostTries = 200

export function createSessionWrites(store: SessionStore, newId: () => string): SessionWrites {
  const read = async () => (await store.read()) ?? emptyItem

  const tryMove = (item: SessionItem, next: SessionItem) =>
    store.replace({ ...next, writeId: newId() }, { previous: item.writeId === emptyItem.writeId ? undefined : item })

  async function move(change: (item: SessionItem) => SessionItem | undefined): Promise<SessionItem> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const item = await read()
      const next = change(item)
      if (!next || (await tryMove(item, next))) return next ?? item
    }
    throw new Error('The login item of the state table changed under every write: is its store keeping the condition?')
  }

  return { read, tryMove, move }
}
