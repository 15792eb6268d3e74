import type { Hono, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { pageHeaders } from '../../console/http/page-headers.ts'
import type { Access } from '../operator-api.ts'
import { isFromHere, type LocalContext, type LocalEnv, onlyOwn } from '../own-requests.ts'
import { readBody } from '../read-body.ts'
import { keyPage, loginPage } from './login-page.ts'
import type { CheckPassword } from './password.ts'
import { createSessions, createTries, isSame } from './sessions.ts'

export type AccessOptions = {
  /** The launch key. It opens on this machine alone. */
  key: string
  /** Absent: nobody gets in without the key. */
  password?: CheckPassword | undefined
  consoleUrl?: string | undefined
  consoleHost?: string | undefined
  language: 'en' | 'de'
  /** ms of a clock that only goes on. */
  now: () => number
}

const hours = 12
const mostFormBytes = 4_096
const firstPages = ['/', '/console']
/** The look of the login page, without anything of the bridge. */
const openPath = '/console/style.css'

/** Who may use the console, `/operator` and `/tick`: the launch key, or what a browser got for it or for the password. */
export function createAccess(options: AccessOptions): Access & { addLogin: (app: Hono<LocalEnv>) => void } {
  const { key, password, consoleUrl, consoleHost: host, language, now } = options
  const sessions = createSessions(now)
  const tries = createTries(now)
  const isHttps = consoleUrl?.startsWith('https:') === true

  const isHere = (c: LocalContext): boolean => !c.var.isPublic && isFromHere(c, host)

  function isKnown(c: LocalContext): boolean {
    const [, bearer] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (bearer !== undefined) return isHere(c) && isSame(bearer, key)
    const session = sessions.find(getCookie(c, cookieOf(c)) ?? '')
    return session !== undefined && (!session.byKey || isHere(c))
  }

  function letIn(c: LocalContext, byKey: boolean): void {
    const maxAge = hours * 3_600
    const token = sessions.open({ byKey, endsAt: now() + maxAge * 1_000 })
    const secure = c.var.isPublic && isHttps
    setCookie(c, cookieOf(c), token, { path: '/', httpOnly: true, sameSite: 'Strict', maxAge, secure })
  }

  /** The address without the key, so that no history keeps it. */
  function takeKey(c: LocalContext, given: string): Response | Promise<Response> {
    if (!isHere(c) || !isSame(given, key)) return refusePage(c)
    letIn(c, true)
    c.header('cache-control', 'no-store')
    const url = new URL(c.req.url)
    url.searchParams.delete('key')
    return c.redirect(`${url.pathname}${url.search}`, 303)
  }

  function refusePage(c: LocalContext): Response | Promise<Response> {
    if (password && c.req.method === 'GET') return c.redirect('/login', 303)
    c.header('content-security-policy', "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'")
    return c.html(password ? loginPage(language, 'none') : keyPage(language), password ? 401 : 403)
  }

  const pages: MiddlewareHandler<LocalEnv> = async (c, next) => {
    // Other pages have a `key` of their own.
    const given = firstPages.includes(c.req.path) && c.req.method === 'GET' ? c.req.query('key') : undefined
    if (given !== undefined) return await takeKey(c, given)
    const isLook = c.req.method === 'GET' && c.req.path === openPath
    return isKnown(c) || isLook ? await next() : await refusePage(c)
  }

  const requests: MiddlewareHandler<LocalEnv> = async (c, next) => {
    if (isKnown(c)) return await next()
    const message =
      'The launch key is needed: send Authorization: Bearer with the key in run.json, or use --data <dir>.'
    return c.json({ ok: false, error: { code: 'unauthorized', message } }, 401)
  }

  async function logIn(c: LocalContext, check: CheckPassword): Promise<Response> {
    const body = await readBody(c.env.incoming, mostFormBytes)
    if (!body) return await c.html(loginPage(language, 'wrong'), 413)
    if (!tries.begin()) return await c.html(loginPage(language, 'wait'), 429, { 'retry-after': '60' })
    if (!(await check(new URLSearchParams(body.toString('utf8')).get('password') ?? '')))
      return await c.html(loginPage(language, 'wrong'), 401)
    tries.takeBack()
    letIn(c, false)
    return c.redirect('/console', 303)
  }

  return {
    pages,
    requests,
    addLogin(app) {
      if (!password) return
      app.use('/login', pageHeaders, onlyOwn({ json: false, consoleUrl, host }))
      app.get('/login', (c) => c.html(loginPage(language, 'none')))
      app.post('/login', (c) => logIn(c, password))
    },
  }
}

/** Cookies know no ports: each bridge of a machine has its own. */
const cookieOf = (c: LocalContext): string => `bridge-session-${c.env.incoming.socket.localPort}`
