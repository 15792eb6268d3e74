import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'

const cookie = 'bridge-by'
const longest = 80
const yearSeconds = 365 * 86_400

/** A decision came from a browser whose person has not said who that is. */
export class NobodySaid extends Error {}

/** Who decides is known before anything is done. Throws `NobodySaid`. */
export function mustKnowWho({ var: { by } }: ConsoleContext): string {
  if (by === undefined) throw new NobodySaid()
  return by
}

/** The name that this browser remembers, or that a form has just said. */
export const knowWho = createMiddleware<ConsoleEnv>(async (c, next) => {
  const said = asName(c.var.form?.get('who') ?? undefined)
  const form = { path: '/console', httpOnly: true, sameSite: 'Strict', maxAge: yearSeconds } as const
  if (said !== undefined) setCookie(c, cookie, said, form)
  c.set('by', said ?? asName(getCookie(c, cookie)))
  await next()
})

function asName(text = ''): string | undefined {
  const name = text.trim()
  return name !== '' && name.length <= longest && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? name : undefined
}
