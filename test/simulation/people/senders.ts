import type { TranslatedCommand } from '../../../lib/config/config.ts'
import type { Operator } from '../../../lib/operator/operator.ts'
import { shopify } from '../../../lib/sources/shopify/translate.ts'
import type { Source } from '../../../lib/sources/source.ts'
import { standard } from '../../../lib/sources/standard/translate.ts'
import { woocommerce } from '../../../lib/sources/woocommerce/translate.ts'
import { publicUrl, wideSenders } from '../all-senders/sources.ts'
import type { Delivery } from '../facts/fact.ts'
import type { Truth } from '../judges/truth.ts'
import type { Vault } from '../town/bridge.ts'
import type { Nature } from '../town/machine.ts'
import type { Platform } from '../town/platform.ts'
import { type Heard, signsTime, wrongAnswer } from './webhook-answers.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How each sender repeats what was not answered with 200 in time (Standard Webhooks, example schedule; Shopify: 8 times in 4 h). */
const senders = {
  ...wideSenders,
  form: {
    kind: standard as Source,
    family: 'forms' as const,
    retries: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  },
  /** Its updates are sent once. The next one tells what this one told. */
  woo: { kind: woocommerce as Source, family: 'shops' as const, retries: [] },
  /** The merchant's own system. */
  desk: {
    kind: standard as Source,
    family: 'forms' as const,
    retries: [5 * second, minute, 10 * minute, hour, 3 * hour],
  },
  shop: {
    kind: shopify as Source,
    family: 'shops' as const,
    retries: [10 * second, minute, 4 * minute, 10 * minute, 30 * minute, hour, hour, hour],
  },
}
/** A person or a script that got no answer asks again under the same request id. */
const operatorRetries = [30 * second, 5 * minute, 20 * minute, hour, 2 * hour, 4 * hour]
const gatewayTimeoutMs = 10_000

export type Mail = {
  /** Ids whose sender heard 200. */
  acknowledged: Set<string>
  /** When each delivery was answered with 200, epoch ms. */
  heardAt: Map<Delivery, number>
  /** All that somebody genuine sends. */
  genuine: readonly Delivery[]
  /** One more delivery, from now on until its sender hears 200. */
  send(delivery: Delivery): void
  /** When everything had been given to the bridge, or given up; undefined: not yet. */
  overSince(): number | undefined
}

export type Post = { nature: Nature; platform: Platform; vault: Vault; truth: Pick<Truth, 'violations'> }

export function startSenders(post: Post, deliveries: readonly Delivery[]): Mail {
  const { timeline, weather, chance } = post.nature
  const mail = { acknowledged: new Set<string>(), heardAt: new Map<Delivery, number>(), genuine: [...deliveries] }
  let open = deliveries.length
  let overSince = timeline.now()
  const start = timeline.now()
  const sendNow = (delivery: Delivery) => {
    if (delivery.source !== 'operator' && weather.strikes('signature wrong')) void forge(post, delivery)
    void sendUntilHeard(post, delivery).then((id) => {
      if (id) mail.acknowledged.add(id)
      if (id !== undefined) mail.heardAt.set(delivery, timeline.now())
      if (id !== undefined) for (const following of delivery.next ?? []) send(following)
      open -= 1
      overSince = timeline.now()
      if (weather.strikes('delivery repeated'))
        timeline.after(chance.between(0, 10 * minute), () => void attempt(post, delivery))
    })
  }
  for (const delivery of deliveries) timeline.at(start + delivery.atMs, () => sendNow(delivery))
  const send = (delivery: Delivery) => {
    open += 1
    mail.genuine.push(delivery)
    sendNow(delivery)
  }
  return { ...mail, send, overSince: () => (open === 0 ? overSince : undefined) }
}

async function sendUntilHeard(post: Post, delivery: Delivery): Promise<string | undefined> {
  const { timeline } = post.nature
  const retries = delivery.source === 'operator' ? operatorRetries : senders[delivery.source].retries
  for (const delayMs of [...retries, 0]) {
    const id = await attempt(post, delivery)
    if (id !== undefined) return id
    await new Promise<void>((resolve) => timeline.after(delayMs, resolve))
  }
  return undefined
}

