import type { Hono } from 'hono'
import { type HttpApiResult, toHttpApiEvent } from './http-api-event.ts'
import type { LocalContext, LocalEnv } from './own-requests.ts'
import { readBody } from './read-body.ts'

/** `decide`: what the links of questions lead to, beside the webhooks. */
export const families = ['shops', 'forms', 'decide'] as const

export type WebhookApiOptions = {
  webhooks: Record<(typeof families)[number], (event: unknown) => Promise<unknown>>
  now: () => number
  newId: () => string
  /** Largest body that is kept, bytes. Absent: API Gateway's limit. */
  mostBytes?: number | undefined
}

/** The routes of the webhooks, as an HTTP API passes them on. */
export function addWebhooks(app: Hono<LocalEnv>, options: WebhookApiOptions): void {
  for (const family of families) {
    // Unlike hono's wildcard, `{proxy+}` does not match the bare name.
    app.all(`/${family}`, (c) => c.notFound())
    app.all(`/${family}/*`, (c) => webhook(c, family, options))
  }
}

async function webhook(
  c: LocalContext,
  family: (typeof families)[number],
  { webhooks, now, newId, mostBytes }: WebhookApiOptions,
): Promise<Response> {
  const { incoming } = c.env
  const body = await readBody(incoming, mostBytes)
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
    { id: newId(), nowMs: now() },
  )
  const result = (await webhooks[family](event)) as HttpApiResult
  const headers = new Headers(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]))
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie)
  const answer = result.isBase64Encoded ? Buffer.from(result.body ?? '', 'base64') : result.body
  return new Response(answer, { status: result.statusCode, headers })
}
