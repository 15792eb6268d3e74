import { ConfigError } from '../config/checked.ts'
import type { WebhookConfig, WebhookSource } from '../config/webhook-config.ts'
import { Rejected } from '../errors.ts'
import type { AcceptingInbox } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { acceptorOfKind } from '../sources/acceptors.ts'
import { readHeader } from '../sources/shared/delivery-parts.ts'
import { isUsableToken, usableSecrets } from '../sources/shared/usable-secrets.ts'
import type { Acceptor, Delivery, Identity } from '../sources/source.ts'
import type { Reply } from './delivery.ts'
import { eventIdOf, jsonReply, labelDelivery, parsePath, tooLarge, unauthorized, unavailable } from './delivery.ts'

/** Secrets by source name; any in a list may have signed. Fresh reads are limited, however often they are asked for. */
export type ReadSourceSecrets = (options: { fresh: boolean }) => Promise<Record<string, string[]>>

export type WebhookDependencies = {
  config: WebhookConfig
  inbox: AcceptingInbox
  readSecrets: ReadSourceSecrets
  now: () => number
  /** Rejects when aborted, so that a finished answer leaves no timer behind. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  metrics?: Metrics | undefined
  hintMs: number
  /** Largest raw body, bytes. */
  bodyLimit: number
  /** A webhook answers within this time, whatever hangs: the most impatient senders wait five seconds. */
  answerWithinMs: number
}

type Family = Acceptor['family']

/** Largest body of a form, bytes: anybody can send one, and to store 400 KB costs 890 units. */
const formLimit = 65_536

/** Never throws: 503 if it is not stored. Every refusal is a 401: some senders switch off after 404 or 410. */
export async function receiveWebhook(dependencies: WebhookDependencies, family: Family, delivery: Delivery) {
  const answered = new AbortController()
  const tooLate = dependencies.sleep(dependencies.answerWithinMs, answered.signal).then(
    () => {
      dependencies.log.error('webhook not stored in time', { family })
      return unavailable()
    },
    () => unavailable(),
  )
  const work = receive(dependencies, family, delivery).then(
    (reply) => counted(reply, dependencies, parsePath(delivery.path, family).name),
    (error: unknown) => {
      dependencies.log.error('webhook not stored', { family, ...causeOf(error) })
      return unavailable()
    },
  )
  try {
    return await Promise.race([work, tooLate])
  } finally {
    answered.abort('answered')
  }
}

/** Counts a refusal. A name that is not configured is somebody's own text. */
function counted(reply: Reply, { config, metrics }: WebhookDependencies, name: string): Reply {
  const source = Object.hasOwn(config.sources, name) ? name : 'unknown'
  if (reply.statusCode === 401 || reply.statusCode === 413) metrics?.count('DeliveriesRefused', { source })
  return reply
}

/** What the log says of an error. Only a `ConfigError` is quoted: any other message may hold anything. */
function causeOf(error: unknown): { error: string; why?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' }
  return { error: error.name, ...(error instanceof ConfigError && { why: error.message }) }
}

async function receive(dependencies: WebhookDependencies, family: Family, request: Delivery): Promise<Reply> {
  const { config, log } = dependencies
  // Before the source is looked up: otherwise a 413 would show which sources exist.
  const limit = family === 'forms' ? Math.min(formLimit, dependencies.bodyLimit) : dependencies.bodyLimit
  if (request.body.length > limit) return tooLarge()
  const { name, rest } = parsePath(request.path, family)
  const settings = config.sources[name]
  const source = settings && acceptorOfKind(settings.kind)
  if (!source || source.family !== family) {
    // Anybody can cause this one. An alarm counts the message of a configured source (infra/alarms.ts).
    log.warn('webhook refused: no such source', { family })
    return unauthorized()
  }
  const delivery = source.tokenInPath ? { ...request, token: rest } : request
  const proof = await verify(dependencies, source, { name, settings, delivery })
  if (proof !== 'verified') return proof
  if (!isWebhookRequest(source, request.method, rest)) return unauthorized()
  return await store(dependencies, source, { name, settings, delivery })
}

type Recipient = { name: string; settings: WebhookSource; delivery: Delivery }

type Proof = 'verified' | Reply

async function verify(dependencies: WebhookDependencies, source: Acceptor, recipient: Recipient): Promise<Proof> {
  const { config, readSecrets, now, log } = dependencies
  const { name, delivery } = recipient
  const settings = { ...recipient.settings, publicUrl: config.publicUrl }
  let why = 'no secret is configured'
  let hasSecret = false
  for (const fresh of [false, true]) {
    const { usable, left } = usableSecrets(source, (await readSecrets({ fresh }))[name] ?? [])
    hasSecret = usable.length > 0
    const special = source.respond?.(delivery, usable, settings, now())
    if (special) return jsonReply(special.status, special.body, special.headers)
    const verification = source.verify(delivery, usable, settings, now())
    if (verification.ok) return 'verified'
    why = left === undefined ? verification.why : `${verification.why}; ${left}`
  }
  // Without a usable secret, a 200 for a ping would tell the merchant that the webhook works.
  if (hasSecret && source.isPing?.(delivery)) return jsonReply(200, { status: 'ignored' })
  // An alarm counts the first (infra/alarms.ts): anybody who knows the address can cause the second.
  log.warn(hasProof(source, delivery) ? 'webhook refused' : 'webhook refused: unsigned', { source: name, why })
  return unauthorized()
}

/** Whether a delivery has its sender's kind of proof, right or wrong. */
function hasProof({ tokenInPath, schemeOf, alsoSignedIn }: Acceptor, delivery: Delivery): boolean {
  if (tokenInPath) return isUsableToken(delivery.token ?? '')
  const signedIn = schemeOf?.(delivery).headers.signature
  return !signedIn || [signedIn, alsoSignedIn].some((name) => name !== undefined && readHeader(delivery, name))
}

const isWebhookRequest = (source: Acceptor, method: string, rest: string | undefined): boolean =>
  method === 'POST' && (rest === undefined) === !source.tokenInPath

async function store(dependencies: WebhookDependencies, source: Acceptor, recipient: Recipient): Promise<Reply> {
  const { inbox, now } = dependencies
  const { name, settings, delivery } = recipient
  const identity = source.identify(delivery, settings)
  if (identity.kind === 'ping') return jsonReply(200, { status: 'ignored' })
  const { label, lines, isEvent } = labelDelivery(source, settings, delivery)
  const reply = isEvent
    ? await accept(dependencies, { name, delivery, identity })
    : jsonReply(200, { status: 'ignored' })
  // After the event: some senders send a delivery only once, and the event matters more.
  if (label && reply.statusCode === 200) {
    const { externalNumber } = label
    await Promise.all([
      inbox.learnLabel(name, { label, now: now() }),
      lines && inbox.learnLines(name, { externalNumber, lines, now: now() }),
    ])
  }
  return reply
}

type Accepted = { name: string; delivery: Delivery; identity: Extract<Identity, { kind: 'event' }> }

async function accept(dependencies: WebhookDependencies, { name, delivery, identity }: Accepted): Promise<Reply> {
  const { inbox, now, hintMs, metrics } = dependencies
  const id = eventIdOf(name, identity.deliveryKey)
  const stored = { body: delivery.body, headers: identity.headers }
  try {
    const status = await inbox.accept({ id, source: name, delivery: stored, now: now(), hintMs })
    metrics?.count(status === 'accepted' ? 'EventsAccepted' : 'EventsDuplicate')
    return jsonReply(200, { id, status })
  } catch (error) {
    if (error instanceof Rejected && error.status === 413) return tooLarge()
    throw error
  }
}
