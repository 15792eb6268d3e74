import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parseContentType } from '../lib/sources/shared/form-body.ts'
import { isLoopbackAddress, nameOf } from './listen.ts'

/** `isPublic`: the request came by the console's own public address. */
export type LocalEnv = { Bindings: HttpBindings; Variables: { isPublic: boolean } }
export type LocalContext = Context<LocalEnv>

/** Headers of a tunnel or proxy: requests through one may only reach the webhooks. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/**
 * Only lets this machine's own pages and programs through: Host, and Origin if there is one, are this address, and a
 * body is JSON, which a page elsewhere cannot send without a preflight. Answers everything else with 403.
 */
export const ownRequests = onlyOwn({ json: true })

/** The same for the pages of the console. Their forms prove by a token that they are its own (console/http/own-forms.ts). */
export const ownPages = onlyOwn({ json: false })

/** `consoleUrl`: the address of a proxy in front, whose Host and Origin count as well. `host`: where the console listens. */
type Own = { consoleUrl?: string | undefined; host?: string | undefined }

export function onlyOwn({ json, consoleUrl, host }: Own & { json: boolean }) {
  const shown = consoleUrl === undefined ? undefined : new URL(consoleUrl)
  return createMiddleware<LocalEnv>(async (c, next) => {
    const header = (name: string) => c.req.header(name)?.toLowerCase()
    const hosts = hostsOf(c, host)
    const isPublic = shown !== undefined && header('host') === shown.host && !hosts.includes(shown.host)
    c.set('isPublic', isPublic)
    const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const reason =
      (isPublic ? foreignOrigin(header, shown.origin) : refusal(header, hosts)) ??
      foreignSite(header, c.req.method) ??
      (json && hasBody && !isJson(header('content-type'))
        ? 'JSON only: send content-type: application/json.'
        : undefined)
    if (reason !== undefined) return c.json({ ok: false, error: { code: 'forbidden', message: reason } }, 403)
    return next()
  })
}

type ReadHeader = (name: string) => string | undefined

function isJson(contentType: string | undefined): boolean {
  return parseContentType(contentType)?.essence === 'application/json'
}

/**
 * Whether the other end of the connection is this machine too: beside loopback, one with the address that `host` names. Not of a listener at
 * all addresses, where what forwards a port of a container can have its own address too.
 */
export function isFromHere({ env }: LocalContext, host: string | undefined): boolean {
  const { remoteAddress = '' } = env.incoming.socket
  return isLoopbackAddress(remoteAddress) || remoteAddress === host
}

/** How this machine's programs write where the request came in. */
function hostsOf(c: LocalContext, host: string | undefined): string[] {
  const { localAddress = '', localPort = 0 } = c.env.incoming.socket
  const names = ['127.0.0.1', 'localhost', ...(isFromHere(c, host) ? [nameOf(localAddress)] : [])]
  return names.flatMap((name) => (localPort === 80 ? [name, `${name}:80`] : [`${name}:${localPort}`]))
}

function refusal(header: ReadHeader, hosts: readonly string[]): string | undefined {
  const host = header('host') ?? ''
  if (!hosts.includes(host)) return `Only requests from this machine are allowed: use http://${hosts[0]}.`
  if (forwarded.some((name) => header(name) !== undefined))
    return 'Only requests from this machine are allowed: a proxy or tunnel may only reach the webhooks.'
  return foreignOrigin(header, `http://${host}`)
}

/**
 * A page of another site may lead here by a link. Its images, frames, scripts, fetches and prefetches start nothing: each would be a question
 * to the operator. Another port of this machine is another site too.
 */
function foreignSite(header: ReadHeader, method: string): string | undefined {
  const site = header('sec-fetch-site') ?? 'none'
  if (site === 'none' || site === 'same-origin') return undefined
  const [mode, dest] = [header('sec-fetch-mode'), header('sec-fetch-dest')]
  const isLink = method === 'GET' && mode === 'navigate' && dest === 'document' && !header('sec-purpose')
  return isLink ? undefined : 'Only pages of this address are allowed: open it in a window of its own.'
}

function foreignOrigin(header: ReadHeader, own: string): string | undefined {
  const origin = header('origin')
  if (origin === undefined || origin === own) return undefined
  return 'Only pages of this address are allowed: send the request without Origin, or from such a page.'
}
