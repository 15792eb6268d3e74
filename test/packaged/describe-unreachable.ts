import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { selfSigned } from '../back-office/self-signed.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import { createDoor, type Door } from './door.ts'
import type { Open, PackagedBridge } from './packaged-bridge.ts'
import { startTlsFront } from './tls-front.ts'

const certificate = selfSigned()

/** Every request for the back office fails before there is a connection, as where a module cannot be loaded. */
const brokenRequests = `
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
const { request } = http
http.request = (target, ...rest) => {
  if (target instanceof URL && target.pathname.startsWith('/rest')) throw new SyntaxError('planted')
  return request(target, ...rest)
}
syncBuiltinESMExports()`

/** What the login has to show after a run without a connection, and what the event says of it. */
async function workWithoutConnection(bridge: PackagedBridge): Promise<string> {
  const { id } = await bridge.deliver('shopify', 'refund')
  await bridge.hint(id)
  const { status, history } = await bridge.event(id)
  expect(status).toBe('waiting')
  const login = await bridge.operate({ command: 'login.status' })
  expect(login).toMatchObject({ ok: true, result: { state: 'open', tries: 0, refusedVersions: [] } })
  expect(bridge.calls()).toEqual({})
  return String(history.at(-1)?.why)
}

/** A connection that was never made is no login attempt and closes nothing. */
export function describeUnreachable(open: Open): void {
  it('worker counts no login attempt where nobody listens, and retry does the work once somebody does', async () => {
    let door: Door | undefined
    const bridge = await open({
      before: async (sandboxUrl) => {
        door = await createDoor(sandboxUrl)
        return door
      },
    })
    expect(await workWithoutConnection(bridge)).toBe(
      'The login could not reach the back office: the connection was refused',
    )
    await door?.open()
    bridge.advance(600_000)
    expect(await bridge.tick('retry')).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(bridge.calls()).toMatchObject({ 'POST /rest/login': 1, 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })

  it('worker calls a failure before any connection a bug, in its log and in the history, and counts no login attempt', async () => {
    const bridge = await open({ preload: brokenRequests })
    expect(await workWithoutConnection(bridge)).toBe(
      'The login was not sent: the bridge failed before there was a connection, which is a bug',
    )
    const [bug] = bridge.functionNamed('worker').errors()
    expect(bug).toMatchObject({
      level: 'ERROR',
      message: 'a bug: the request was not sent',
      method: 'POST',
      route: '/rest/login',
      error: 'SyntaxError',
      at: expect.arrayContaining([expect.stringContaining('index.mjs')]),
    })
  })

  it.skipIf(!certificate)('worker and operator reach a back office over TLS (needs openssl)', async () => {
    const bridge = await open({ before: tlsFront, variables: { NODE_EXTRA_CA_CERTS: trusted() } })
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    const { ok } = await bridge.operate({ command: 'order.get', orderId: 10_001 })
    expect(ok).toBe(true)
    expect(bridge.calls()).toMatchObject({ 'POST /rest/login': 1, 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })

  it.skipIf(!certificate)('worker sends no password to a server it cannot trust (needs openssl)', async () => {
    const bridge = await open({ before: tlsFront })
    expect(await workWithoutConnection(bridge)).toBe(
      'The login could not reach the back office: its certificate is not trusted',
    )
  })
}

const tlsFront = async (sandboxUrl: string) =>
  await startTlsFront(sandboxUrl, certificate ?? expect.fail('no certificate'))

function trusted(): string {
  const file = join(temporaryFolder(), 'trusted.pem')
  writeFileSync(file, certificate?.cert ?? '')
  return file
}
