import { createServer as createHttpServer } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createBackOffice } from '../../../lib/back-office/back-office.ts'
import { NotSent } from '../../../lib/back-office/http/answers.ts'
import { createHttpsFetch } from '../../../lib/back-office/http/https-fetch.ts'
import { OutcomeUnknown, RetryLater } from '../../../lib/errors.ts'
import { listenLying, loginReply } from '../lying-server.ts'
import { errorOf, soon, startWorker } from '../one-worker.ts'
import { selfSigned } from '../self-signed.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Listens on a free loopback port and counts connections; whatever is open is cut at the end of the test. */
async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size }
}

const overTls = async (options: ServerOptions, handle?: Parameters<typeof createServer>[1]): Promise<string> =>
  `https://127.0.0.1:${(await listen(createServer(options, handle))).port}`

const overPlain = async (handle: Parameters<typeof createHttpServer>[1]) => {
  const { port, connections } = await listen(createHttpServer(handle))
  return { url: `http://127.0.0.1:${port}`, connections }
}

const overSockets = async (handle: (socket: Socket) => void): Promise<string> =>
  `127.0.0.1:${(await listen(createSocketServer(handle))).port}`

function trust({ cert }: { cert: Buffer }): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([cert.toString()])
  closers.push(() => setDefaultCACertificates(before))
}

const asked = (over: { connectTimeoutMs?: number; now?: () => number } = {}) =>
  createHttpsFetch({ connectTimeoutMs: 1_000, now: Date.now, ...over })

const post = (headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-length': '2', ...headers },
  body: new TextEncoder().encode('{}'),
  redirect: 'manual' as const,
  signal: AbortSignal.timeout(5_000),
})

const textOf = async ({ body }: { body: AsyncIterable<Uint8Array> | null }): Promise<string> =>
  Buffer.concat(await Array.fromAsync(body ?? [])).toString()

/** A worker that logs in over plain HTTP and then writes to `url`. */
async function writeTo(url: string): Promise<Error> {
  const login = await listenLying(() => loginReply)
  const worker = startWorker({ baseUrl: login.url })
  const token = await worker.session.token({ deadlineMs: Date.now() + 60_000 })
  await login.close()
  const session = { ...worker.session, token: async () => ({ ...token, baseUrl: url }) }
  const open = createBackOffice({ fetch: asked(), now: Date.now, log: { error: () => {}, warn: () => {} }, session })
  const { orders } = open({ deadlineMs: Date.now() + 60_000 })
  return (await errorOf(orders.create({ typeId: 1 }, soon()))) as Error
}

/** Each ends before a connection is there. */
const unreachable: [why: string, open: () => Promise<string>][] = [
  ['its name was not found', async () => 'https://back-office.invalid'],
  [
    'the connection was refused',
    async () => {
      const gone = await listenLying(() => undefined)
      await gone.close()
      return gone.url
    },
  ],
  [
    'there is no TLS on that port',
    async () => {
      const plain = await listenLying(() => ({ body: { id: 1 } }))
      closers.push(plain.close)
      return plain.url.replace('http:', 'https:')
    },
  ],
  ['the TLS handshake failed', () => overTls({})],
  ['its certificate is not trusted', () => overTls(selfSigned)],
  ['there is no way to its address', async () => 'https://255.255.255.255'],
  ['the connection was closed while it was made', async () => `https://${await overSockets((one) => one.destroy())}`],
  ['connecting took too long', async () => `https://${await overSockets(() => {})}`],
]

