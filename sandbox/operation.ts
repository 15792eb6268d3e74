import type { ApiUser } from './records.ts'
import type { Reply } from './reply.ts'
import type { World } from './world.ts'

/** One request to one operation, as the operation sees it. */
export type Call = {
  world: World
  params: Record<string, string>
  query: URLSearchParams
  /** The parsed JSON body; undefined where there is none or where it is no JSON. */
  body: unknown
  /** Who asks. The login has nobody yet and never reads it. */
  user: ApiUser
}

/** One operation of the interface: one file under operations/. `template` is also its name in /sandbox/calls. */
export type Operation = {
  method: 'GET' | 'POST'
  template: `/rest/${string}`
  /** `none` for the login alone: all other calls need a bearer token (docs/back-office.md 1.2). */
  auth?: 'none'
  answer(call: Call): Reply
}

/** The id a path parameter names; 0, which no record has, where it is not a whole number. */
export const idParam = (call: Call, name: string): number => {
  const text = call.params[name] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
