import type { Reply } from './reply.ts'
import type { World } from './world.ts'

export const faultKinds = [
  'status',
  'slow',
  'drop-before',
  'drop-after',
  'html',
  'garbage',
  'empty',
  'expire-tokens',
  'lock-user',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** What happens to the next `times` requests with this `method` (any if absent) and a path that begins with `path`. */
export type Fault = {
  method?: string
  path: string
  times: number
  kind: FaultKind
  /** For `status`; 500 if absent. */
  status?: number
  /** For `status`: the answer's body and headers. */
  body?: unknown
  headers?: Record<string, string>
  delayMs: number
  /** For `status`, `html`, `garbage` and `empty`: carry the request out before replacing its answer. */
  applied: boolean
}

/** The connection ends without an answer: fetch rejects with undici's error for a socket that the other side closed. */
export const connectionCut = (): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })

export const isConnectionCut = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === 'UND_ERR_SOCKET'

/** The first fault that fits and has turns left; taking it uses one turn. */
export const takeFault = (world: World, method: string, path: string): Fault | undefined => {
  const fault = world.faults.find(
    (one) => one.times > 0 && (one.method === undefined || one.method === method) && path.startsWith(one.path),
  )
  if (!fault) return undefined
  fault.times -= 1
  if (fault.times === 0) world.faults = world.faults.filter((one) => one !== fault)
  return fault
}

const loginPage = '<!DOCTYPE html><html><head><title>Login</title></head><body>Please sign in.</body></html>'

const replaced = (fault: Fault): Reply => {
  switch (fault.kind) {
    case 'html':
      return { status: 200, html: loginPage }
    case 'garbage':
      return { status: 200, raw: '{"id": 47, "typeId": 3, "orderIt' }
    case 'empty':
      return { status: 200, raw: '' }
    default: {
      const status = fault.status ?? 500
      const body = fault.body === undefined ? { error: { code: status, message: 'Fault of the sandbox.' } } : fault.body
      const reply: Reply = typeof body === 'string' ? { status, raw: body } : { status, json: body }
      return fault.headers ? { ...reply, headers: fault.headers } : reply
    }
  }
}

export const expireTokens = (world: World): void => {
  for (const session of world.sessions.values()) session.expiresAtMs = world.now()
}

export const lockUsers = (world: World): void => {
  const { users } = world.store
  for (const user of users.list()) users.put({ ...user, locked: true })
}

/** Answers through a fault. `proceed` carries the request out; rejects with `connectionCut()` where no answer may come. */
export const suffer = async (world: World, fault: Fault | undefined, proceed: () => Reply): Promise<Reply> => {
  if (!fault) return proceed()
  if (fault.delayMs > 0) await world.sleep(fault.delayMs)
  if (fault.kind === 'drop-before') throw connectionCut()
  if (fault.kind === 'expire-tokens') expireTokens(world)
  if (fault.kind === 'lock-user') lockUsers(world)
  const answersItself = ['status', 'html', 'garbage', 'empty'].includes(fault.kind)
  if (answersItself && !fault.applied) return replaced(fault)
  const reply = proceed()
  if (fault.kind === 'drop-after') throw connectionCut()
  return answersItself ? replaced(fault) : reply
}
