import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { linksWith, readLink } from '../../lib/notify/link.ts'
import { createReceivers, textOf } from '../../lib/notify/receivers.ts'
import type { Notice } from '../../lib/notify/words.ts'
import { listening } from '../local/running-stack.ts'

const digest: Notice = {
  code: 'digest',
  stopped: [
    {
      reason: 'line_unknown',
      status: 'failed',
      count: 7,
      events: [
        { id: 'shopify/d-1', orderId: 10_001, about: { what: 'return', pieces: 1, name: 'Mug', label: '#1001' } },
        { id: 'shopify/d-2' },
      ],
    },
    { reason: 'too_many', status: 'held', count: 1, events: [{ id: 'shopify/d-3' }] },
  ],
  more: true,
  paused: ['', 'tally'],
}
const all: Notice[] = [
  digest,
  { code: 'withdrawals', events: ['form/d-1'], more: 0 },
  { code: 'withdrawals', events: ['form/d-1', 'form/d-2'], more: 3 },
  { code: 'login_closed', why: 'refused' },
  { code: 'login_closed', why: 'used-up' },
  { code: 'schedule_stopped', since: Date.parse('2026-03-02T09:00:00Z') },
  { code: 'schedule_runs' },
  { code: 'login_open' },
  { code: 'audit_findings', count: 1 },
  { code: 'audit_findings', count: 2 },
]

/** A receiver on this machine that answers with these statuses. */
async function receiver(status = 200) {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    bodies.push({ type: request.headers['content-type'], body: JSON.parse(Buffer.concat(parts).toString()) })
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  return { url: `${(await listening(server)).url}/hook`, bodies }
}

const { sources } = defineConfig({ sources: { shopify: { kind: 'shopify' } } })
const config = { language: 'en', orderUrl: 'https://my.example.com/orders/{id}', sources } as const
const now = () => Date.parse('2026-03-02T09:15:00Z')

describe('a message', () => {
  it('has its sentence, events with their links, and what each reason means', () => {
    expect(textOf(digest, config).split('\n')).toEqual([
      'Since the last message:',
      expect.stringMatching(/^7 events have failed \(line_unknown\)\. \S.*\.$/),
      '- Return of 1 × Mug · order #1001 (shopify/d-1) https://my.example.com/orders/10001',
      '- Delivery: Shopify shop (shopify/d-2)',
      '  and 2 more',
      expect.stringMatching(/^1 event is held \(too_many\)\. \S.*\.$/),
      '- Delivery: Shopify shop (shopify/d-3)',
      'There are more.',
      'Paused: all writes, tally.',
    ])
  })

  it.each(all)('is there in both languages: $code', (notice) => {
    const [english, german] = (['en', 'de'] as const).map((language) => textOf(notice, { ...config, language }))
    expect(english).toMatch(/^[A-Z].*[.:]$/m)
    expect(german).toMatch(/^[A-ZÄÖÜ\d].*[.:]$/m)
    expect(german).not.toBe(english)
  })
})

const webhook = (webhookUrl: string, format: 'slack' | 'json' = 'slack') =>
  createReceivers({ config: { ...config, notify: { webhookUrl, format } }, fetch, now }).webhook

