import { expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { Delivery } from '../../lib/sources/source.ts'
import { createWorld } from '../workflow/world.ts'
import { createHooks, kindOf, publicUrl, secretFor, signedSample } from './hooks.ts'

/** The retries of each sender, from the receiver to the back office: one event, or at least one effect. */

const config: ConfigInput = { publicUrl, sources: Object.fromEntries(sourceKinds.map((kind) => [kind, { kind }])) }
const secrets = Object.fromEntries(sourceKinds.map((kind) => [kind, [secretFor(kind)]]))

/** Attempt number `attempt` (from 0) of the sender, at `nowMs`. */
type Attempt = (attempt: number, nowMs: number) => Delivery
type Row = { kind: string; how: string; attempt: Attempt; events: number }

const sample =
  (kind: string, name: string, body: (json: string, attempt: number, nowMs: number) => string = (json) => json) =>
  (id: (attempt: number) => string, headers: (attempt: number) => Record<string, string> = () => ({})): Attempt =>
  (attempt, nowMs) => {
    const plain = signedSample(kind, name).body.toString('latin1')
    const sent = Buffer.from(body(plain, attempt, nowMs), 'latin1')
    const made = signedSample(kind, name, { body: sent, id: id(attempt), nowMs })
    return { ...made, headers: { ...made.headers, ...headers(attempt) } }
  }
const sameId = () => 'delivery-1'
const newId = (attempt: number) => `delivery-${attempt}`
const oneEvent = (kind: string, how: string, attempt: Attempt): Row => ({ kind, how, attempt, events: 1 })
const oneEffect = (kind: string, how: string, attempt: Attempt): Row => ({ kind, how, attempt, events: 3 })
const replaced = (from: string, to: (attempt: number) => string) => (json: string, attempt: number) =>
  json.replace(from, to(attempt))

const rows: Row[] = [
  oneEvent('standard', 'same id and new timestamp', sample('standard', 'return')(sameId)),
  oneEvent(
    'google-forms',
    "same id and new timestamp (the script's retries)",
    sample('google-forms', 'return')(sameId),
  ),
  oneEffect(
    'google-forms',
    'a response that was edited without changing what it asks for',
    sample(
      'google-forms',
      'return',
      replaced('09:30:00.000Z', (at) => `09:30:0${at}.000Z`),
    )(newId),
  ),
  oneEvent('shopify', 'same bytes, whatever the webhook id', sample('shopify', 'refund')(newId)),
  oneEffect(
    'shopify',
    'a second subscription of another API version: another body',
    sample('shopify', 'refund', (json, at) => json + ' '.repeat(at))(newId),
  ),
  oneEvent(
    'woocommerce',
    'a resend by hand: new delivery id, same body',
    sample('woocommerce', 'refund')(newId, (at) => ({ 'x-wc-webhook-delivery-id': `hash-${at}` })),
  ),
  oneEffect(
    'woocommerce',
    'a later update of the order, with the same refund',
    sample('woocommerce', 'refund', (json, at) =>
      json.replace('{', `{ "date_modified_gmt": "2026-10-01T09:0${at}:00",`),
    )(newId),
  ),
  oneEvent(
    'shopware',
    'same event id, and a body with a new time',
    sample('shopware', 'returned', (json, _at, nowMs) => json.replace(/\}\s*$/, `, "timestamp": ${nowMs / 1000}}`))(
      sameId,
    ),
  ),
  oneEvent('bigcommerce', 'same id and new timestamp', sample('bigcommerce', 'refund')(sameId)),
  oneEvent('bigcommerce', 'a hook that fires twice: new id, same hash', sample('bigcommerce', 'refund')(newId)),
  oneEvent('typeform', 'same bytes', sample('typeform', 'return')(sameId)),
  oneEffect(
    'typeform',
    'a response that is sent again as another event',
    sample('typeform', 'return', (json, at) => json.replace(/"event_id": "[^"]*"/, `"event_id": "event-${at}"`))(
      sameId,
    ),
  ),
  oneEvent('tally', 'same bytes', sample('tally', 'return')(sameId)),
  oneEffect(
    'tally',
    'a submission that is sent again as another event',
    sample('tally', 'return', (json, at) => json.replace(/"eventId": "[^"]*"/, `"eventId": "event-${at}"`))(sameId),
  ),
  oneEvent(
    'jotform',
    'same submission under another multipart boundary',
    sample('jotform', 'return', (text, at) => text.replaceAll('demoJotformBoundary01', `demoJotformBoundary0${at}`))(
      sameId,
      (at) => ({ 'content-type': `multipart/form-data; boundary=------------------------demoJotformBoundary0${at}` }),
    ),
  ),
  oneEvent(
    'fillout',
    'same submission, written differently',
    sample('fillout', 'return', (json, at) => json + ' '.repeat(at))(sameId),
  ),
  oneEvent(
    'gravity-forms',
    'same entry, written differently',
    sample('gravity-forms', 'return', (json, at) => json + ' '.repeat(at))(sameId),
  ),
  oneEvent('formspree', 'same bytes and new timestamp', sample('formspree', 'return')(sameId)),
  oneEvent('hubspot', 'same bytes and new timestamp', sample('hubspot', 'return')(sameId)),
]

it.each(rows)(
  '$kind, $how: three deliveries are $events event(s) and one effect',
  async ({ kind, attempt, events }) => {
    const world = createWorld({ config })
    const before = world.effects()
    const { send } = createHooks({ config, secrets, inbox: world.workflow.inbox, now: world.now })
    const ids = new Set<string>()
    const after: ReturnType<typeof world.effects>[] = []
    for (const at of [0, 1, 2]) {
      const { status, body } = await send(kindOf(kind).family, attempt(at, world.now()))
      expect(status).toBe(200)
      expect(body.status).toBe(at > 0 && events === 1 ? 'duplicate' : 'accepted')
      ids.add(body.id)
      const event = await world.finish(body.id)
      if (at === 0) expect(event.status).toBe('done')
      else if (events > 1) expect(event).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
      after.push(world.effects())
      await world.advance(60_000)
    }
    expect(ids.size).toBe(events)
    expect(after[0]).not.toEqual(before)
    expect(after[1]).toEqual(after[0])
    expect(after[2]).toEqual(after[0])
  },
)

it('there is a row for every sender', () => {
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(sourceKinds))
})
