import type { ItemStore } from '../item-store.ts'

/** The token as it is kept: sealed with a key that only holders of the password can derive. */
export type StoredToken = {
  /** Fresh with every login; `forget` compares it. */
  id: string
  /** AES-256-GCM, base64url (`sealToken`). */
  sealed: string
  /** Epoch ms, by our clock at the time of the login. */
  issuedAt: number
  expiresAt: number
  /** The version of the secret that the login used. */
  version: string
  /** True once the back office has answered a call with it. */
  worked: boolean
  /** A person has reset the login since: the next call logs in anew, and this token serves on only if that fails. */
  outdated?: boolean
  /** Set where lines of this back office carry no SKU. Gone with the token, after a day. */
  skus?: SkuPlace
}

/** In a read's variations (`number`), or only at the variations themselves (docs/back-office.md 4.5). */
export type SkuPlace = 'number' | 'market'

/** The session of the one API user, as all workers share it. Times are epoch milliseconds. */
export type SessionItem = {
  /** Fresh for every write: the condition of the next one. */
  writeId: string
  token?: StoredToken
  /** The worker that logs in right now. */
  lease?: { owner: string; until: number }
  /** Login attempts since the last success, over all versions of the credentials. */
  attempts: number
  /** Versions of the secret that the back office refused. */
  refused: string[]
  /** No login before this time: the last attempt had no result, or the back office asked for patience. */
  notBefore?: number
  /** No call at all before this time: a token was refused that never worked. */
  pausedUntil?: number
  /** Id of the API user; `account` says whose (a hash of base URL and user name). */
  user?: { id: number; account: string }
}

/** One item of the state table; what its changes mean is in login-state.ts. */
export type SessionStore = ItemStore<SessionItem>
export const emptyItem: SessionItem = { writeId: '', attempts: 0, refused: [] }
/** The item is written a few times a day, so more lost races than this are no races. */
const maxRaces = 200

/** Whole changes of the item that all workers share. */
export function createSharedItem(store: SessionStore, newId: () => string) {
  const read = async (): Promise<SessionItem> => (await store.read()) ?? emptyItem

  /** One write. False: somebody else changed the item since `item` was read. */
  const replace = (item: SessionItem, next: SessionItem): Promise<boolean> =>
    store.replace({ ...next, writeId: newId() }, { previous: item.writeId === emptyItem.writeId ? undefined : item })

  /** Changes the stored item, again until nobody interferes; `undefined` leaves it. Returns it as stored then. */
  async function update(change: (item: SessionItem) => SessionItem | undefined): Promise<SessionItem> {
    for (let races = 0; races < maxRaces; races += 1) {
      const item = await read()
      const next = change(item)
      if (!next || (await replace(item, next))) return next ?? item
    }
    throw new Error(
      `The session item of the state table changed before each of ${maxRaces} writes: check that its store keeps the condition`,
    )
  }

  return { read, replace, update }
}

export type SharedItem = ReturnType<typeof createSharedItem>