/** `offMs`: signed by a clock that is so far off. */
type Forgery = { secret?: string; body?: unknown; offMs?: number }

/** As `order.create` and `image.publish` do it; the id of the event, where the answer came. */
async function ask({ platform, nature }: Post, { id, body }: Delivery): Promise<string | undefined> {
  const outcome = await platform.invoke('operator', 30_000, ({ code, workflow }, deadlineMs) =>
    code.submit({ workflow, deadlineMs } as Operator, body as TranslatedCommand, id),
  )
  nature.tell(`an operator who asks for ${id}`, () => ('ended' in outcome ? outcome.ended.status : 'hears nothing'))
  return 'ended' in outcome ? outcome.ended.id : undefined
}

/** The id that the bridge answered with 200, empty where it made no event; undefined: not heard, or refused. */
async function attempt(post: Post, delivery: Delivery, forgery: Forgery = {}): Promise<string | undefined> {
  if (delivery.source === 'operator') return await ask(post, delivery)
  const { nature, platform, vault } = post
  const { timeline, weather, chance, tell } = nature
  const { kind, family } = senders[delivery.source]
  const { text = JSON.stringify(delivery.body), contentType = 'application/json' } = delivery.raw ?? {}
  const body = Buffer.from(text)
  const path = `/${family}/${delivery.source}`
  // Until a secret is taken away each of them is valid.
  const usable = vault.sources[delivery.source]?.filter((one) => kind.isUsable?.(one) ?? true) ?? []
  const secret = forgery.secret ?? (usable.length > 0 ? chance.pick(usable) : '')
  const topic = delivery.topic === undefined ? {} : { topic: delivery.topic }
  const signed = kind.sign(
    {
      method: 'POST',
      path,
      body,
      contentType,
      id: delivery.sentId ?? delivery.id,
      ...topic,
      publicUrl,
      nowMs: timeline.now() + (forgery.offMs ?? 0),
    },
    secret,
  )
  if (weather.strikes('delivery lost')) return undefined
  const sent = forgery.body === undefined ? body : Buffer.from(JSON.stringify(forgery.body))
  const request = { method: 'POST', path: signed.path, query: '', headers: signed.headers, body: sent }
  const outcome = await platform.invoke(`${family}-webhook`, gatewayTimeoutMs, ({ code, webhooks }) =>
    code.receiveWebhook(webhooks, family, request),
  )
  const status = 'ended' in outcome ? outcome.ended.statusCode : 502
  tell(
    `sender of ${delivery.source}/${delivery.id}`,
    () => `hears ${status}${forgery.secret || forgery.body ? ' (FORGED)' : ''}`,
  )
  const isGenuine = Object.keys(forgery).length === 0
  const wrong = 'ended' in outcome ? wrongAnswer(outcome.ended as Heard, isGenuine) : undefined
  // A machine that has just read its secrets reads them again a while later: until then it does not know the newest.
  const isNews = weather.counts().has('source secret rotated') && secret === vault.sources[delivery.source]?.[0]
  const isExcused = isNews && isGenuine && status === 401
  if (wrong && !isExcused) post.truth.violations.push(`wrong answer: ${delivery.source}/${delivery.id}: ${wrong}`)
  if (weather.strikes('delivery unheard') || status !== 200 || !('ended' in outcome)) return undefined
  const { id = '' } = JSON.parse(outcome.ended.body ?? '{}') as { id?: string }
  return id
}

/** With a secret of its own, or with a body that was not the one signed. */
async function forge(post: Post, delivery: Delivery): Promise<void> {
  const { chance } = post.nature
  // Of what only a token proves any body is genuine.
  const isSigned = delivery.source !== 'operator' && !senders[delivery.source].kind.tokenInPath
  const forgery =
    chance.hits(0.5) || !isSigned
      ? { secret: 'whsec_d3JvbmctaGVyZQ==' }
      : { body: { ...(delivery.body as object), forged: true } }
  const stale = { offMs: chance.pick([-1, 1]) * chance.between(6, 600) * minute }
  const isStale = signsTime(delivery.source) && chance.hits(0.3)
  await attempt(post, { ...delivery, id: `${delivery.id}-forged` }, isStale ? stale : forgery)
}
