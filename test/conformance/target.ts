import * as z from 'zod'
import { listenSandbox } from '../../sandbox/listen.ts'
import type { Options } from '../../sandbox/world.ts'
import { type Answer, type Call, createCall } from './call.ts'

const ids = ['orderId', 'returnId', 'itemId', 'variationId', 'userId', 'returnOrderId', 'commentOrderId'] as const
const texts = ['externalNumber', 'shopLabel', 'contactEmail'] as const
/** What a server is known to hold, so that there is something to read and something that may be written to. */
type Known = { [name in (typeof ids)[number]]?: number } & { [name in (typeof texts)[number]]?: string }

/** In the environment of a run against another server; `docs/conformance.md` explains each. */
export const variableOf = (name: keyof Known): string => `TARGET_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

export type Target = {
  known: Known
  login: Answer
  /** Every call with the one token of this run: a licence limits concurrent sessions. */
  call: Call
  /** Without any token. */
  anonymous: Call
  /** `sandbox`: locks, clock, limits and seeded data. `writes`: never against somebody's server unless asked for. */
  may: { sandbox: boolean; writes: boolean }
  close: () => Promise<void>
}

export const demo: Known = {
  orderId: 10_001,
  returnId: 600_001,
  externalNumber: '6203001001',
  shopLabel: '1001',
  contactEmail: 'anna.beispiel@example.com',
  itemId: 901,
  variationId: 1101,
  userId: 77,
  returnOrderId: 10_002,
  commentOrderId: 10_003,
}

const environment = z.object({
  TARGET: z.url().optional(),
  TARGET_USERNAME: z.string().min(1).optional(),
  TARGET_PASSWORD: z.string().min(1).optional(),
  TARGET_WRITES: z.literal('1').optional(),
})

function knownIn(env: Record<string, string | undefined>): Known {
  const known = ids.map((name) => [name, z.coerce.number().int().optional().parse(env[variableOf(name)])])
  return Object.fromEntries([...known, ...texts.map((name) => [name, env[variableOf(name)]])])
}

export const tokenOf = (login: Answer): string | undefined => {
  const shape = z.looseObject({ access_token: z.string().optional(), accessToken: z.string().optional() })
  const { data } = shape.safeParse(login.json)
  return data?.access_token ?? data?.accessToken
}

/** People paste addresses with and without `/rest`, with and without a slash. */
const baseOf = (address: string): string => {
  const url = new URL(address)
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLoopback)
    throw new Error('TARGET must be an https address: a password goes there.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/rest$/, '')
}

/** The sandbox with these options, or with `TARGET` set any server that claims the interface. Logs in once, and never twice with what was refused. */
export const openTarget = async (
  env: Record<string, string | undefined>,
  options: Partial<Options> = {},
): Promise<Target> => {
  const set = environment.parse(env)
  if (set.TARGET === undefined) {
    const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
    Object.assign(sandbox.sandbox.world.options, options)
    const may = { sandbox: true, writes: true }
    const credentials = { username: 'api-bridge', password: 'demo-password' }
    return { ...(await loggedIn(sandbox.url, credentials)), known: demo, may, close: () => sandbox.close() }
  }
  const { TARGET_USERNAME: username, TARGET_PASSWORD: password } = set
  if (username === undefined || password === undefined)
    throw new Error('TARGET needs TARGET_USERNAME and TARGET_PASSWORD: an empty login counts as a failed one.')
  const may = { sandbox: false, writes: set.TARGET_WRITES === '1' }
  const close = async () => {}
  return { ...(await loggedIn(baseOf(set.TARGET), { username, password })), known: knownIn(env), may, close }
}

const loggedIn = async (baseUrl: string, credentials: { username: string; password: string }) => {
  const anonymous = createCall(baseUrl)
  const login = await anonymous('POST', '/rest/login', { body: credentials })
  const token = tokenOf(login)
  if (token === undefined) throw new Error(`The login answered ${login.status} and no token: nothing else was tried.`)
  const call: Call = (method, path, options) => anonymous(method, path, { token, ...options })
  return { anonymous, login, call }
}
