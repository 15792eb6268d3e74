import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../lib/back-office/answers.ts'
import { createBackOffice } from '../../lib/back-office/back-office.ts'
import { whyUnreached } from '../../lib/back-office/unreached.ts'
import { RetryLater } from '../../lib/errors.ts'
import { listenLying, loginReply } from './lying-server.ts'
import { errorOf, soon, startWorker } from './one-worker.ts'

let close = async () => {}
afterEach(() => close())

/** A certificate that nobody trusts, made at once; undefined where there is no openssl. */
function selfSigned(): { key: Buffer; cert: Buffer } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-subj', '/CN=localhost'], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const certificate = selfSigned()

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A worker that logs in over plain HTTP and then writes to `url`. */
async function writeTo(url: string): Promise<Error> {
  const login = await listenLying(() => loginReply)
  const worker = startWorker({ baseUrl: login.url })
  const token = await worker.session.token({ deadlineMs: Date.now() + 60_000 })
  await login.close()
  const session = { ...worker.session, token: async () => ({ ...token, baseUrl: url }) }
  const open = createBackOffice({ fetch, now: Date.now, session })
  const { orders } = open({ deadlineMs: Date.now() + 60_000 })
  return (await errorOf(orders.create({ typeId: 1 }, soon()))) as Error
}

describe('a write that never left', () => {
  it.skipIf(!certificate)('names an untrusted certificate (needs openssl)', async () => {
    const error = await writeTo(await listen(createServer({ ...certificate }, (_, response) => response.end('{}'))))
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toBe('[POST] /rest/orders could not reach the back office: its certificate is not trusted')
  })

  it('names a port without TLS', async () => {
    const plain = await listenLying(() => ({ body: { id: 1 } }))
    close = plain.close
    const error = await writeTo(plain.url.replace('http:', 'https:'))
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toContain('could not reach the back office: there is no TLS on that port')
  })

  it('names a handshake that did not come about', async () => {
    const error = await writeTo(await listen(createServer({})))
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toContain('the TLS handshake failed')
  })

  it('names a refused connection', async () => {
    const gone = await listenLying(() => undefined)
    await gone.close()
    const error = await writeTo(gone.url)
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toContain('the connection was refused')
  })

  it('names it for a login too', async () => {
    const plain = await listenLying(() => loginReply)
    close = plain.close
    const { backOffice } = startWorker({ baseUrl: plain.url.replace('http:', 'https:') })
    expect(String(await errorOf(backOffice.orders.read(1)))).toContain('there is no TLS on that port')
  })
})

const failed = (code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('told'), { code, ...more }) })

describe('why a request was never sent', () => {
  it.each([
    ['ENOTFOUND', {}, 'its name was not found'],
    ['EHOSTUNREACH', {}, 'there is no way to its address'],
    ['UND_ERR_CONNECT_TIMEOUT', {}, 'connecting took too long'],
    ['ETIMEDOUT', { syscall: 'connect' }, 'connecting took too long'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', {}, 'the TLS handshake failed'],
    ['EPROTO', { message: 'error:0A00010B:SSL routines::wrong version number:' }, 'there is no TLS on that port'],
  ])('%s %j: %s', (code, more, why) => {
    expect(whyUnreached(failed(code, more))).toBe(why)
    expect(failureOf(failed(code, more))).toBe('neverConnected')
  })

  it.each(['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'EPROTO'])(
    '%s also comes after the handshake: it may have been sent',
    (code) => {
      expect(whyUnreached(failed(code))).toBeUndefined()
      expect(failureOf(failed(code))).toBe('connectionLost')
    },
  )
})
