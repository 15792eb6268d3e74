import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Wait } from '../../lib/reasons.ts'
import { selfSigned } from '../back-office/self-signed.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import type { Open, PackagedBridge } from './packaged-bridge.ts'
import { startTlsFront } from './tls-front.ts'

/** Makes requests whose path begins with `path` fail before there is a connection. */
const broken = (path: string) => `
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
const { request } = http
http.request = (target, ...rest) => {
  if (target instanceof URL && target.pathname.startsWith('${path}') && rest[0]?.method === 'POST') throw new SyntaxError('planted')
  return request(target, ...rest)
}
syncBuiltinESMExports()`

/** What the login has to show after a run without a connection, and what the event waits for then. */
async function workWithoutConnection(bridge: PackagedBridge): Promise<Wait | undefined> {
  const { id } = await bridge.deliver('shopify', 'refund')
  await bridge.hint(id)
  const { status, history } = await bridge.event(id)
  expect(status).toBe('waiting')
  const login = await bridge.operate({ command: 'login.status' })
  expect(login).toMatchObject({ ok: true, result: { state: 'open', attempts: 0, refusedVersions: [] } })
  expect(bridge.calls()).toEqual({})
  const last = history.at(-1)
  return last?.code === 'waiting' || last?.code === 'deferred' ? last.why : undefined
}

const causedBy = (cause: string): Wait => ({ code: 'not_ready', cause })

/** A connection that was never made is no login attempt and closes nothing: each reason is proven by test/back-office/http/https-fetch.test.ts. */
export function describeUnreachable(open: Open): void {
  it('worker reports a return that fails before any connection as a bug, and retry makes it once the bug is fixed', async () => {
    const bridge = await open({ preload: broken('/rest/orders') })
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    const { status, history } = await bridge.event(id)
    expect(status).toBe('waiting')
    expect(history.slice(-2)).toMatchObject([
      { code: 'not_sent', kind: 'return', orderId: 10_001 },
      {
        code: 'waiting',
        why: {
          code: 'cause',
          cause: '[POST] /rest/orders was not sent: the bridge failed before there was a connection, which is a bug',
        },
      },
    ])
    expect(bridge.calledBy('stream').errors()).toMatchObject([
      {
        ...{ level: 'ERROR', message: 'a bug: the request was not sent', method: 'POST', route: '/rest/orders' },
        ...{ error: 'SyntaxError', at: expect.arrayContaining([expect.stringContaining('index.mjs')]) },
      },
    ])
    expect(bridge.calls()).not.toHaveProperty('POST /rest/orders')
    bridge.fix()
    bridge.advance(600_000)
    expect(await bridge.tick('retry')).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(bridge.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1, 'POST /rest/login': 1 })
  })

  it('worker waits three seconds for a connection, and counts no login attempt without one', async () => {
    const silent = createServer(() => {})
    const { url, close } = await listenSilently(silent)
    const bridge = await open({ before: async () => ({ url, close }) })
    const startedAt = performance.now()
    expect(await workWithoutConnection(bridge)).toEqual(
      causedBy('The login could not reach the back office: connecting took too long'),
    )
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
    expect(performance.now() - startedAt).toBeLessThan(9_000)
  })

  it('worker and operator reach a back office over TLS', async () => {
    const bridge = await open({ before: tlsFront, variables: { NODE_EXTRA_CA_CERTS: trusted() } })
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    const { ok } = await bridge.operate({ command: 'order.get', orderId: 10_001 })
    expect(ok).toBe(true)
    expect(bridge.calls()).toMatchObject({ 'POST /rest/login': 1, 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })

  it('worker sends no password to a server it cannot trust', async () => {
    const bridge = await open({ before: tlsFront })
    expect(await workWithoutConnection(bridge)).toEqual(
      causedBy('The login could not reach the back office: its certificate is not trusted'),
    )
  })
}

/** Accepts connections but sends nothing, so that no TLS handshake ends. */
async function listenSilently(server: Server): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const tlsFront = async (sandboxUrl: string) => await startTlsFront(sandboxUrl, selfSigned)

function trusted(): string {
  const file = join(temporaryFolder(), 'trusted.pem')
  writeFileSync(file, selfSigned.cert)
  return file
}
