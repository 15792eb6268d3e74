import { NotSent } from '../../lib/back-office/http/not-sent.ts'
import type { Fetch } from '../../lib/back-office/http/transport.ts'
import type { Chance } from './random.ts'
import type { Timeline } from './timeline.ts'

/** One request as a back office sees it. */
export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  token: string | undefined
  body: Record<string, unknown>
  at: number
}

/** `afterMs`: how long it takes. `lost`: there is no answer, because of what. */
export type Answered =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string>; afterMs?: number }
  | { lost: 'cut' | 'silent' | 'unconnected' | 'for ever' }

const requestTimeoutMs = 10_000

export const abortAfter = (timeline: Timeline) => (ms: number) => {
  const controller = new AbortController()
  timeline.after(ms, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')))
  return controller.signal
}

type Network = { timeline: Timeline; chance: Chance; requests: Asked[]; answer: (asked: Asked) => Answered }

/** Each request goes to whoever plays the back office. */
export function fetchOf(world: Network): Fetch {
  const { timeline, requests, chance } = world
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const asked: Asked = {
      ...{ method, path: url.pathname, query: url.searchParams, at: timeline.now() },
      token: /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
      body: body ? (JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>) : {},
    }
    const answered = world.answer(asked)
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Fetch>>>()
    if ('lost' in answered) {
      if (answered.lost === 'unconnected') throw new NotSent('the connection was refused', { cause: undefined })
      requests.push(asked)
      if (answered.lost === 'cut') timeline.after(chance.between(1, 5_000), () => reject(new Error('cut')))
      if (answered.lost === 'silent') signal.addEventListener('abort', () => reject(signal.reason))
      return await promise
    }
    requests.push(asked)
    const { status, json, text = json === undefined ? '' : JSON.stringify(json), afterMs = 20 } = answered
    const all = new Headers(answered.headers)
    if (afterMs <= requestTimeoutMs) signal.addEventListener('abort', () => reject(signal.reason))
    timeline.after(afterMs, () => {
      all.set('date', new Date(timeline.now()).toUTCString())
      resolve({ status, headers: all, body: [Buffer.from(text)] as unknown as AsyncIterable<Uint8Array> })
    })
    return await promise
  }
}
