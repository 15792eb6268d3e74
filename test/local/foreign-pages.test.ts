import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApi } from '../../local/api.ts'
import { type LocalServer, listen } from '../../local/listen.ts'
import { ownConsole } from '../../local/own-console.ts'

const asked: unknown[] = []
const delivered: unknown[] = []
let own: LocalServer

beforeAll(async () => {
  const ask = async (command: unknown) => {
    asked.push(command)
    return { ok: true as const, result: {} }
  }
  const webhook = async (event: unknown) => {
    delivered.push(event)
    return { statusCode: 200, body: '{}' }
  }
  const api = createApi({
    ...{ operator: ask, scheduled: {}, webhooks: { shops: webhook, forms: webhook, decide: webhook } },
    console: ownConsole({ ask, url: () => own.url, report: () => undefined }),
    ...{ now: Date.now, newId: () => 'id', report: () => undefined },
  })
  own = await listen(api, 0)
  return () => own.close()
})

describe('a page of another site', () => {
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  /** Through node:http, because fetch has a mode of its own. */
  const statusOf = async (headers: Record<string, string>, method = 'GET') => {
    const [answer] = await once(request(`${own.url}/console/event?id=a`, { method, headers }).end(), 'response')
    answer.resume()
    return answer.statusCode
  }

  it.each([
    ['an image', image],
    ['a frame', { ...link, 'sec-fetch-dest': 'iframe' }],
    ['a script', { ...image, 'sec-fetch-dest': 'script' }],
    ['a fetch', { ...image, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['another port of this machine', { ...image, 'sec-fetch-site': 'same-site' }],
    ['a prefetch', { ...link, 'sec-purpose': 'prefetch' }],
  ])('asks nothing by %s', async (_, headers) => {
    asked.length = 0
    expect([await statusOf(headers), await statusOf(headers, 'HEAD'), asked]).toEqual([403, 403, []])
  })

  it('may lead here by a link', async () => {
    asked.length = 0
    expect(await statusOf(link)).not.toBe(403)
    expect(asked).not.toEqual([])
  })
})

describe('a request line that names another host', () => {
  /** Everything that is answered to these bytes. */
  async function raw(line: string, headers: Record<string, string>, body = ''): Promise<string> {
    const socket = connect(own.port, '127.0.0.1')
    await once(socket, 'connect')
    const all = { host: own.url.slice('http://'.length), connection: 'close', ...headers }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${line} HTTP/1.1\r\n${head.join('')}content-length: ${body.length}\r\n\r\n${body}`)
    return await text(socket)
  }

  it('gets no sample: that goes to the listener, whose address the page shows', async () => {
    const elsewhere: unknown[] = []
    const thief = await listen(
      createServer((given, answer) => {
        elsewhere.push(given.url)
        answer.end('{}')
      }),
      0,
    )
    onTestFinished(() => thief.close())
    const page = await raw(`GET ${thief.url}/console/senders`, {})
    expect([page.includes('/shops/shopify'), page.includes(thief.url)]).toEqual([true, false])
    const [, cookie = ''] = /set-cookie: ([^;]+)/i.exec(page) ?? []
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? []
    const sent = new URLSearchParams({ token, source: 'shopify', sample: 'refund' }).toString()
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    delivered.length = 0
    const answer = await raw(`POST ${thief.url}/console/senders`, form, sent)
    expect([answer.split(' ')[1], delivered.length, elsewhere]).toEqual(['303', 1, []])
  })
})
