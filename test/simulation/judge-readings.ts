import { isDeepStrictEqual } from 'node:util'
import { type Config, type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source } from '../../lib/sources/source.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { translateEvent } from '../../lib/workflow/translate-event.ts'
import { createMemoryInbox, type MemoryInbox } from '../memory/memory-inbox.ts'
import { createChance } from './random.ts'
import { readers } from './readers.ts'
import type { Reading, Said, Step } from './reading.ts'
import { publicUrl } from './wide-sources.ts'

const now = Date.parse('2026-03-02T09:00:00Z')
const bodyLimit = 100_000
const source = 'own'

/** Each schedule has so many; the next one has the next. */
const each = 8

/**
 * What all senders can send, read by the real webhook and the real translation in fair weather, each alone: what the sender hears, the
 * delivery's key, and every field of every command. The models know it from docs/senders.md.
 */
export async function judgeReadings(seed: number): Promise<string[]> {
  const chance = createChance(seed + 2 ** 27)
  const wrong: string[] = []
  for (let turn = 0; turn < each; turn += 1) {
    const reader = readers[(seed * each + turn) % readers.length]
    const reading = reader?.(chance)
    if (reading) wrong.push(...(await wrongIn(reading)).map((what) => `misunderstood: ${reading.name}: ${what}`))
  }
  return wrong
}

async function wrongIn(reading: Reading): Promise<string[]> {
  const config = configOf(reading)
  const inbox = createMemoryInbox({ newId: () => 'id' })
  const wrong: string[] = []
  const room: Room = { config, inbox, reading, said: {} }
  for (const [at, step] of reading.steps.entries()) {
    const what = await wrongInStep(room, step)
    if (what !== undefined) wrong.push(`step ${at + 1}: ${what}`)
  }
  for (const [label, numbers] of Object.entries(reading.labels ?? {})) {
    const known = await inbox.numbersOfLabel(source, label)
    if (!isDeepStrictEqual(known.toSorted(), numbers.toSorted()))
      wrong.push(`${label} stands for ${JSON.stringify(known)}, not ${JSON.stringify(numbers)}`)
  }
  return wrong
}

/** One for all readings with the same settings: checking one takes as long as reading a delivery. */
const configs = new Map<string, Config>()

function configOf({ settings }: Reading): Config {
  // Functions are written as their text: they depend on nothing else.
  const written = JSON.stringify(settings, (_, value) => (typeof value === 'function' ? String(value) : value))
  const known = configs.get(written)
  if (known) return known
  const config = defineConfig({ publicUrl, sources: { [source]: settings } } as ConfigInput)
  configs.set(written, config)
  return config
}

type Room = { config: Config; inbox: MemoryInbox; reading: Reading; said: Said }

async function wrongInStep(room: Room, step: Step): Promise<string | undefined> {
  const answer = await deliver(room, step)
  const heard = answer.body as Said & { id?: string; status?: string }
  room.said = heard
  const said = { 401: 'refused', 413: 'too large', 503: 'unavailable' }[answer.status] ?? heard.status ?? 'answered'
  if (said !== step.hears) return `hears ${said} (${answer.status}), not ${step.hears}`
  const wrong = Object.entries(step.says ?? {}).find(([field, value]) => !isDeepStrictEqual(heard[field], value))
  if (wrong) return `says ${wrong[0]} ${JSON.stringify(heard[wrong[0]])}, not ${JSON.stringify(wrong[1])}`
  if (heard.id === undefined) return undefined
  const key = heard.id.slice(source.length + 1)
  if (step.key !== undefined && key !== step.key) return `is delivery ${key}, not ${step.key}`
  if (step.becomes === undefined || step.hears !== 'accepted') return undefined
  const event = (await room.inbox.get(heard.id)) as InboxEvent
  const made = translateEvent(event, room.config)
  const shown = Array.isArray(made)
    ? made.map((one) => ({ ...one.command, key: one.key }))
    : { status: made.status, ...made.reason }
  const wanted = wantedOf(step, key)
  return isDeepStrictEqual(shown, wanted)
    ? undefined
    : `becomes ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`
}

/** Under the full keys, as they are stored. */
function wantedOf({ becomes }: Step, delivery: string): unknown {
  if (!Array.isArray(becomes)) return becomes
  return becomes.map((one: { key: string }) => ({
    ...one,
    key: `${source}/${one.key.replace('{delivery}', delivery)}`,
  }))
}

async function deliver({ config, inbox, reading, said }: Room, step: Step) {
  const kind = sourceOfKind(reading.settings.kind) as Source
  const secrets = [...(reading.secrets ?? secretsOf(kind))]
  const body = Buffer.from(step.text)
  const path = `/${reading.family}/${source}${step.behind ?? ''}`
  const { contentType = 'application/json', topic, id = 'delivery-1', method = 'POST', query = '' } = step
  const signed = kind.sign(
    {
      ...{ method, path, body, contentType, id, publicUrl, nowMs: now + (step.offMs ?? 0) },
      ...(topic !== undefined && { topic }),
    },
    step.secret ?? secrets.at(-1) ?? '',
  )
  const headers = { ...signed.headers, ...(typeof step.headers === 'function' ? step.headers(said) : step.headers) }
  const reply = await receiveWebhook(
    {
      ...{ config, inbox, bodyLimit, hintMs: 120_000, answerWithinMs: 3_500, now: () => now },
      readSecrets: async ({ fresh }) => ({ [source]: fresh ? secrets : [...(reading.known ?? secrets)] }),
      sleep: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject())),
      log: { info() {}, warn() {}, error() {} },
    },
    isShops(step.path ?? path) ? 'shops' : 'forms',
    { method, path: step.path ?? signed.path, query, headers, body },
  )
  return { status: reply.statusCode ?? 0, body: JSON.parse(reply.body ?? '{}') as unknown }
}

const isShops = (path: string): boolean => path.startsWith('/shops/')

/** Two, both valid; the last one signs. */
const secretsOf = ({ kind }: Source): string[] =>
  ['new', 'old'].map((age) =>
    kind === 'standard' || kind === 'google-forms'
      ? `whsec_${Buffer.from(`the-${age}-secret-of-a-test`).toString('base64')}`
      : `the-${age}-secret-of-a-test`,
  )
