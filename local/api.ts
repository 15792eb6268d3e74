import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type HttpApiResult, toHttpApiEvent } from './http-api-event.ts'
import { type LocalEnv, ownPages, ownRequests } from './own-requests.ts'
import { readBody } from './read-body.ts'
import { startPage } from './start-page.ts'

export type ApiOptions = {
  webhooks: Record<'shops' | 'forms', (event: unknown) => Promise<unknown>>
  /** One operator command in, one answer out. */
  operator: (command: unknown) => Promise<unknown>
  /** Scheduled functions by name; `/tick` runs one now. */
  scheduled: Record<string, () => Promise<unknown>>
  /** The pages under /console. Absent: there are none. */
  console?: { fetch: (request: Request) => Response | Promise<Response> }
  /** Absent if another back office is used. */
  sandboxUrl?: string | undefined
  now: () => number
  newId: () => string
  /** Writes an error to the terminal. */
  report: (message: string, error: unknown) => void
}

/** Error codes that only `npm start` answers; docs/errors.md explains each. */
export const localErrorCodes = [
  'forbidden',
  'invalid_json',
  'too_large',
  'unknown_function',
  'function_failed',
] as const
type LocalErrorCode = (typeof localErrorCodes)[number]

const operatorAnswer = z.looseObject({ ok: z.boolean() })
const tick = z.object({ function: z.string() })

/** The bridge's HTTP side on one machine: webhooks as an HTTP API passes them on, the console, `/operator` and `/tick`. */
export function createApi(options: ApiOptions): Server {
  const app = new Hono<LocalEnv>()
  app.get('/', ownRequests, (c) => {
    // `ownRequests` has checked that Host is this address.
    const page = startPage({ url: new URL(c.req.url).origin, sandboxUrl: options.sandboxUrl })
    // A browser goes to the console, and a terminal shows the text.
    return c.body(page, 303, { location: '/console', 'content-type': 'text/plain; charset=utf-8' })
  })
  app.all('/console/*', ownPages, (c) => options.console?.fetch(c.req.raw) ?? c.notFound())
  for (const family of ['shops', 'forms'] as const) {
    // Unlike hono's wildcard, `{proxy+}` does not match the bare name.
    app.all(`/${family}`, (c) => c.notFound())
    app.all(`/${family}/*`, (c) => webhook(c, family, options))
  }
  app.use('/operator', ownRequests)
  app.post('/operator', (c) => operator(c, options))
  app.use('/tick', ownRequests)
  app.post('/tick', (c) => runScheduled(c, options))
  app.notFound((c) => c.json({ message: 'Not Found' }, 404))
  app.onError((error, c) => {
    options.report(`${c.req.method} ${c.req.routePath} failed`, error)
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  // The default options make a plain HTTP/1.1 server.
  return createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
}

type LocalContext = Context<LocalEnv>

async function webhook(c: LocalContext, family: 'shops' | 'forms', options: ApiOptions): Promise<Response> {
  const { incoming } = c.env
  const body = await readBody(incoming)
  // The message of API Gateway.
  if (!body) return c.json({ message: 'Request Entity Too Large' }, 413)
  const event = toHttpApiEvent(
    {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      body,
      sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    },
    family,
    { id: options.newId(), nowMs: options.now() },
  )
  const result = (await options.webhooks[family](event)) as HttpApiResult
  const headers = new Headers(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]))
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie)
  const answer = result.isBase64Encoded ? Buffer.from(result.body ?? '', 'base64') : result.body
  return new Response(answer, { status: result.statusCode, headers })
}

async function operator(c: LocalContext, options: ApiOptions): Promise<Response> {
  const body = await readBody(c.env.incoming)
  if (!body) return refuse(c, tooLarge, 413)
  const command = parseJson(body)
  if (command === undefined || isDeeperThan(deepestLevel, command)) {
    const what = command === undefined ? 'not valid JSON' : `nested deeper than ${deepestLevel} levels`
    return refuse(c, { code: 'invalid_json', message: `The body is ${what}: send {"command": "<name>", ...}.` })
  }
  const answer = operatorAnswer.parse(await options.operator(command))
  return c.json(answer, answer.ok ? 200 : 400)
}

async function runScheduled(c: LocalContext, options: ApiOptions): Promise<Response> {
  const body = await readBody(c.env.incoming)
  if (!body) return refuse(c, tooLarge, 413)
  const names = Object.keys(options.scheduled)
  const parsed = tick.safeParse(parseJson(body))
  const run =
    parsed.success && Object.hasOwn(options.scheduled, parsed.data.function)
      ? options.scheduled[parsed.data.function]
      : undefined
  if (!run) {
    return refuse(c, {
      code: 'unknown_function',
      message: `Send {"function": "<name>"} with one of: ${names.join(', ')}.`,
    })
  }
  try {
    return c.json({ ok: true, result: (await run()) ?? null })
  } catch (error) {
    options.report('A scheduled function failed', error)
    return refuse(
      c,
      { code: 'function_failed', message: 'The function failed. The terminal of npm start shows the error.' },
      500,
    )
  }
}

type Refusal = { code: LocalErrorCode; message: string }

const tooLarge: Refusal = { code: 'too_large', message: 'The body is larger than 10 MB: send a smaller one.' }

function refuse(c: LocalContext, error: Refusal, status: 400 | 413 | 500 = 400): Response {
  return c.json({ ok: false, error }, status)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** More than any command needs. Code that walks a much deeper value would exceed the stack's limit. */
const deepestLevel = 100

/** Checks level by level: a recursion would exceed the stack's limit itself. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value].filter(isObject)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((object) => Object.values(object)).filter(isObject)
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
