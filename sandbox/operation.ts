import type { ApiUser } from './records.ts'
import type { Reply } from './reply.ts'
import type { Right } from './rights.ts'
import type { World } from './world.ts'

/** One request to one operation, as the operation sees it. */
export type Call = {
  world: World
  params: Record<string, string>
  query: URLSearchParams
  /** The parsed JSON body; undefined if it is missing or not valid JSON. */
  body: unknown
  /** The user behind the token. The login has none and does not read this field. */
  user: ApiUser
}

/** One operation of the interface: one file under operations/. `template` is also its name in /sandbox/calls. */
export type Operation = {
  method: 'GET' | 'POST'
  template: `/rest/${string}`
  /** `none` for the login; all other calls need a bearer token (docs/back-office.md 1.2). */
  auth?: 'none'
  /** What the role of the user must allow. Absent: nothing, as for the login. */
  right?: Right
  answer(call: Call): Reply
}

/** The id in a path parameter, or 0 if it is not a whole number: no record has the id 0. */
export const idParam = (call: Call, name: string): number => {
  const text = call.params[name] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
