import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { Delivery } from '../../lib/sources/source.ts'
import { translateEvent } from '../../lib/workflow/translate/translate-event.ts'
import { samples } from '../../local/samples/index.ts'
import { anyText } from './any-text.ts'
import { nowMs, signed } from './deliveries.ts'
import { anySampleOf, createHooks, everySource, kindOf, publicUrl, secretFor, signedSample } from './hooks.ts'
import { proofOf } from './sender-facts.ts'
import { factsOf } from './senders.ts'

/**
 * Through the receiver, for each sender: two hundred arbitrary deliveries, as many mutated ones and 150 signed ones without a meaning.
 * Each run has others.
 */

const config = defineConfig(everySource)
const seconds = String(nowMs / 1000)

/** Those of every sender, and some that no sample has. */
const headerNames = [
  ...new Set(sourceKinds.flatMap((kind) => Object.keys(signedSample(kind, anySampleOf(kind)).headers))),
  ...['svix-id', 'svix-timestamp', 'svix-signature', 'shopify-hmac-sha256', 'shopware-app-signature'],
  ...['x-shopify-test', 'host', 'constructor'],
]
const headerValue = fc.oneof(
  fc.string(),
  anyText,
  fc.base64String(),
  fc.constantFrom('v1,', `t=${seconds},v1=`, 'sha256=', seconds, `${seconds}000`, ',', 'true', 'refunds/create'),
  fc.constantFrom('multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'application/json'),
)
/** The names in the messages of all senders, so that random JSON gets past the first checks of its reader. */
const ownNames =
  `id order_id order refunds refund_line_items line_item quantity data type event source payload fields value key submission
  questions form_response answers field order_edit note transactions refund_shipping_lines exchange_line_items deliveries eventType
  event_type scope properties`.split(/\s+/)
const words = [null, true, 0, -1, 1e300, '', 'return', 'all', 'FORM_RESPONSE', 'form_response', 'gid://shopify/Order/1']
const { shaped } = fc.letrec((tie) => ({
  shaped: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...words),
    fc.array(tie('shaped'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...ownNames), tie('shaped')),
  ),
}))
const body = fc.oneof(
  shaped.map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .string()
    .map((text) => Buffer.from(`--b\r\nContent-Disposition: form-data; name="rawRequest"\r\n\r\n${text}\r\n--b--`)),
)

/** The parts of an address, with these characters between the encoded texts. */
const webText = (...signs: string[]) =>
  fc
    .array(fc.oneof(anyText.map(encodeURIComponent), fc.constantFrom(...signs, ...'.:@!$,;+~*()', '..', '%2F')))
    .map((parts) => parts.join(''))

const arbitraryOf = (kind: string): fc.Arbitrary<Delivery> => {
  const { family } = kindOf(kind)
  const address = `/${family}/${kind}`
  return fc.record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'),
    path: fc.oneof(
      fc.constantFrom(address, address, `${address}/register`, `${address}/confirm`, `${address}/`, '/', `/${family}`),
      webText('/').map((rest) => `${address}/${rest}`),
    ),
    query: fc.oneof(fc.constantFrom('', `shop-id=a&shop-url=b&timestamp=${seconds}`), webText('&', '=', '?', '/')),
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerValue),
    body,
  })
}

/** One change of a genuine delivery, such as a header of another sender. */
type Change = (from: Delivery) => Delivery
const atByte = (at: number, from: Delivery) => at % Math.max(1, from.body.length)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
    ([at, bits]): Change =>
      (from) => {
        const changed = Buffer.from(from.body)
        if (changed.length > 0) changed.writeUInt8(changed.readUInt8(atByte(at, from)) ^ bits, atByte(at, from))
        return { ...from, body: changed }
      },
  ),
  fc.nat().map(
    (at): Change =>
      (from) => ({ ...from, body: from.body.subarray(0, atByte(at, from)) }),
  ),
  fc.tuple(fc.nat(), body).map(
    ([at, added]): Change =>
      (from) => {
        const [before, after] = [from.body.subarray(0, atByte(at, from)), from.body.subarray(atByte(at, from))]
        return { ...from, body: Buffer.concat([before, added, after]) }
      },
  ),
  fc.tuple(fc.constantFrom(...headerNames), headerValue).map(
    ([name, value]): Change =>
      (from) => ({ ...from, headers: { ...from.headers, [name]: value } }),
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.string({ minLength: 1, maxLength: 2 })).map(
    ([which, at, added]): Change =>
      (from) => {
        const names = Object.keys(from.headers)
        const name = names[which % names.length] ?? ''
        const value = from.headers[name] ?? ''
        const where = at % (value.length + 1)
        return { ...from, headers: { ...from.headers, [name]: value.slice(0, where) + added + value.slice(where + 1) } }
      },
  ),
  fc.nat().map(
    (which): Change =>
      (from) => {
        const names = Object.keys(from.headers)
        return { ...from, headers: { ...from.headers, [names[which % names.length] ?? '']: undefined } }
      },
  ),
  fc.nat().map(
    (which): Change =>
      (from) => {
        const names = Object.keys(from.headers)
        const name = names[which % names.length] ?? ''
        return { ...from, headers: { ...from.headers, [name]: `${from.headers[name]},${from.headers[name]}` } }
      },
  ),
  fc.constantFrom('GET', 'PUT').map(
    (method): Change =>
      (from) => ({ ...from, method }),
  ),
  fc.constantFrom('a=1', 'shop-id=x').map(
    (query): Change =>
      (from) => ({ ...from, query }),
  ),
  fc.constantFrom('', '/', 'x', '/x', '/register').map(
    (more): Change =>
      (from) => ({ ...from, path: from.path + more }),
  ),
)

