import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { parseContentType } from '../lib/sources/parse-content-type.ts'

export type LocalEnv = { Bindings: HttpBindings }

/** What a tunnel or proxy adds: whoever comes through one may reach the webhooks and nothing else. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/**
 * Lets only this machine's own pages and programs through: own Host, own Origin if there is one, and JSON wherever a body can be,
 * which a page elsewhere cannot send without asking first. Everything else gets 403.
 */
export const ownRequests = createMiddleware<LocalEnv>(async (c, next) => {
  const why = refusal(
    (name) => c.req.header(name)?.toLowerCase(),
    c.env.incoming.socket.localPort ?? 0,
    c.req.method !== 'GET' && c.req.method !== 'HEAD',
  )
  if (why !== undefined) return c.json({ ok: false, error: { code: 'forbidden', message: why } }, 403)
  return next()
})

function refusal(header: (name: string) => string | undefined, port: number, hasBody: boolean): string | undefined {
  const hosts = ['127.0.0.1', 'localhost'].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  const host = header('host') ?? ''
  if (!hosts.includes(host)) return `Only for this machine: call it as http://${hosts[0]}.`
  if (forwarded.some((name) => header(name) !== undefined))
    return 'Only for this machine: a proxy or tunnel reaches the webhooks alone.'
  const origin = header('origin')
  if (origin !== undefined && origin !== `http://${host}`)
    return 'Only for pages of this address: another Origin is refused.'
  if (hasBody && parseContentType(header('content-type'))?.essence !== 'application/json')
    return 'JSON only: send content-type: application/json.'
  return undefined
}
