import { createMiddleware } from 'hono/factory'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { sessionOf } from './session.ts'

const most = 50
const keptMs = 10 * 60_000

type Shown = { session: string; html: string; status: number; until: number }

/**
 * Lets no page be the answer to a POST, so that Back never asks to send a form again: the browser is sent to an address where the page is
 * for ten minutes, for this browser alone. It is kept in memory, because it can hold what a customer wrote. Later the address
 * is that of the empty page.
 */
export function shownPages() {
  const kept = new Map<string, Shown>()
  return createMiddleware<ConsoleEnv>(async (c, next): Promise<Response | undefined> => {
    const now = c.var.now()
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id)
    const found = c.req.method === 'GET' ? kept.get(c.req.query('shown') ?? '') : undefined
    if (found && found.session === sessionOf(c)) return c.html(found.html, found.status as 200)
    await next()
    const session = sessionOf(c)
    // What was refused as foreign has no form.
    if (c.req.method !== 'POST' || !c.var.form || session === undefined || c.res.status === 303) return undefined
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    const id = c.var.newId()
    kept.set(id, { session, html: await c.res.text(), status: c.res.status, until: now + keptMs })
    c.res = new Response(null, { status: 303, headers: { location: `${c.req.path}?${addressOf(c, id)}` } })
    return undefined
  })
}

/** What the page was about stays in its address: ids alone. */
function addressOf(c: ConsoleContext, shown: string): URLSearchParams {
  const address = new URLSearchParams({ shown })
  for (const name of ['id', 'order', 'orderId']) if (c.var.form.get(name)) address.set(name, c.var.form.get(name) ?? '')
  return address
}
