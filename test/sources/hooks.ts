import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { expect } from 'vitest'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import { acceptorOfKind } from '../../lib/sources/acceptors.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import type { SignatureScheme } from '../../lib/sources/shared/signature-scheme.ts'
import type { Delivery, Source } from '../../lib/sources/source.ts'
import { toDelivery } from '../../lib/webhook/delivery.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { toHttpApiEvent } from '../../local/http-api-event.ts'
import { type Sample, samples } from '../../local/samples/index.ts'
import { createMemoryInbox } from '../memory/memory-stores.ts'
import { nowMs, signed } from './deliveries.ts'

export const publicUrl = 'https://bridge.example.com'

/** A secret that every sender takes, different for each kind and `name`: a text, a long token, and hex is base64 behind `whsec_`. */
export const secretFor = (kind: string, name = 'current'): string =>
  `whsec_${Buffer.from(`${name} secret of ${kind}`).toString('hex')}`

/** The least that a source of a kind needs. */
export const sourceOf = (kind: string) => ({
  kind,
  ...(sourceOfKind(kind)?.sendsLabel && { returnStatus: { announced: 9.3 } }),
  ...(sourceOfKind(kind)?.ownNumbers && { orders: 'any' as const }),
})
/** A source of every kind, and its secret. */

export const everySource: ConfigInput = {
  publicUrl,
  sources: Object.fromEntries(sourceKinds.map((kind) => [kind, sourceOf(kind)])),
}
export const everySecret = Object.fromEntries(sourceKinds.map((kind) => [kind, [secretFor(kind)]]))

type Hooks = {
  metrics?: Metrics
  secrets?: Readonly<Record<string, string[]>>
  config?: ConfigInput
  inbox?: Inbox
  now?: () => number
}

/** The real receiver with a source of every kind and an inbox in memory. Requests come as an HTTP API passes them. */
export function createHooks(given: Hooks = {}) {
  const { secrets = everySecret, config = everySource, metrics, inbox = createInbox(), now = () => nowMs } = given
  const logged: string[] = []
  const say = (text: string, fields: object) => void logged.push(`${text} ${JSON.stringify(fields)}`)
  const dependencies = {
    config: defineConfig(config),
    inbox,
    readSecrets: async () => secrets as Record<string, string[]>,
    now,
    sleep: () => new Promise<never>(() => {}),
    log: { info: say, warn: say, error: say },
    metrics,
    hintMs: 120_000,
    bodyLimit: 1_000_000,
    answerWithinMs: 3_500,
  }
  const receive = async (family: Source['family'], event: APIGatewayProxyEventV2) => {
    const reply = await receiveWebhook(dependencies, family, toDelivery(event))
    return { status: reply.statusCode ?? 0, body: JSON.parse(reply.body ?? 'null') }
  }
  const send = (family: Source['family'], from: Delivery) => receive(family, toEvent(family, from))
  return { dependencies, send, receive, inbox, logged }
}

function createInbox(): Inbox {
  let ids = 0
  return createMemoryInbox({ newId: () => `id-${++ids}` })
}

/** A request as an HTTP API passes it: headers joined, the body as base64 unless it is text. */
export function toEvent(family: string, from: Delivery): APIGatewayProxyEventV2 {
  const rawHeaders = Object.entries(from.headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  const { method, path, query, body } = from
  const request = { method, target: query ? `${path}?${query}` : path, rawHeaders, body, sourceIp: '203.0.113.7' }
  return toHttpApiEvent(request, family, { id: 'request-1', nowMs })
}

export const kindOf = (kind: string) => sourceOfKind(kind) as Source

/** How a sender signs what has these headers. */
export const schemeOf = (kind: string, headers: Delivery['headers'] = {}): SignatureScheme =>
  acceptorOfKind(kind)?.schemeOf?.({ headers }) ?? expect.fail(`${kind} signs nothing`)

const folder = join(import.meta.dirname, '../../local/samples')

/** One of the project's samples, signed as its sender signs. */
export function signedSample(
  kind: string,
  name: string,
  more: { secret?: string; id?: string; nowMs?: number; body?: Buffer } = {},
): Delivery {
  const sample = samples[kind]?.[name] as Sample
  const body = readFileSync(join(folder, sample.file))
  return signed(kindOf(kind), { body, secret: secretFor(kind), publicUrl, ...sample, ...more })
}

/** The first sample of a kind. */
export const anySampleOf = (kind: string): string => Object.keys(samples[kind] ?? {})[0] ?? ''
