import type { Hono, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { type LocalContext, type LocalEnv, onlyOwn } from './own-requests.ts'
import { gatewayBytes, readBody } from './read-body.ts'

export type OperatorApiOptions = {
  /** One operator command in, one answer out. */
  operator: (command: unknown) => Promise<unknown>
  /** Scheduled functions by name; `/tick` runs one now. */
  scheduled: Record<string, () => Promise<unknown>>
  /** The pages under /console. Absent: there are none. */
  console?: { fetch: (request: Request) => Response | Promise<Response> }
  /** Who may call. Absent: every program of this machine. */
  access?: Access | undefined
  /** The console's address at a proxy in front. Absent: this machine alone. */
  consoleUrl?: string | undefined
  /** Where the console listens, if not at loopback. */
  consoleHost?: string | undefined
  /** Largest body, bytes. Absent: API Gateway's limit. */
  mostBytes?: number | undefined
  /** Writes an error to the terminal. */
  report: (message: string, error: unknown) => void
}

/** Lets requests through that have proven who sends them, and answers all others. */
export type Access = { pages: MiddlewareHandler<LocalEnv>; requests: MiddlewareHandler<LocalEnv> }

/** Error codes that only `npm start` and `serve` answer; docs/errors.md explains each. */
export const localErrorCodes = [
  'forbidden',
  'unauthorized',
  'invalid_json',
  'too_large',
  'unknown_function',
  'function_failed',
] as const
type LocalErrorCode = (typeof localErrorCodes)[number]

const operatorAnswer = z.looseObject({ ok: z.boolean() })
const tick = z.object({ function: z.string() })

/** The console, `/operator` and `/tick`. */
export function addOperator(app: Hono<LocalEnv>, options: OperatorApiOptions): void {
  const { access, consoleUrl, consoleHost: host } = options
  const open: MiddlewareHandler<LocalEnv> = (_, next) => next()
  app.all('/console/*', onlyOwn({ json: false, consoleUrl, host }), access?.pages ?? open, (c) => page(c, options))
  for (const path of ['/operator', '/tick'])
    app.use(path, onlyOwn({ json: true, consoleUrl, host }), access?.requests ?? open)
  app.post('/operator', (c) => operator(c, options))
  app.post('/tick', (c) => runScheduled(c, options))
}

/** Behind a proxy a page sees the address that its browser shows: its forms compare it with their Origin. */
function page(c: LocalContext, { console: pages, consoleUrl }: OperatorApiOptions): Response | Promise<Response> {
  if (!pages) return c.notFound()
  if (!c.var.isPublic || consoleUrl === undefined) return pages.fetch(c.req.raw)
  const { pathname, search } = new URL(c.req.url)
  return pages.fetch(new Request(new URL(`${pathname}${search}`, consoleUrl), c.req.raw))
}

async function operator(c: LocalContext, options: OperatorApiOptions): Promise<Response> {
  const body = await readBody(c.env.incoming, options.mostBytes)
  if (!body) return refuse(c, tooLarge(options.mostBytes), 413)
  const command = parseJson(body)
  if (command === undefined || isDeeperThan(deepestLevel, command)) {
    const what = command === undefined ? 'not valid JSON' : `nested deeper than ${deepestLevel} levels`
    return refuse(c, { code: 'invalid_json', message: `The body is ${what}: send {"command": "<name>", ...}.` })
  }
  const answer = operatorAnswer.parse(await options.operator(command))
  return c.json(answer, answer.ok ? 200 : 400)
}

async function runScheduled(c: LocalContext, options: OperatorApiOptions): Promise<Response> {
  const body = await readBody(c.env.incoming, options.mostBytes)
  if (!body) return refuse(c, tooLarge(options.mostBytes), 413)
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
      { code: 'function_failed', message: 'The function failed. The output of the bridge shows the error.' },
      500,
    )
  }
}

type Refusal = { code: LocalErrorCode; message: string }

const tooLarge = (mostBytes = gatewayBytes): Refusal => ({
  code: 'too_large',
  message: `The body is larger than ${Math.round(mostBytes / 1e6)} MB: send a smaller one.`,
})

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
