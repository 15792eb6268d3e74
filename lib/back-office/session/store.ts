import type { ItemStore } from '../item-store.ts'

/** The token as it is kept: sealed with a key that only holders of the password can derive. */
export type StoredToken = {
  /** Names this token; fresh with every login. Forgetting compares it. */
  id: string
  /** AES-256-GCM, base64url; see token-seal.ts. */
  sealed: string
  /** Epoch ms, by our clock at the time of the login. */
  issuedAt: number
  expiresAt: number
  /** Version of the secret it was obtained with. */
  version: string
  /** True once any call was answered with it. */
  worked: boolean
}

/** Everything the workers share about the login of the one API user. Times are epoch milliseconds. */
export type SessionItem = {
  /** Fresh for every write: the condition of the next one. */
  writeId: string
  token?: StoredToken
  /** Who is logging in right now. */
  lease?: { holder: string; until: number }
  /** Logins begun since the last success, over all credential versions. */
  tries: number
  /** Versions of the secret that the back office refused. */
  refused: string[]
  /** No login before this time: the last try had no result, or the back office asked for patience. */
  notBefore?: number
  /** No call at all before this time: a token was refused that never worked. */
  pausedUntil?: number
  /** Id of the API user; `account` tells whose (a hash of base URL and user name). */
  user?: { id: number; account: string }
}

/** One item of the state table; what its moves mean is in login-state.ts. */
export type SessionStore = ItemStore<SessionItem>
