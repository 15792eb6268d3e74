import type { SignedCall } from '../aws/signed-call.ts'
import { RetryLater } from '../errors.ts'
import { singleFlight } from '../single-flight.ts'

/** `value` is the parsed JSON, not checked yet. `version` is the id of the secret's version. */
type Secret = { value: unknown; version: string }

export type Secrets = {
  /**
   * Reads a secret from the cache, or from Secrets Manager if the cached value is older than `ttlMs`. `fresh` skips the cache, but
   * asks at most once in `minFreshIntervalMs` and gives the last answer in between. If Secrets Manager fails, a cached value of any
   * age is given, except to `fresh`. Throws `RetryLater` if there is no value to give.
   */
  read(secretId: string, options?: { fresh?: boolean }): Promise<Secret>
}

/** Asks Secrets Manager for the value of a secret. Two clients: the SDK's, and one that signs its requests itself. */
export type GetSecretValue = (secretId: string) => Promise<{ SecretString?: unknown; VersionId?: unknown }>
type Options = { getSecretValue: GetSecretValue; now: () => number }

export const signedSecretValue =
  (call: SignedCall): GetSecretValue =>
  async (SecretId) =>
    await call('GetSecretValue', { SecretId })

const ttlMs = 300_000
const minFreshIntervalMs = 30_000
/** The cache of one secret. `triedAt` is the last request, `readAt` the last that succeeded, `failure` the name of the last error. */
type Known = { secret?: Secret; readAt: number; triedAt: number; failure?: string | undefined }

/** Reads secrets. An instance of a function has one cache, and concurrent readers of a secret share one request. */
export function createSecrets({ getSecretValue, now }: Options): Secrets {
  const known = new Map<string, Known & { refresh: ReturnType<typeof singleFlight<void>> }>()

  async function fetchInto(entry: Known, secretId: string): Promise<void> {
    entry.triedAt = now()
    try {
      entry.secret = toSecret(await getSecretValue(secretId))
      entry.readAt = entry.triedAt
      entry.failure = undefined
    } catch (error) {
      // Only the name: the message of a parser quotes the secret.
      entry.failure = error instanceof Error ? error.name : 'unknown'
    }
  }

  return {
    async read(secretId, { fresh = false } = {}) {
      const never = { readAt: Number.NEGATIVE_INFINITY, triedAt: Number.NEGATIVE_INFINITY }
      const entry = known.get(secretId) ?? { ...never, refresh: singleFlight<void>() }
      known.set(secretId, entry)
      const justTried = now() - entry.triedAt < minFreshIntervalMs
      const old = now() - entry.readAt >= ttlMs
      if (!entry.secret || ((fresh || old) && !justTried)) await entry.refresh(() => fetchInto(entry, secretId))
      if (entry.secret && !(fresh && entry.failure)) return entry.secret
      const message = `secret ${secretId} cannot be read (${entry.failure}): check that it exists, holds JSON and may be read by this function`
      throw new RetryLater(message, { atMs: entry.triedAt + minFreshIntervalMs, code: 'not_ready' })
    },
  }
}

const toSecret = ({ SecretString, VersionId }: Awaited<ReturnType<GetSecretValue>>): Secret => ({
  value: JSON.parse(typeof SecretString === 'string' ? SecretString : ''),
  version: typeof VersionId === 'string' ? VersionId : '',
})

export type Fresh = { fresh: boolean }
export type SourceSecrets = Record<string, string[]>

/** The API user. A field that is missing or not text becomes empty, and the login never sends an empty one. */
export async function readBackOfficeSecret(secrets: Secrets, secretId: string, options: Fresh) {
  const { value, version } = await secrets.read(secretId, options)
  const fields = isRecord(value) ? value : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return { baseUrl: text('baseUrl'), username: text('username'), password: text('password'), version }
}

/** A source without a valid list refuses every delivery. `RetryLater`: the secret is empty (a new stage), so senders retry. */
export async function readSourcesSecret(secrets: Secrets, secretId: string, { fresh }: Fresh): Promise<SourceSecrets> {
  const cached = await secrets.read(secretId, { fresh })
  const { value } = fresh || !isEmpty(cached.value) ? cached : await secrets.read(secretId, { fresh: true })
  if (isEmpty(value)) throw new RetryLater(`secret ${secretId} is not configured: write the sources' secrets into it`)
  const lists = Object.entries(value as Record<string, unknown>)
  return Object.fromEntries(lists.filter((entry): entry is [string, string[]] => isFilledList(entry[1])))
}

/** As `sourceSecrets` (secret-shapes.ts) demands it, without the messages that only people need. */
const isFilledList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && text.trim() !== '')

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True also for what is no object. */
export const isEmpty = (value: unknown): boolean => !isRecord(value) || Object.keys(value).length === 0

const shortestKey = 32

/** What links are signed with. Throws without a key that nobody can guess. */
export async function readLinkKey(secrets: Secrets, secretId: string): Promise<string> {
  const { value } = await secrets.read(secretId)
  const key = isRecord(value) ? value.key : undefined
  if (typeof key === 'string' && key.length >= shortestKey) return key
  throw new RetryLater(
    `secret ${secretId} has no key: write {"key": ...} with ${shortestKey} random characters or more`,
  )
}
