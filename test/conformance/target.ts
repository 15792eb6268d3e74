import * as z from 'zod'
import { listenSandbox } from '../../sandbox/listen.ts'
import type { Options } from '../../sandbox/world.ts'
import { type Answer, type Call, createCall } from './call.ts'

/** What a server is known to hold, so that there is something to read and something that may be written to. */
type Known = {
  orderId?: number | undefined
  returnId?: number | undefined
  externalNumber?: string | undefined
  shopLabel?: string | undefined
  contactEmail?: string | undefined
  itemId?: number | undefined
  variationId?: number | undefined
  userId?: number | undefined
  returnOrderId?: number | undefined
  commentOrderId?: number | undefined
}

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

const demo: Known = {
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

/** Set in the environment of a run against another server; `docs/conformance.md` explains each. */
const environment = z.object({
  TARGET: z.url().optional(),
  TARGET_USERNAME: z.string().min(1).optional(),
  TARGET_PASSWORD: z.string().min(1).optional(),
  TARGET_WRITES: z.literal('1').optional(),
  TARGET_ORDER_ID: z.coerce.number().int().optional(),
  TARGET_RETURN_ID: z.coerce.number().int().optional(),
  TARGET_EXTERNAL_NUMBER: z.string().optional(),
  TARGET_SHOP_LABEL: z.string().optional(),
  TARGET_CONTACT_EMAIL: z.string().optional(),
  TARGET_ITEM_ID: z.coerce.number().int().optional(),
  TARGET_VARIATION_ID: z.coerce.number().int().optional(),
  TARGET_USER_ID: z.coerce.number().int().optional(),
  TARGET_RETURN_ORDER_ID: z.coerce.number().int().optional(),
  TARGET_COMMENT_ORDER_ID: z.coerce.number().int().optional(),
})
type Environment = z.infer<typeof environment>

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

const knownOf = (set: Environment): Known => ({
  orderId: set.TARGET_ORDER_ID,
  returnId: set.TARGET_RETURN_ID,
  externalNumber: set.TARGET_EXTERNAL_NUMBER,
  shopLabel: set.TARGET_SHOP_LABEL,
  contactEmail: set.TARGET_CONTACT_EMAIL,
  itemId: set.TARGET_ITEM_ID,
  variationId: set.TARGET_VARIATION_ID,
  userId: set.TARGET_USER_ID,
  returnOrderId: set.TARGET_RETURN_ORDER_ID,
  commentOrderId: set.TARGET_COMMENT_ORDER_ID,
})

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
  return { ...(await loggedIn(baseOf(set.TARGET), { username, password })), known: knownOf(set), may, close }
}

const loggedIn = async (baseUrl: string, credentials: { username: string; password: string }) => {
  const anonymous = createCall(baseUrl)
  const login = await anonymous('POST', '/rest/login', { body: credentials })
  const token = tokenOf(login)
  if (token === undefined) throw new Error(`The login answered ${login.status} and no token: nothing else was tried.`)
  const call: Call = (method, path, options) => anonymous(method, path, { token, ...options })
  return { anonymous, login, call }
}