/** What JSON in a body says; undefined for any other body. */
function shapeOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Calls `expect` only if it fails: this runs thousands of times. */
const isNoFault = (status: number) => status === 200 || status === 401 || status === 413

describe.each(sourceKinds)('%s', (kind) => {
  const { family } = kindOf(kind)
  const secret = secretFor(kind)

  /** Never an error, stored exactly if the answer says so, and only with the sender's proof. */
  const expectSound = async (hooks: ReturnType<typeof createHooks>, from: Delivery) => {
    const { status, body: answer } = await hooks.send(family, from)
    if (!isNoFault(status)) expect.fail(`answers ${status}`)
    if (status === 200 && answer.status !== 'ignored') {
      expect(factsOf(kind).isGenuine(proofOf(kind, from, secret))).toBe(true)
      expect(from.method).toBe('POST')
      expect(await hooks.inbox.get(answer.id)).toMatchObject({ source: kind })
    }
    return status
  }
  const storedIn = async ({ inbox }: ReturnType<typeof createHooks>) => (await inbox.list({ limit: 100 })).events.length

  it('refuses two hundred arbitrary deliveries without an error and stores none', async () => {
    const hooks = createHooks()
    await fc.assert(
      fc.asyncProperty(arbitraryOf(kind), async (from) => void (await expectSound(hooks, from))),
      { numRuns: 200 },
    )
    expect(await storedIn(hooks)).toBe(0)
    expect(hooks.logged.filter((line) => !line.startsWith('webhook refused'))).toEqual([])
  })

  it('stores none of two hundred mutated deliveries without a valid signature, and has no error', async () => {
    const hooks = createHooks()
    const genuine = fc.constantFrom(...Object.keys(samples[kind] ?? {}).map((name) => signedSample(kind, name)))
    const mutated = fc
      .tuple(genuine, fc.array(change, { minLength: 1, maxLength: 3 }))
      .map(([from, changes]) => changes.reduce((each, apply) => apply(each), from))
    let refused = 0
    await fc.assert(
      fc.asyncProperty(mutated, async (from) => {
        if ((await expectSound(hooks, from)) === 401) refused += 1
      }),
      { numRuns: 200 },
    )
    expect(refused).toBeGreaterThan(20)
    expect(hooks.logged.filter((line) => !line.startsWith('webhook refused'))).toEqual([])
  })

  it('stores whatever is signed, and the worker turns it into commands or an ending of the closed list', async () => {
    const hooks = createHooks()
    const codes: readonly string[] = [...reasonsByStatus.failed, ...reasonsByStatus.ignored]
    const shops = ['refunds/create', 'returns/request', 'returns/decline', 'orders/cancelled', 'orders/edited']
    const topic = fc.constantFrom(...shops, 'order.updated', 'x')
    const from = fc.tuple(body, topic).map(([bytes, about]) => {
      // Shopware's key belongs to the shop, so a body without a shop cannot be signed.
      const said = shapeOf(bytes)
      const wrapped = JSON.stringify({ data: said ?? bytes.toString('latin1'), source: { shopId: 'a' } })
      const sent = kind === 'shopware' ? Buffer.from(wrapped) : bytes
      // As base64, the only way in which an HTTP API passes bytes that are not UTF-8.
      const contentType = 'application/octet-stream'
      return signed(kindOf(kind), { body: sent, secret, publicUrl, topic: about, contentType })
    })
    await fc.assert(
      fc.asyncProperty(from, async (each) => {
        const { status, body: answer } = await hooks.send(family, each)
        expect(status).toBe(200)
        const event = await hooks.inbox.get(answer.id)
        const outcome = event && translateEvent(event, config)
        if (Array.isArray(outcome)) expect(outcome.length).toBeGreaterThan(0)
        else expect(codes).toContain(outcome?.reason.code)
      }),
      { numRuns: 200 },
    )
  })
})

describe.each(sourceKinds)('the secrets of %s', (kind) => {
  const { family } = kindOf(kind)
  const [previous, current] = [secretFor(kind, 'previous'), secretFor(kind, 'current')]
  const names = Object.keys(samples[kind] ?? {})

  it('old and new listed in any order: a delivery is accepted with either signature', async () => {
    for (const listed of [
      [current, previous],
      [previous, current],
    ]) {
      for (const secret of [previous, current]) {
        const { send } = createHooks({ secrets: { [kind]: listed } })
        for (const name of names) {
          const { status, body: answer } = await send(family, signedSample(kind, name, { secret, id: `${name}-1` }))
          expect(answer).toMatchObject({ status: samples[kind]?.[name]?.onlyLabel ? 'ignored' : 'accepted' })
          expect(status).toBe(200)
        }
      }
    }
  })

  it.each([undefined, [], [''], ['', '']])('%j: every delivery is refused, and nothing is stored', async (listed) => {
    const hooks = createHooks({ secrets: listed ? { [kind]: listed } : {} })
    for (const name of names) {
      const genuine = signedSample(kind, name)
      const emptyToken = { ...genuine, path: genuine.path.replace(secretFor(kind), '') }
      expect(await hooks.send(family, genuine)).toMatchObject({ status: 401 })
      expect(await hooks.send(family, emptyToken)).toMatchObject({ status: 401 })
      expect(await hooks.send(family, { ...genuine, headers: {} })).toMatchObject({ status: 401 })
    }
    expect((await hooks.inbox.list({ limit: 100 })).events).toEqual([])
  })
})
