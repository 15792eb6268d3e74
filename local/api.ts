import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { type HttpApiResult, toHttpApiEvent } from './http-api-event.ts'
import { type LocalEnv, ownRequests } from './own-requests.ts'

export type ApiOptions = {
  webhooks: Record<'shops' | 'forms', (event: unknown) => Promise<unknown>>
  /** One operator command in, one answer out. */
  operator: (command: unknown) => Promise<unknown>
  /** Scheduled functions by their names; `/tick` runs one now. */
  scheduled: Record<string, () => Promise<unknown>>
  now: () => number
  newId: () => string
  /** A function that failed: locally somebody reads this. */
  report: (message: string, error: unknown) => void
}

/** API Gateway's limit for a request; what is smaller reaches the function, which has a limit of its own. */
const maxRequestBytes = 10 * 1024 * 1024

const operatorAnswer = z.looseObject({ ok: z.boolean() })
const tick = z.object({ function: z.string() })

/** The bridge's HTTP side on one machine: webhooks as an HTTP API would hand them over, the operator's commands, the schedule by hand. */
export function createApi(options: ApiOptions): { app: Hono<LocalEnv>; server: Server } {
  const app = new Hono<LocalEnv>()
  const tooLarge = bodyLimit({
    maxSize: maxRequestBytes,
    onError: (c) => c.json({ message: 'Request Entity Too Large' }, 413),
  })
  for (const family of ['shops', 'forms'] as const) {
    // `{proxy+}` does not match the bare name, hono's wildcard would.
    app.all(`/${family}`, (c) => c.notFound())
    app.all(`/${family}/*`, tooLarge, (c) => webhook(c, family, options))
  }
  app.use('/operator', ownRequests)
  app.post('/operator', tooLarge, (c) => operator(c, options))
  app.use('/tick', ownRequests)
  app.post('/tick', tooLarge, (c) => runScheduled(c, options))
  app.notFound((c) => c.json({ message: 'Not Found' }, 404))
  app.onError((error, c) => {
    options.report(`${c.req.method} ${c.req.routePath} failed`, error)
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  // The default options make a plain HTTP/1.1 server.
  return { app, server: createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server }
}

type LocalContext = Context<LocalEnv>

async function webhook(c: LocalContext, family: 'shops' | 'forms', options: ApiOptions): Promise<Response> {
  const { incoming } = c.env
  const event = toHttpApiEvent(
    {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      body: Buffer.from(await c.req.arrayBuffer()),
      sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    },
    family,
    { id: options.newId(), nowMs: options.now() },
  )
  const result = (await options.webhooks[family](event)) as HttpApiResult
  const headers = new Headers(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]))
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie)
  const body = result.isBase64Encoded ? Buffer.from(result.body ?? '', 'base64') : result.body
  return new Response(body, { status: result.statusCode, headers })
}

async function operator(c: LocalContext, options: ApiOptions): Promise<Response> {
  const command = parseJson(await c.req.text())
  if (command === undefined) return refuse(c, 'invalid_json', 'The body is not JSON: send {"command": "<name>", ...}.')
  const answer = operatorAnswer.parse(await options.operator(command))
  return c.json(answer, answer.ok ? 200 : 400)
}

async function runScheduled(c: LocalContext, options: ApiOptions): Promise<Response> {
  const names = Object.keys(options.scheduled)
  const parsed = tick.safeParse(parseJson(await c.req.text()))
  const run =
    parsed.success && Object.hasOwn(options.scheduled, parsed.data.function)
      ? options.scheduled[parsed.data.function]
      : undefined
  if (!run) return refuse(c, 'unknown_function', `Send {"function": "<name>"} with one of: ${names.join(', ')}.`)
  try {
    return c.json({ ok: true, result: (await run()) ?? null })
  } catch (error) {
    options.report('A scheduled function failed', error)
    return c.json(
      { ok: false, error: { code: 'function_failed', message: 'The function failed: its error stands in the log.' } },
      500,
    )
  }
}

function refuse(c: LocalContext, code: string, message: string): Response {
  return c.json({ ok: false, error: { code, message } }, 400)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
