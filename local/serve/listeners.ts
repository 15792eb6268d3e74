import type { Server } from 'node:http'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { toServer } from '../api.ts'
import { addOperator, type OperatorApiOptions } from '../operator-api.ts'
import { type LocalEnv, onlyOwn } from '../own-requests.ts'
import { addWebhooks, families, type WebhookApiOptions } from '../webhook-api.ts'
import type { createAccess } from './access.ts'
import type { Health } from './health.ts'

type Options = WebhookApiOptions &
  Omit<OperatorApiOptions, 'access'> & {
    access: ReturnType<typeof createAccess>
    health: () => Health
    isStopping: () => boolean
  }

/** As the functions: a body that they would refuse is not kept. */
const mostBytes = 1_000_000

/** What API Gateway limits today. Each listener has its own, so that a flood of webhooks leaves the console usable. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a proxy keeps a connection that it does not use.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
}

/** What senders reach. */
export function webhookServer(options: Options): Server {
  const app = new Hono<LocalEnv>()
  app.get('/health', (c) => answerHealth(c, options.health()))
  for (const family of families) app.use(`/${family}/*`, unlessStopping(options, 'Send the delivery again later.'))
  addWebhooks(app, { ...options, mostBytes })
  return server(app, options, 512)
}

/** What people and programs of this machine reach, or a proxy in front. */
export function consoleServer(options: Options): Server {
  const { access, consoleUrl, consoleHost: host } = options
  const app = new Hono<LocalEnv>()
  const own = onlyOwn({ json: false, consoleUrl, host })
  app.get('/health', own, (c) => answerHealth(c, options.health()))
  app.use(unlessStopping(options, 'Ask again once it runs.'))
  app.get('/', own, access.pages, (c) => c.redirect('/console', 303))
  access.addLogin(app)
  addOperator(app, { ...options, mostBytes })
  return server(app, options, 64)
}

const unlessStopping = ({ isStopping }: Options, what: string) =>
  createMiddleware<LocalEnv>(async (c, next) => {
    if (!isStopping()) return await next()
    const error = { code: 'unavailable', message: `The bridge is stopping. ${what}` }
    return c.json({ ok: false, error }, 503, { 'retry-after': '30', connection: 'close' })
  })

type Answer = { json: (body: object, status: 200 | 503, headers: Record<string, string>) => Response }

const answerHealth = (c: Answer, { reason }: Health): Response => {
  const headers = { 'cache-control': 'no-store' }
  return reason === undefined ? c.json({ ok: true }, 200, headers) : c.json({ ok: false, reason }, 503, headers)
}

function server(app: Hono<LocalEnv>, { report }: Options, connections: number): Server {
  const made = toServer(app, report, limits)
  made.maxConnections = connections
  return made
}
