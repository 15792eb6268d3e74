import type { Context, Hono } from 'hono'
import { answerUnderFault, takeFault } from './answer-under-fault.ts'
import type { Call, Operation } from './operation.ts'
import { operations } from './operations/operations.ts'
import { bodyTooLarge, readBody } from './read-body.ts'
import type { ApiUser } from './records.ts'
import type { Reply } from './reply.ts'
import { failure, toResponse } from './reply.ts'
import { lacking } from './rights.ts'
import { spendCall } from './spend-call.ts'
import { answerStrictly, asSentence } from './strict-dialect.ts'
import type { World } from './world.ts'

const toHonoPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON counts as a missing body.
    return undefined
  }
}

/** The user behind `Authorization: Bearer <token>`, if the token is known and not expired, with what the token does not allow. */
const userOf = (world: World, c: Context): ApiUser | undefined => {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const session = token === undefined ? undefined : world.sessions.get(token)
  if (!session || session.expiresAtMs <= world.now()) return undefined
  const user = world.store.users.get(session.userId)
  return user && { ...user, lacks: [...(user.lacks ?? []), ...session.lacks] }
}

const nobody: ApiUser = { id: 0, username: '', password: '', locked: true, failedLogins: 0 }

const answer = (world: World, c: Context, operation: Operation, text: string): Reply => {
  const user = userOf(world, c)
  if (!user && operation.auth !== 'none') return failure(401, 'Unauthenticated.', 'access_denied')
  if (operation.right && user?.lacks?.includes(operation.right)) return lacking(operation.right)
  const call: Call = {
    world,
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    body: parseJson(text),
    user: user ?? nobody,
  }
  if (world.options.dialect === 'usual') return operation.answer(call)
  return answerStrictly(operation, call, c.req.header('content-type'))
}

const limited = (world: World, c: Context, operation: Operation, text: string): Reply => {
  const { refusal, headers } = spendCall(world, c.req.method, `${operation.method} ${operation.template}`)
  const usual = refusal ?? answer(world, c, operation, text)
  const reply = world.options.dialect === 'usual' ? usual : asSentence(usual)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** Counts every request that a client sent, whatever its outcome. */
const serve = async (world: World, c: Context, operation: Operation): Promise<Response> => {
  const route = `${c.req.method} ${operation.template}`
  world.calls.set(route, (world.calls.get(route) ?? 0) + 1)
  const fault = takeFault(world, c.req.method, c.req.path)
  // Read the whole body before any delay: it is lost once the client hangs up.
  const text = await readBody(c.req.raw)
  if (text === undefined) return toResponse(bodyTooLarge())
  return toResponse(await answerUnderFault(world, fault, () => limited(world, c, operation, text)))
}

/** Answers every path that the interface does not have. */
const unknownRoute: Operation = {
  method: 'GET',
  template: '/rest/{unknown}',
  answer: () => failure(404, 'The route was not found.'),
}

export const mountRest = (app: Hono, world: World): void => {
  for (const operation of operations)
    app.on(operation.method, toHonoPath(operation.template), (c) => serve(world, c, operation))
  app.all('/rest/*', (c) => serve(world, c, unknownRoute))
}
