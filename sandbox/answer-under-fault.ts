import { connectionCut, type Fault } from './faults.ts'
import type { Reply } from './reply.ts'
import type { World } from './world.ts'

/** The oldest fault that matches the request. Taking it uses up one of its `times`. */
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

const replacement = (fault: Fault): Reply => {
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

const expireTokens = (world: World): void => {
  for (const session of world.sessions.values()) session.expiresAtMs = world.now()
}

const lockUsers = (world: World): void => {
  const { users } = world.store
  for (const user of users.list()) users.put({ ...user, locked: true })
}

/** Answers a request under a fault. `proceed` carries it out. Rejects with `connectionCut()` if the fault cuts it. */
export const answerUnderFault = async (
  world: World,
  fault: Fault | undefined,
  proceed: () => Reply,
): Promise<Reply> => {
  if (!fault) return proceed()
  if (fault.delayMs > 0) await world.sleep(fault.delayMs)
  if (fault.kind === 'drop-before') throw connectionCut()
  if (fault.kind === 'expire-tokens') expireTokens(world)
  if (fault.kind === 'lock-user') lockUsers(world)
  const replacesAnswer = ['status', 'html', 'garbage', 'empty'].includes(fault.kind)
  if (replacesAnswer && !fault.applied) return replacement(fault)
  const reply = proceed()
  if (fault.kind === 'drop-after') throw connectionCut()
  return replacesAnswer ? replacement(fault) : reply
}
