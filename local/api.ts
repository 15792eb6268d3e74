import type { Server, ServerOptions } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { addOperator, type OperatorApiOptions } from './operator-api.ts'
import { type LocalEnv, ownRequests } from './own-requests.ts'
import { startPage } from './start-page.ts'
import { addWebhooks, type WebhookApiOptions } from './webhook-api.ts'

export type ApiOptions = WebhookApiOptions &
  OperatorApiOptions & {
    /** Absent if another back office is used. */
    sandboxUrl?: string | undefined
  }

/** The bridge's HTTP side in `npm start`: webhooks as an HTTP API passes them on, the console, `/operator` and `/tick`. */
export function createApi(options: ApiOptions): Server {
  const app = new Hono<LocalEnv>()
  app.get('/', ownRequests, options.access?.pages ?? ((_, next) => next()), (c) => {
    // `ownRequests` has checked that Host is this address.
    const page = startPage({ url: new URL(c.req.url).origin, sandboxUrl: options.sandboxUrl })
    // A browser goes to the console, and a terminal shows the text.
    return c.body(page, 303, { location: '/console', 'content-type': 'text/plain; charset=utf-8' })
  })
  // By this the command line knows a bridge, before it sends a key.
  app.get('/health', ownRequests, (c) => c.json({ ok: true }))
  addOperator(app, options)
  addWebhooks(app, options)
  return toServer(app, options.report)
}

/** A plain HTTP/1.1 server of an app. What it does not know is 404, and what fails is 500. */
export function toServer(app: Hono<LocalEnv>, report: ApiOptions['report'], serverOptions: ServerOptions = {}): Server {
  app.notFound((c) => c.json({ message: 'Not Found' }, 404))
  app.onError((error, c) => {
    // A sender that leaves in the middle of its body is no news.
    if (!('code' in error && error.code === 'ECONNRESET')) report(`${c.req.method} ${c.req.routePath} failed`, error)
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  return createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, serverOptions }) as Server
}
