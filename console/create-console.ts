import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { decisions } from '../lib/operator/decisions.ts'
import { createAssets } from './assets.ts'
import { createRuns } from './bulk/runs.ts'
import { type Ask, type ConsoleContext, type ConsoleEnv, Refused } from './console-env.ts'
import { withLinks } from './html/with-links.ts'
import { createFlashes } from './http/flashes.ts'
import { limitBody, ownForms } from './http/own-forms.ts'
import { pageHeaders } from './http/page-headers.ts'
import { formToken, sessionOf, startSession } from './http/session.ts'
import { shownPages } from './http/shown-pages.ts'
import { createTurns, TooManyWait } from './http/turns.ts'
import { knowWho, mustKnowWho, NobodySaid } from './http/who.ts'
import { createLanguageOf } from './language-of.ts'
import { showProblem } from './layout.ts'
import { absentPart } from './pages/absent-part.ts'
import { auditPage } from './pages/audit.ts'
import { bulkPage } from './pages/bulk.ts'
import { commentPage } from './pages/comment.ts'
import { commentsPage } from './pages/comments.ts'
import { comparePage } from './pages/compare.ts'
import { correctPage } from './pages/correct.ts'
import { doctorPage } from './pages/doctor.ts'
import { eventPage } from './pages/event.ts'
import { forgetPage } from './pages/forget.ts'
import { forgetPersonPage } from './pages/forget-person.ts'
import { linkPage } from './pages/link.ts'
import { loginPage } from './pages/login.ts'
import { monthPage } from './pages/month.ts'
import { orderPage } from './pages/order.ts'
import { ordersPage } from './pages/orders.ts'
import { overviewPage } from './pages/overview.ts'
import { pausePage } from './pages/pause.ts'
import { planPage } from './pages/plan.ts'
import { returnPage } from './pages/return.ts'
import { revealPage } from './pages/reveal.ts'
import { searchPage } from './pages/search.ts'
import { askWho, whoPage } from './pages/who.ts'
import { pageTexts } from './texts/languages.ts'

export type ConsoleOptions = {
  ask: Ask
  now: () => number
  /** Random, and unguessable for others. */
  newId: () => string
  /** Makes the tokens of forms: random, and new for each process. */
  secret: string
  /** Name of the deployed stage; absent: the bridge of this machine. */
  stage?: string | undefined
  /** Pages under /console/senders and /console/sandbox; without them a page says where they are. */
  senders?: Hono<ConsoleEnv> | undefined
  sandbox?: Hono<ConsoleEnv> | undefined
  /** Writes an error to the terminal. */
  report: (message: string, error: unknown) => void
}

const pages = {
  '/console': overviewPage,
  '/console/search': searchPage,
  '/console/event': eventPage,
  '/console/reveal': revealPage,
  '/console/plan': planPage,
  '/console/compare': comparePage,
  '/console/link': linkPage,
  '/console/correct': correctPage,
  '/console/orders': ordersPage,
  '/console/order': orderPage,
  '/console/return': returnPage,
  '/console/comment': commentPage,
  '/console/comments': commentsPage,
  '/console/forget': forgetPage,
  '/console/month': monthPage,
  '/console/forget-person': forgetPersonPage,
  '/console/pause': pausePage,
  '/console/login': loginPage,
  '/console/doctor': doctorPage,
  '/console/audit': auditPage,
  '/console/who': whoPage,
}

/** The console: pages over the operator's commands, all under /console. Who may reach it is decided around it. */
export function createConsole(options: ConsoleOptions): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  app.use('/console/*', pageHeaders)
  app.route('/console', createAssets())
  app.use('/console/*', withTools(options), limitBody, ownForms(options.secret), shownPages(), knowWho)
  for (const [path, page] of Object.entries(pages)) app.route(path, page)
  app.route('/console/bulk', bulkPage(createRuns(options)))
  app.route('/console/senders', options.senders ?? absentPart('senders'))
  app.route('/console/sandbox', options.sandbox ?? absentPart('sandbox'))
  app.notFound((c) => {
    // Outside of the console.
    if (!c.var.texts) return c.text('Not found', 404)
    const { pathname, search } = new URL(c.req.url)
    if (pathname.endsWith('/')) return c.redirect(`${pathname.replace(/\/+$/, '')}${search}`, 303)
    const { notFound, notFoundText } = c.var.texts.problem
    return showProblem(c, { title: notFound, text: notFoundText, status: 404 })
  })
  app.onError((error, c) => explain(error, c, options))
  return app
}

/** Asks in turn, names who decides, and asks nothing that only a page wanted whose reader has gone. */
function asking(c: ConsoleContext, ask: Ask): Ask {
  const gone = c.req.method === 'GET' ? c.req.raw.signal : undefined
  return async (command) => {
    const isDecision = decisions.has(command.command) && command.dryRun !== true
    return await ask(isDecision ? { ...command, by: mustKnowWho(c) } : command, gone)
  }
}

function withTools({ ask, now, newId, secret, stage }: ConsoleOptions) {
  const turns = createTurns()
  const inTurn: Ask = (command, gone) => turns(() => ask(command, gone), gone)
  const languageOf = createLanguageOf(inTurn, now)
  const flashes = createFlashes(newId)
  return async (c: ConsoleContext, next: () => Promise<void>): Promise<void> => {
    const language = await languageOf()
    const known = sessionOf(c)
    const session = known ?? newId()
    if (known === undefined) startSession(c, session)
    const tools = { ask: asking(c, inTurn), now, newId, stage, language, texts: pageTexts[language], flashes }
    for (const [name, tool] of Object.entries(tools)) c.set(name as keyof typeof tools, tool as never)
    c.set('token', formToken(secret, session))
    await next()
  }
}

const statuses: Readonly<Record<Refused['code'], ContentfulStatusCode>> = {
  invalid: 400,
  unknown_command: 400,
  not_found: 404,
  conflict: 409,
  note_required: 409,
  rejected: 422,
  retry_later: 503,
  login_closed: 503,
  outcome_unknown: 502,
  internal: 500,
}

/** The operator's own sentence, or that something failed; never a stack. */
function explain(error: unknown, c: ConsoleContext, { report }: ConsoleOptions) {
  const problem = c.var.texts?.problem
  if (error instanceof NobodySaid) return askWho(c)
  // Nobody reads what is answered now.
  if (c.req.raw.signal.aborted) return c.body(null, 503)
  if (error instanceof TooManyWait && problem)
    return showProblem(c, { title: problem.refused.retry_later, text: c.var.texts.who.busy, status: 503 })
  if (error instanceof Refused && problem) {
    return showProblem(c, {
      title: problem.refused[error.code],
      text: withLinks(c, error.message),
      status: statuses[error.code],
    })
  }
  report(`${c.req.method} ${c.req.path} failed`, error)
  if (!problem) return c.text('The page failed', 500)
  return showProblem(c, { title: problem.failed, text: problem.failedText, status: 500 })
}
