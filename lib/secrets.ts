import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { RetryLater } from './errors.ts'
import { sourceSecrets } from './secret-shapes.ts'

/** `value` is the secret's JSON as it is; `version` names the version that it is of. */
type Secret = { value: unknown; version: string }

export type Secrets = {
  /**
   * Reads a secret, from the cache where it is young enough. `fresh` goes past the cache, but no more often than every
   * `minFreshIntervalMs`: within that time the last answer is the answer. Where Secrets Manager cannot be reached the cached value
   * serves, however old, unless a fresh one was asked for. Throws `RetryLater` where there is nothing to answer with.
   */
  read(secretId: string, options?: { fresh?: boolean }): Promise<Secret>
}

type Options = { client: SecretsManagerClient; now: () => number }

const ttlMs = 300_000
const minFreshIntervalMs = 30_000

/** What is known of one secret: its last value, when it was last asked for, and the name of what then went wrong. */
type Known = {
  secret?: Secret
  readAt: number
  triedAt: number
  failure?: string | undefined
  reading?: Promise<void> | undefined
}

/** Secrets as JSON, cached for one instance of a function. */
export function createSecrets({ client, now }: Options): Secrets {
  const known = new Map<string, Known>()

  async function fetchInto(entry: Known, secretId: string): Promise<void> {
    entry.triedAt = now()
    try {
      entry.secret = await fetchSecret(client, secretId)
      entry.readAt = entry.triedAt
      entry.failure = undefined
    } catch (error) {
      // The name alone: a parser's message quotes what it could not parse.
      entry.failure = error instanceof Error ? error.name : 'unknown'
    }
  }

  /** All that ask at once share one request. */
  function refresh(entry: Known, secretId: string): Promise<void> {
    entry.reading ??= fetchInto(entry, secretId).finally(() => {
      entry.reading = undefined
    })
    return entry.reading
  }

  return {
    async read(secretId, { fresh = false } = {}) {
      const entry = known.get(secretId) ?? { readAt: Number.NEGATIVE_INFINITY, triedAt: Number.NEGATIVE_INFINITY }
      known.set(secretId, entry)
      const justTried = now() - entry.triedAt < minFreshIntervalMs
      const old = now() - entry.readAt >= ttlMs
      if (!entry.secret || ((fresh || old) && !justTried)) await refresh(entry, secretId)
      if (entry.secret && !(fresh && entry.failure)) return entry.secret
      const message = `secret ${secretId} cannot be read (${entry.failure}): it must exist, hold JSON, and be allowed to this function`
      throw new RetryLater(message, { atMs: entry.triedAt + minFreshIntervalMs, deferral: true })
    },
  }
}

async function fetchSecret(client: SecretsManagerClient, secretId: string): Promise<Secret> {
  const { SecretString, VersionId } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
  return { value: JSON.parse(SecretString ?? ''), version: VersionId ?? '' }
}

type Fresh = { fresh: boolean }

/** The user of the back office. What is missing, or no text, comes empty: the login refuses to leave the process with it. */
export async function readBackOfficeSecret(secrets: Secrets, secretId: string, options: Fresh) {
  const { value, version } = await secrets.read(secretId, options)
  const fields = isRecord(value) ? value : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return { baseUrl: text('baseUrl'), username: text('username'), password: text('password'), version }
}

/**
 * Secrets by source. A source whose entry is no list of texts has none, and refuses everything; the others go on.
 * Throws `RetryLater` while nothing is configured (`{}`, as a new stage has it), so that senders keep what they have.
 */
export async function readSourcesSecret(
  secrets: Secrets,
  secretId: string,
  { fresh }: Fresh,
): Promise<Record<string, string[]>> {
  const cached = await secrets.read(secretId, { fresh })
  const { value } = fresh || !isEmpty(cached.value) ? cached : await secrets.read(secretId, { fresh: true })
  if (isEmpty(value)) throw new RetryLater(`secret ${secretId} is not configured: write the sources' secrets into it`)
  const entries = Object.entries(value as Record<string, unknown>).map(
    ([name, list]) => [name, sourceSecrets.safeParse(list).data] as const,
  )
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => entry[1] !== undefined))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean => !isRecord(value) || Object.keys(value).length === 0
