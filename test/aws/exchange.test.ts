import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createExchange } from '../../lib/aws/exchange.ts'

let react: (request: IncomingMessage, response: ServerResponse) => unknown
const sockets = new Set<Socket>()
const server = createServer((request, response) => react(request, response))
server.on('connection', (socket) => sockets.add(socket))

beforeEach(async () => {
  sockets.clear()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const request = (path = '/') => ({
  url: new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  headers: { 'x-amz-target': 'PutItem' },
  body: 'Grüße 🟢',
})

it('sends the body and the headers, and gives status, time and body of the answer', async () => {
  react = async (asked, answer) => {
    const { method, headers } = asked
    answer.writeHead(418, { date: 'Mon, 02 Mar 2026 09:00:00 GMT' })
    answer.end(JSON.stringify([method, headers['x-amz-target'], headers['content-length'], await text(asked)]))
  }
  expect(await createExchange({ timeoutMs: 1_000 })(request())).toEqual({
    status: 418,
    date: 'Mon, 02 Mar 2026 09:00:00 GMT',
    body: '["POST","PutItem","12","Grüße 🟢"]',
  })
})

it('keeps a connection for the next request, and opens another where it has died', async () => {
  react = (_, answer) => answer.end('{}')
  const exchange = createExchange({ timeoutMs: 1_000 })
  for (let times = 0; times < 3; times += 1) await exchange(request())
  expect(sockets.size).toBe(1)
  for (const socket of sockets) socket.destroy()
  await exchange(request()).catch(() => exchange(request()))
  expect(sockets.size).toBe(2)
})

it.each<[string, typeof react]>([
  ['before an answer', () => {}],
  ['amid an answer', (_, answer) => answer.writeHead(200, { 'content-length': 10 }).write('{')],
])('rejects with a TimeoutError after a silence %s', async (_title, silent) => {
  react = silent
  const startedAt = performance.now()
  await expect(createExchange({ timeoutMs: 100 })(request())).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

it('rejects where the connection is cut amid an answer', async () => {
  react = (_, answer) => {
    answer.writeHead(200, { 'content-length': 10 }).write('{', () => answer.destroy())
  }
  await expect(createExchange({ timeoutMs: 1_000 })(request())).rejects.toThrow()
})
