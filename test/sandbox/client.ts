import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ListeningSandbox, listenSandbox } from '../../sandbox/listen.ts'
import { aNewLine, aNewReturn } from '../back-office/a-new-return.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers field by field, as a client without types would.
export type Json = any
type Answer = { status: number; headers: Headers; text: string; json: Json }

export type SandboxClient = {
  url(): string
  listening(): ListeningSandbox
  /** A request without a token. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A request under /rest. One login per test gives the token. */
  rest(method: string, path: string, body?: unknown): Promise<Answer>
  login(body?: unknown): Promise<Answer>
}

export const credentials = { username: 'api-bridge', password: 'demo-password' } as const

/** A return of one mug from order 10001, by the rules of docs/back-office.md 5.2, 5.3. */
const bought = { amounts: [{ currency: 'EUR', priceGross: 12.9 }], properties: [{ typeId: 35, value: '2' }] }
const properties = [
  { typeId: 7, value: '6203001001' },
  { typeId: 1, value: '104' },
  { typeId: 2, value: '6' },
]
export const returnBody = aNewReturn({ orderItems: [aNewLine(bought)], properties })

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One sandbox over real HTTP for a test file, reset to `seed` before each test. */
export const useSandbox = (seed: 'demo' | 'empty'): SandboxClient => {
  let running: ListeningSandbox
  let token: string | undefined

  const send: SandboxClient['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${running.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) }
  }

  const login = async (body: unknown = credentials) => send('POST', '/rest/login', body)

  beforeAll(async () => {
    running = await listenSandbox({ port: 0, seed })
  })
  beforeEach(async () => {
    await send('POST', '/sandbox/reset', { seed })
    token = undefined
  })
  afterAll(async () => running.close())

  return {
    url: () => running.url,
    listening: () => running,
    send,
    login,
    rest: async (method, path, body) => {
      token ??= (await login()).json.access_token
      return send(method, path, body, { authorization: `Bearer ${token}` })
    },
  }
}
