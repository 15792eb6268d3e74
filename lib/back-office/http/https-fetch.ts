import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { beforeSending, bug, NotSent } from './answers.ts'
import type { Fetch } from './transport.ts'

/** A connection that lies idle for longer is not used again: servers close theirs after five seconds and more. */
const idleMs = 4_000
type Scheme = { request: typeof httpRequest; agent: HttpAgent; connects: 'connect' | 'secureConnect' }

/** Over Node's own HTTP. Rejects with `NotSent` without a connection; after other errors it may have been sent. */
export function createHttpsFetch({ connectTimeoutMs, now }: { connectTimeoutMs: number; now: () => number }): Fetch {
  const kept = { keepAlive: true, timeout: idleMs }
  const plain: Scheme = { request: httpRequest, agent: new HttpAgent(kept), connects: 'connect' }
  const secure: Scheme = { request: httpsRequest, agent: new HttpsAgent(kept), connects: 'secureConnect' }
  let usedAt = now()

  return async (url, { method, headers, body, signal }) => {
    const { outgoing, connects } = beforeSending(() => {
      const target = new URL(url)
      const { request, agent, connects } = target.protocol === 'https:' ? secure : plain
      if (now() - usedAt > idleMs) closeIdle(agent)
      const options = { method, headers: { ...headers, 'accept-encoding': 'gzip' }, agent, signal }
      return { outgoing: request(target, options), connects }
    })
    const answered = answerTo(outgoing, { connects, connectTimeoutMs })
    // Nobody waits for it where sending fails; a rejection that nobody handles would end the function's process.
    answered.catch(() => {})
    try {
      // A bug as well: the request gets its socket only after this call has returned.
      beforeSending(() => outgoing.end(body))
    } catch (error) {
      outgoing.destroy()
      throw error
    }
    const incoming = await answered
    incoming.once('close', () => {
      usedAt = now()
    })
    return {
      status: incoming.statusCode ?? 0,
      headers: { get: (name) => incoming.headers[name.toLowerCase()]?.toString() ?? null },
      body: decoded(incoming),
    }
  }
}

type Connecting = Pick<Scheme, 'connects'> & { connectTimeoutMs: number }

/** No byte of a request leaves before its socket has connected, or, over TLS, before the handshake has ended. */
async function answerTo(outgoing: ClientRequest, connecting: Connecting): Promise<IncomingMessage> {
  const { connects, connectTimeoutMs } = connecting
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  let isConnected = false
  const connected = () => {
    isConnected = true
  }
  outgoing.once('socket', (socket) => {
    // A connection can fail before this event is emitted. Any other one was kept open.
    if (socket.connecting || socket.destroyed) socket.once(connects, connected)
    else connected()
  })
  AbortSignal.timeout(connectTimeoutMs).addEventListener('abort', () => {
    if (!isConnected) outgoing.destroy(Object.assign(new Error('not connected in time'), { code: 'ETIMEDOUT' }))
  })
  outgoing.on('error', (error) => reject(isConnected ? error : notConnected(error)))
  // Behind an error; alone where the other side switches to a protocol that nobody asked for.
  outgoing.once('close', () => reject(new Error('the connection was closed without an answer')))
  outgoing.once('response', resolve)
  return await promise
}

/** What resolver, socket and TLS say has a code. Without one, or with one for a wrong argument, the error came out of the bridge. */
function notConnected(error: NodeJS.ErrnoException): NotSent {
  const isOurs = error.code === undefined || String(error.code).startsWith('ERR_INVALID')
  return isOurs ? bug(error) : new NotSent(whyNotConnected(error), { cause: error })
}

/** The timers of a function that is frozen between two runs stand still: what lay idle meanwhile is open on this side alone. */
function closeIdle({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy()
}

/** An error of either stream ends the other one; whoever reads the body meets it. */
const decoded = (incoming: IncomingMessage): AsyncIterable<Uint8Array> =>
  /^(x-)?gzip$/i.test(incoming.headers['content-encoding'] ?? '')
    ? pipeline(incoming, createGunzip(), () => {})
    : incoming

const notTrusted = 'its certificate is not trusted'

/** What errors of the resolver, the socket and the TLS handshake say to people, by their codes. */
const groups = [
  ['its name was not found', 'ENOTFOUND EAI_AGAIN'],
  ['the connection was refused', 'ECONNREFUSED'],
  ['there is no way to its address', 'ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL'],
  ['connecting took too long', 'ETIMEDOUT ABORT_ERR'],
  ['the connection was closed while it was made', 'ECONNRESET EPIPE'],
  [notTrusted, 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE'],
  [notTrusted, 'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT'],
  [notTrusted, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID'],
] as const
/** What OpenSSL makes of an answer that is not TLS. */
const plainPort = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL/

/** Why a connection was not made, in words without address or secret; for several addresses the reason of the first one. */
function whyNotConnected(error: unknown): string {
  const { code, message = '' } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException
  const known = groups.find(([, codes]) => codes.split(' ').some((one) => one === code))
  if (known) return known[0]
  if (code === undefined || !/^(EPROTO$|ERR_SSL_)/.test(code)) return `no connection could be made (${code})`
  // The reason is in the code, or behind `EPROTO` in OpenSSL's message.
  const reason = `${code} ${message}`.toUpperCase().replaceAll(' ', '_')
  return plainPort.test(reason) ? 'there is no TLS on that port' : 'the TLS handshake failed'
}