describe('the receiver of a notice', () => {
  it('is a text that chat programs take, or with its codes and ids', async () => {
    const { url, bodies } = await receiver()
    for (const format of ['slack', 'json'] as const) await webhook(url, format)?.(digest)
    const text = textOf(digest, config)
    expect(bodies).toEqual([
      { type: 'application/json', body: { text } },
      { type: 'application/json', body: { kind: 'digest', at: '2026-03-02T09:15:00.000Z', text, notice: digest } },
    ])
  })

  it.each([[500], [404], [302]])('fails where the receiver answers %i', async (status) => {
    const { url } = await receiver(status)
    await expect(webhook(url)?.(digest)).rejects.toThrow()
  })

  it('is printed where a person sits, also without a receiver', async () => {
    const printed: string[] = []
    const receivers = createReceivers({ config, fetch, now, print: (text) => void printed.push(text) })
    await receivers.terminal?.({ code: 'schedule_runs' })
    expect(printed).toEqual(['The schedule runs again.'])
    expect(Object.keys(receivers)).toEqual(['terminal'])
  })

  it('gets an e-mail with a subject that SNS takes, and a webhook beside it gets its own', async () => {
    const mails: { subject: string; text: string }[] = []
    const both = { email: 'shop@example.com', webhookUrl: 'https://hooks.example.com/x', format: 'slack' } as const
    for (const language of ['en', 'de'] as const) {
      const settings = { ...config, language, notify: both }
      const { email, ...others } = createReceivers({
        config: settings,
        fetch,
        now,
        publish: async (one) => void mails.push(one),
      })
      expect(Object.keys(others)).toEqual(['webhook'])
      for (const notice of all) {
        await email?.(notice)
        expect(mails.at(-1)?.text).toBe(textOf(notice, settings))
      }
    }
    expect(mails).toHaveLength(2 * all.length)
    for (const { subject } of mails) expect(subject).toMatch(/^[A-Z][ -~]{5,98}[a-z]$/)
    expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThan(all.length)
  })

  it('gets links that decide only as configured, a terminal never, and the console of the event otherwise', async () => {
    const { url, bodies } = await receiver()
    const texts: Record<string, string> = {}
    const consoleUrl = 'https://bridge.example.com'
    const asks = { ...digest, stopped: [{ ...digest.stopped[1], events: [{ id: 'shopify/d-3', epoch: 2 }] }] } as Notice
    const told = async (links: 'email' | 'all' | undefined, readKey = async () => 'k'.repeat(64)) => {
      bodies.length = 0
      const notify = { email: 'shop@example.com', webhookUrl: url, format: 'slack', links } as const
      const log = { info: () => {}, warn: () => {}, error: () => {} }
      const receivers = createReceivers({
        ...{ config: { ...config, consoleUrl, notify }, fetch, now },
        print: (text) => void Object.assign(texts, { terminal: text }),
        publish: async ({ text }) => void Object.assign(texts, { email: text }),
        linksFor: linksWith({ config: { publicUrl: 'https://hooks.example.com/' }, readKey, now, log }),
      })
      for (const one of Object.values(receivers)) await one(asks)
      texts.webhook = (bodies[0] as { body: { text: string } }).body.text
      return ['email', 'webhook', 'terminal'].map((to) => /Decide: (\S+)$/m.exec(texts[to] ?? '')?.[1])
    }
    const [mail, none, ...others] = await told('email')
    expect([none, ...others]).toEqual([undefined, undefined])
    expect(mail).toMatch(/^https:\/\/hooks\.example\.com\/decide\/[\w-]+\.[\w-]{43}$/)
    expect(readLink('k'.repeat(64), mail?.split('/').at(-1) ?? '', now())).toEqual({
      ...{ id: 'shopify/d-3', epoch: 2, reason: 'too_many', to: 'email', expiresAt: now() + 7 * 24 * 60 * 60_000 },
    })
    expect(texts.webhook).toContain('\n  https://bridge.example.com/console/event?id=shopify%2Fd-3')
    const both = await told('all')
    expect(both).toEqual([expect.any(String), expect.any(String), undefined])
    expect(new Set(both).size).toBe(3)
    const noneAtAll = [undefined, undefined, undefined]
    expect(await told(undefined)).toEqual(noneAtAll)
    expect(await told('all', async () => await Promise.reject(new Error('away')))).toEqual(noneAtAll)
  })

  it('is at most as long as a chat program takes', async () => {
    const { url, bodies } = await receiver()
    const many = { ...digest, stopped: Array.from({ length: 60 }, () => digest.stopped[0]) } as Notice
    await webhook(url)?.(many)
    const { text } = (bodies[0] as { body: { text: string } }).body
    expect(text.length).toBeGreaterThan(2_800)
    expect(text.length).toBeLessThanOrEqual(3_000)
    expect(text).toMatch(/\n…$/)
  })
})