describe('a request for which no connection is made', () => {
  const isTriedAgain = async (why: string, open: () => Promise<string>) => {
    const error = await writeTo(await open())
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toBe(`[POST] /rest/orders could not reach the back office: ${why}`)
  }
  const isNoLoginAttempt = async (why: string, open: () => Promise<string>) => {
    const worker = startWorker({ baseUrl: await open(), fetch: asked() })
    const error = await errorOf(worker.backOffice.orders.read(1))
    expect(error).toMatchObject({ name: 'RetryLater', message: `The login could not reach the back office: ${why}` })
    expect(await worker.session.status()).toMatchObject({ state: 'open', attempts: 0, refusedVersions: [] })
    expect(worker.logged).toEqual([])
  }

  it.each(unreachable)('is retried, also a write: %s', isTriedAgain)
  it.each(unreachable)('is no login attempt: %s', isNoLoginAttempt)

  it('ends when the connection takes too long, not when the whole request does', async () => {
    const fetch = asked({ connectTimeoutMs: 100 })
    const startedAt = performance.now()
    expect(await errorOf(fetch(`https://${await overSockets(() => {})}`, post()))).toBeInstanceOf(NotSent)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('ends with the run’s signal while the connection is made', async () => {
    const init = { ...post(), signal: AbortSignal.timeout(50) }
    const error = await errorOf(asked()(`https://${await overSockets(() => {})}`, init))
    expect(error).toMatchObject({ name: 'NotSent', message: 'connecting took too long', isBug: false })
  })
})

describe('a request that fails before a connection is asked for', () => {
  it.each([
    ['an invalid address', 'no address', post()],
    ['a header that no request can carry', 'http://127.0.0.1:9', post({ authorization: 'Bearer \u{1f512}' })],
  ])('is a bug and was not sent: %s', async (_, url, init) => {
    const error = await errorOf(asked()(url, init))
    expect(error).toMatchObject({ name: 'NotSent', isBug: true })
    expect((error as Error).message).not.toContain('\u{1f512}')
  })

  it('is a bug and was not sent: a body that cannot be written', async () => {
    const { url, connections } = await overPlain((_, response) => response.end())
    const init = { ...post(), body: Symbol('no body') as unknown as Uint8Array<ArrayBuffer> }
    expect(await errorOf(asked()(url, init))).toMatchObject({ name: 'NotSent', isBug: true })
    expect(connections()).toBe(0)
  })

  it('is no login attempt and closes nothing; the error and the log call it a bug', async () => {
    const broken = asked()
    const server = await listenLying(({ path }) => (path === '/rest/login' ? loginReply : { body: { id: 1 } }))
    closers.push(server.close)
    const worker = startWorker({
      baseUrl: server.url,
      fetch: (url, init) => broken(url, { ...init, headers: { ...init.headers, broken: 'a\nb' } }),
    })
    const message = 'The login was not sent: the bridge failed before there was a connection, which is a bug'
    expect(await errorOf(worker.backOffice.orders.read(1))).toMatchObject({ name: 'RetryLater', message })
    expect(await worker.session.status()).toMatchObject({ state: 'open', attempts: 0, refusedVersions: [] })
    expect(worker.logged).toEqual([
      {
        message: 'a bug: the request was not sent',
        fields: { method: 'POST', route: '/rest/login', error: 'TypeError', at: expect.any(Array) },
      },
    ])
    expect(server.received).toEqual([])
  })

  it('is a bug too where a body cannot be written as JSON, and the write was not sent', async () => {
    const server = await listenLying(({ path }) => (path === '/rest/login' ? loginReply : { body: { id: 1 } }))
    closers.push(server.close)
    const worker = startWorker({ baseUrl: server.url })
    const circular: { typeId: number; self?: unknown } = { typeId: 1 }
    circular.self = circular
    const error = (await errorOf(worker.backOffice.orders.create(circular, soon()))) as Error
    expect(error).toBeInstanceOf(RetryLater)
    expect(error.message).toBe(
      '[POST] /rest/orders was not sent: the bridge failed before there was a connection, which is a bug',
    )
    expect(worker.logged).toHaveLength(1)
    expect(server.count('POST /rest/orders')).toBe(0)
  })
})

describe('a request that may have been sent', () => {
  it('is answered over TLS by a trusted server', async () => {
    trust(selfSigned)
    const url = await overTls(selfSigned, (_, response) => response.end('{"id": 1}'))
    expect(await textOf(await asked()(url, post()))).toBe('{"id": 1}')
  })

  it('is unknown where TLS was there and the answer is cut off', async () => {
    trust(selfSigned)
    const error = await writeTo(await overTls(selfSigned, (request) => request.socket.destroy()))
    expect(error).toBeInstanceOf(OutcomeUnknown)
  })

  it('is unknown where a connection that was kept open is cut', async () => {
    let answers = 0
    const { url, connections } = await overPlain((request, response) => {
      answers += 1
      if (answers === 1) request.resume().on('end', () => response.end('{}'))
      else request.socket.destroy()
    })
    const fetch = asked()
    await textOf(await fetch(url, post()))
    const error = await errorOf(fetch(url, post()))
    expect(connections()).toBe(1)
    expect(error).not.toBeInstanceOf(NotSent)
  })

  it('is unknown where the answer switches to another protocol, and does not wait for ever', async () => {
    const url = await overSockets((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
      ),
    )
    const startedAt = performance.now()
    expect(await errorOf(asked()(`http://${url}`, post()))).not.toBeInstanceOf(NotSent)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('a connection', () => {
  it('is kept for the next request, but not once it has lain idle: the other side has closed it by then', async () => {
    let time = 0
    const { url, connections } = await overPlain((request, response) => {
      request.resume().on('end', () => response.end('{}'))
    })
    const fetch = asked({ now: () => time })
    for (const at of [0, 1_000, 3_000]) {
      time = at
      await textOf(await fetch(url, post()))
    }
    expect(connections()).toBe(1)
    // As in a function that was frozen between two runs: its timers stood still.
    time = 60_000
    await textOf(await fetch(url, post()))
    expect(connections()).toBe(2)
  })
})

describe('an answer', () => {
  const answering = async (body: Uint8Array, headers: Record<string, string>) => {
    const { url } = await overPlain((request, response) => {
      request.resume().on('end', () => response.writeHead(200, headers).end(body))
    })
    return await asked()(url, post())
  }

  it.each(['gzip', 'GZIP', 'x-gzip'])('that is compressed is read: %s', async (encoding) => {
    const answer = await answering(gzipSync('{"id": 1}'), { 'content-encoding': encoding, 'X-Left': '3' })
    expect([answer.headers.get('x-left'), answer.headers.get('x-right')]).toEqual(['3', null])
    expect(await textOf(answer)).toBe('{"id": 1}')
  })

  it('whose compressed body is broken ends with an error instead of never', async () => {
    const whole = gzipSync('{"id": 1}')
    await expect(textOf(await answering(whole.subarray(0, 12), { 'content-encoding': 'gzip' }))).rejects.toThrow()
    await expect(textOf(await answering(Buffer.from('{}'), { 'content-encoding': 'gzip' }))).rejects.toThrow()
  })

  it('whose body breaks off ends with an error', async () => {
    const { url } = await overPlain((_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('{', () => response.socket?.destroy())
    })
    await expect(textOf(await asked()(url, post()))).rejects.toThrow()
  })
})
