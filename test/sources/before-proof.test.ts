import { createHmac } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { Delivery } from '../../lib/sources/source.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { nowMs, settings } from './deliveries.ts'
import { anySampleOf, createHooks, kindOf, publicUrl, secretFor, signedSample } from './hooks.ts'

/** What an attacker without a secret can make the bridge do: nothing that grows with what a body holds. */

/** Every parser makes a text of the body first, whole or in large parts, and JSON is parsed by one function. */
function watchParsers(): string[] {
  const seen: string[] = []
  const watch = <Key extends string>(of: Record<Key, (...given: never[]) => unknown>, name: Key, says: string) => {
    const real = of[name]
    of[name] = function watched(this: unknown, ...given: never[]) {
      const made = real.apply(this, given)
      if (typeof made !== 'string' || made.length > 1_000) seen.push(says)
      return made
    }
    onTestFinished(() => {
      of[name] = real
    })
  }
  watch(JSON, 'parse', 'JSON was parsed')
  watch(Buffer.prototype as never, 'toString', 'the body was made a text')
  watch(TextDecoder.prototype as never, 'decode', 'the body was decoded')
  return seen
}

const digits = '12345678901234567,'.repeat(55_000)
const boundary = '------------------------demoJotformBoundary01'
const part = `--${boundary}\r\nContent-Disposition: form-data; name="rawRequest"\r\n\r\n`
/** Almost a megabyte each, and the slow way for its reader. */
const bodies: Record<string, [type: string, body: string]> = {
  JSON: ['application/json', `{"data": [${digits}0], "source": {"shopId": "demoShop"}, "shopId": "demoShop"}`],
  'a form': ['application/x-www-form-urlencoded', 'a=%31&'.repeat(160_000)],
  multipart: [`multipart/form-data; boundary=${boundary}`, `${part}[${digits}0]\r\n--${boundary}--`],
}

const hmac = (encoding: 'hex' | 'base64') => createHmac('sha256', 'of somebody else').update('x').digest(encoding)
const isProof = (name: string) => /signature|hmac/.test(name)

/** Each delivery with one value for all its headers that hold a signature, or for its token. Undefined: without them. */
function withProof(from: Delivery, value: (genuine: string) => string | undefined): Delivery {
  const [, family, name, token] = from.path.split('/')
  const headers = Object.entries(from.headers).map(([key, text]) => [key, isProof(key) ? value(text ?? '') : text])
  const path = token === undefined ? from.path : `/${family}/${name}/${value(token) ?? ''}`
  const proven = token === undefined ? {} : { token: value(token) ?? '' }
  return { ...from, path, headers: Object.fromEntries(headers), ...proven }
}

const misshapen: [string, (genuine: string) => string | undefined][] = [
  ['missing', () => undefined],
  ['empty', () => ''],
  ['a word', () => 'x'],
  ['cut by a character', (genuine) => genuine.slice(0, -1)],
  ['sent twice', (genuine) => `${genuine},${genuine}`],
  ['a page', () => 'v1,t=1,v1='.repeat(1_000)],
]
const ofSomebodyElse = (genuine: string) =>
  genuine
    .replace(/[A-Za-z0-9+/]{43}=$/, hmac('base64'))
    .replace(/[0-9a-f]{64}$/, hmac('hex'))
    .replace('_', '-')
const wrongOf = (kind: string): typeof misshapen => [
  ['of somebody else', ofSomebodyElse],
  // The sample's own signature belongs to other bytes. A token belongs to any.
  ...(kindOf(kind).tokenInPath ? [] : [['of another body', (genuine) => genuine] as (typeof misshapen)[number]]),
]

const addressesOf = (kind: string) => (kind === 'shopware' ? ['', '/confirm', '/register'] : [''])

describe.each(sourceKinds)('%s: a megabyte of', (kind) => {
  const sample = signedSample(kind, anySampleOf(kind))

  it.each(Object.entries(bodies))(
    '%s is not parsed before its proof, whatever the proof is',
    async (_title, [type, body]) => {
      const hooks = createHooks()
      const seen = watchParsers()
      const large = { ...sample, headers: { ...sample.headers, 'content-type': type }, body: Buffer.from(body) }
      for (const address of addressesOf(kind)) {
        for (const [title, value] of [...misshapen, ...wrongOf(kind)]) {
          const from = withProof(large, value)
          for (const method of ['POST', 'GET']) {
            const asked = { ...from, method, path: `${from.path}${address}` }
            const reply = await receiveWebhook(hooks.dependencies, kindOf(kind).family, asked)
            expect([title, reply]).toEqual([title, refusal])
          }
        }
      }
      expect(seen).toEqual([])
      expect((await hooks.inbox.list({ limit: 10 })).events).toEqual([])
    },
  )

  it.each(misshapen)('anything is not even read where the proof is %s', (_title, value) => {
    const unread = new Proxy(Buffer.alloc(0), {
      get: (_body, name) => (name === 'length' ? 15_000 : expect.fail(`the body was read: ${String(name)}`)),
    })
    for (const address of addressesOf(kind)) {
      const from = { ...withProof(sample, value), body: unread }
      const asked = { ...from, path: `${from.path}${address}`, method: address === '/register' ? 'GET' : 'POST' }
      const context = settings({ publicUrl })
      expect(kindOf(kind).respond?.(asked, [secretFor(kind)], context, nowMs)).toBeUndefined()
      expect(kindOf(kind).verify(asked, [secretFor(kind)], context, nowMs).ok).toBe(false)
      expect(kindOf(kind).isPing?.(asked) ?? false).toBe(false)
    }
  })
})

/** The answer to every refused delivery, byte by byte. */
const refusal = {
  statusCode: 401,
  headers: { 'content-type': 'application/json' },
  body: '{"error":{"code":"unauthorized","message":"The delivery could not be verified."}}',
}
