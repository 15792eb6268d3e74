import { canaries } from './canaries.ts'

type Fetch = typeof fetch
type Request = { method: string; path: string; sent: string; real: () => Promise<Response> }

/** Everything of a request, as a careless server repeats it. */
const echo = ({ path, sent }: Request): string => `cannot take ${sent} at ${decodeURIComponent(path)}`

const said = (status: number, body: (words: string) => unknown) => async (request: Request) =>
  Response.json(body(echo(request)), { status })

const isWrite = ({ method, path }: Request) => method === 'POST' && !path.startsWith('/rest/login')
const isLogin = ({ path }: Request) => path.startsWith('/rest/login')

/** Ways in which a back office fails and says too much. Each answers a request, or lets it through. */
export const ways: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  works: ({ real }) => real(),
  'refuses writes with a sentence': (request) =>
    isWrite(request) ? said(422, (words) => ({ error: { message: words } }))(request) : request.real(),
  'refuses writes by field': (request) =>
    isWrite(request)
      ? said(422, (words) => ({ validation_errors: { text: [words, [words.slice(0, 300)]] } }))(request)
      : request.real(),
  'refuses writes with a text': async (request) =>
    isWrite(request) ? new Response(echo(request), { status: 400 }) : await request.real(),
  'refuses comments alone': (request) =>
    isWrite(request) && request.path.includes('comments')
      ? said(422, (words) => ({ message: words }))(request)
      : request.real(),
  'refuses reads': (request) =>
    isWrite(request) || isLogin(request) ? request.real() : said(422, (words) => ({ error: words }))(request),
  'forbids everything': (request) =>
    isLogin(request) ? request.real() : said(403, (words) => ({ error: words }))(request),
  'answers a page': async (request) =>
    isLogin(request) ? await request.real() : new Response(`<html>${echo(request)}</html>`, { status: 500 }),
  'answers something else': (request) =>
    isLogin(request) ? request.real() : said(200, (words) => ({ [words]: words, id: words }))(request),
  'takes writes and loses its answer': async (request) => {
    const answer = await request.real()
    if (isWrite(request)) throw new TypeError(`terminated ${echo(request)}`)
    return answer
  },
  'takes writes and answers 500': async (request) => {
    const answer = await request.real()
    return isWrite(request) ? Response.json({ error: echo(request) }, { status: 500 }) : answer
  },
  'refuses every token': (request) =>
    isLogin(request) ? request.real() : said(401, (words) => ({ error: words }))(request),
  'refuses the login': (request) =>
    isLogin(request) ? said(401, (words) => ({ error: words }))(request) : request.real(),
  'breaks at the login': (request) =>
    isLogin(request) ? said(500, (words) => ({ error: words }))(request) : request.real(),
}

/** A sandbox that knows the canary password, fails in one way at a time, and remembers what it was sent and which tokens it gave. */
export function createCarelessOffice() {
  const received: string[] = []
  const tokens: string[] = []
  let way = 'works'
  const fetchOf =
    (real: Fetch): Fetch =>
    async (input, init) => {
      const url = new URL(String(input))
      const sent = init?.body ? Buffer.from(init.body as Uint8Array).toString() : ''
      const headers = new Headers(init?.headers)
      received.push(`${decodeURIComponent(url.search)} ${sent}`)
      const request = {
        method: init?.method ?? 'GET',
        path: url.pathname + url.search,
        sent: `${sent} ${headers.get('authorization') ?? ''}`,
        real: async () => {
          const body = sent.replace(canaries.password, 'demo-password')
          const response = await real(input, { ...init, ...(init?.body && { body: Buffer.from(body) }) })
          if (url.pathname !== '/rest/login') return response
          const login = (await response.json()) as Record<string, unknown>
          const token = login.access_token ?? login.accessToken
          if (typeof token === 'string') tokens.push(token)
          return Response.json(login, { status: response.status })
        },
      }
      const answer = ways[way]
      if (!answer) throw new Error(`no such way: ${way}`)
      return await answer(request)
    }
  const go = (next: string): void => {
    way = next
  }
  return { fetchOf, received, tokens, go }
}
