import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { parseContentType } from '../lib/sources/shared/form-body.ts'

export type LocalEnv = { Bindings: HttpBindings }

/** Headers of a tunnel or proxy: requests through one may only reach the webhooks. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/**
 * Only lets this machine's own pages and programs through: Host, and Origin if there is one, are this address, and a
 * body is JSON, which a page elsewhere cannot send without a preflight. Answers everything else with 403.
 */
export const ownRequests = onlyOwn({ isBody: isJson, otherwise: 'JSON only: send content-type: application/json.' })

/** The same for the pages of the console. Their forms prove by a token that they are its own (console/http/own-forms.ts). */
export const ownPages = onlyOwn({ isBody: () => true, otherwise: '' })

function onlyOwn({ isBody, otherwise }: { isBody: (contentType: string | undefined) => boolean; otherwise: string }) {
  return createMiddleware<LocalEnv>(async (c, next) => {
    const header = (name: string) => c.req.header(name)?.toLowerCase()
    const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const reason =
      refusal(header, c.env.incoming.socket.localPort ?? 0) ??
      (hasBody && !isBody(header('content-type')) ? otherwise : undefined)
    if (reason !== undefined) return c.json({ ok: false, error: { code: 'forbidden', message: reason } }, 403)
    return next()
  })
}

function isJson(contentType: string | undefined): boolean {
  return parseContentType(contentType)?.essence === 'application/json'
}

function refusal(header: (name: string) => string | undefined, port: number): string | undefined {
  const hosts = ['127.0.0.1', 'localhost'].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  const host = header('host') ?? ''
  if (!hosts.includes(host)) return `Only requests from this machine are allowed: use http://${hosts[0]}.`
  if (forwarded.some((name) => header(name) !== undefined))
    return 'Only requests from this machine are allowed: a proxy or tunnel may only reach the webhooks.'
  const origin = header('origin')
  if (origin !== undefined && origin !== `http://${host}`)
    return 'Only pages of this address are allowed: send the request without Origin, or from such a page.'
  return undefined
}
