import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { selfSigned } from '../back-office/self-signed.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import type { Open } from './packaged-bridge.ts'
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

  it('worker and operator reach a back office over TLS', async () => {
    const bridge = await open({ before: tlsFront, variables: { NODE_EXTRA_CA_CERTS: trusted() } })
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    expect((await bridge.operate({ command: 'order.get', orderId: 10_001 })).ok).toBe(true)
    expect(bridge.calls()).toMatchObject({ 'POST /rest/login': 1, 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })
}

const tlsFront = async (sandboxUrl: string) => await startTlsFront(sandboxUrl, selfSigned)

function trusted(): string {
  const file = join(temporaryFolder(), 'trusted.pem')
  writeFileSync(file, selfSigned.cert)
  return file
}
