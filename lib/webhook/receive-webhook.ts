import { createHash } from 'node:crypto'
import type { APIGatewayProxyStructuredResultV2 as Reply } from 'aws-lambda'
import type { Config, SourceConfig } from '../config/config.ts'
import { Rejected } from '../errors.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'
import { sourceOfKind } from '../sources/registry.ts'
import type { Delivery, Source } from '../sources/source.ts'
import { jsonReply } from './http.ts'

/** Secrets by source name: any of a list fits. Fresh ones are read at most once in a while, whoever asks. */
export type ReadSourceSecrets = (options: { fresh: boolean }) => Promise<Record<string, string[]>>

export type WebhookDependencies = {
  config: Config
  inbox: Inbox
  readSecrets: ReadSourceSecrets
  now: () => number
  /** Rejects when aborted, so that a finished answer leaves no timer behind. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  hintMs: number
  /** Largest raw body, bytes. */
  bodyLimit: number
  /** A webhook answers within this, whatever hangs: the most impatient senders give five seconds. */
  answerWithinMs: number
}

const unauthorized = () =>
  jsonReply(401, { error: { code: 'unauthorized', message: 'The delivery could not be verified.' } })

const unavailable = () =>
  jsonReply(
    503,
    { error: { code: 'unavailable', message: 'The delivery was not stored. Send it again later.' } },
    { 'retry-after': '30' },
  )

/**
 * Verifies a delivery and stores it; what it means is the worker's business. Never throws: whatever cannot be reached is a 503
 * with nothing claimed, whatever is not understood one and the same 401 (a 404 or 410 would make some senders switch off).
 */
export async function receiveWebhook(
  dependencies: WebhookDependencies,
  family: Source['family'],
  delivery: Delivery,
): Promise<Reply> {
  const answered = new AbortController()
  const tooLate = dependencies.sleep(dependencies.answerWithinMs, answered.signal).then(
    () => {
      dependencies.log.error('webhook not stored in time', { family })
      return unavailable()
    },
    () => unavailable(),
  )
  const work = receive(dependencies, family, delivery).catch((error: unknown) => {
    dependencies.log.error('webhook not stored', { family, error: error instanceof Error ? error.name : 'unknown' })
    return unavailable()
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    answered.abort('answered')
  }
}

async function receive(dependencies: WebhookDependencies, family: Source['family'], request: Delivery): Promise<Reply> {
  const { config, log } = dependencies
  // Before it is known for whom it is: or its answer would tell which sources there are.
  if (request.body.length > dependencies.bodyLimit) return tooLarge()
  const { name, rest } = parsePath(request.path, family)
  const settings = config.sources[name]
  const source = settings && sourceOfKind(settings.kind)
  if (!source || source.family !== family) {
    log.warn('webhook refused', { family, why: 'no such source' })
    return unauthorized()
  }
  const delivery = source.tokenInPath ? { ...request, token: rest } : request
  const proof = await verify(dependencies, source, { name, settings, delivery })
  if (proof !== 'verified') return proof
  if (!isWebhookRequest(source, request.method, rest)) return unauthorized()
  return await store(dependencies, source, { name, settings, delivery })
}

type Recipient = { name: string; settings: SourceConfig; delivery: Delivery }

async function verify(
  dependencies: WebhookDependencies,
  source: Source,
  recipient: Recipient,
): Promise<'verified' | Reply> {
  const { config, readSecrets, now, log } = dependencies
  const { name, delivery } = recipient
  const settings = { ...recipient.settings, publicUrl: config.publicUrl }
  let why = 'no secret is configured'
  let hasSecret = false
  for (const fresh of [false, true]) {
    const secrets = (await readSecrets({ fresh }))[name] ?? []
    hasSecret = secrets.length > 0
    const special = source.respond?.(delivery, secrets, settings, now())
    if (special) return jsonReply(special.status, special.body, special.headers)
    const verification = source.verify(delivery, secrets, settings, now())
    if (verification.ok) return 'verified'
    why = verification.why
  }
  // Where no secret is configured a ping that is answered 200 would tell the merchant that all is well.
  if (hasSecret && source.isPing?.(delivery)) return jsonReply(200, { status: 'ignored' })
  log.warn('webhook refused', { source: name, why })
  return unauthorized()
}

async function store(dependencies: WebhookDependencies, source: Source, recipient: Recipient): Promise<Reply> {
  const { inbox, now, hintMs } = dependencies
  const { name, settings, delivery } = recipient
  const identity = source.identify(delivery, settings)
  if (identity.kind === 'ping') return jsonReply(200, { status: 'ignored' })
  const id = eventIdOf(name, identity.key)
  try {
    const status = await inbox.accept({
      id,
      source: name,
      delivery: { body: delivery.body, headers: identity.headers },
      now: now(),
      hintMs,
    })
    return jsonReply(200, { id, status })
  } catch (error) {
    if (error instanceof Rejected && error.status === 413) return tooLarge()
    throw error
  }
}

const tooLarge = () =>
  jsonReply(413, { error: { code: 'too_large', message: 'The delivery is larger than this bridge stores.' } })

/** `/shops/{source}` or `/forms/{source}/{token}`; `name` is empty for any other. */
export function parsePath(path: string, family: Source['family']): { name: string; rest: string | undefined } {
  const [root, name = '', rest, ...more] = path.split('/').slice(1)
  return root === family && more.length === 0 ? { name, rest: rest || undefined } : { name: '', rest: undefined }
}

const isWebhookRequest = (source: Source, method: string, rest: string | undefined): boolean =>
  method === 'POST' && (rest === undefined) === !source.tokenInPath

/** The event of a delivery, by its source and the sender's key: a key that is long or odd is replaced by its hash. */
export function eventIdOf(name: string, key: string): string {
  const storable = /^[\w.:+=~-]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
  return `${name}/${storable}`
}
