import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleContext } from './console-env.ts'
import { type Html, html, problemPart } from './html/html.ts'
import type { Flash } from './http/flashes.ts'

export const navEntries = ['overview', 'search', 'orders', 'bulk', 'month', 'senders', 'sandbox'] as const
export type NavEntry = (typeof navEntries)[number]

const paths: Readonly<Record<NavEntry, string>> = {
  overview: '/console',
  search: '/console/search',
  orders: '/console/orders',
  bulk: '/console/bulk',
  month: '/console/month',
  senders: '/console/senders',
  sandbox: '/console/sandbox',
}

export type Page = {
  /** The page's only h1. */
  title: string
  /** The entry of the navigation that the page belongs to. */
  nav?: NavEntry
  main: Html | readonly Html[]
  /** Seconds after which a browser without scripts loads the page again. */
  reloadAfter?: number
  status?: ContentfulStatusCode
  /** What needs a person, in the tab's title. */
  count?: number
}

/** One page of the console: the shell, what the last action led to, and its content. */
export function showPage(c: ConsoleContext, page: Page): Response | Promise<Response> {
  const said = c.req.query('said')
  const flash = said === undefined ? undefined : c.var.flashes.take(said)
  return c.html(shell(c, page, flash), page.status ?? 200)
}

function shell(c: ConsoleContext, { title, nav, main, reloadAfter, count }: Page, flash: Flash | undefined): Html {
  const { texts, language, stage, by } = c.var
  const { who } = texts
  const place = stage ?? texts.shell.thisMachine
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${count ? `(${count}) ` : ''}${title} · ${place} · backoffice-bridge</title>
<link rel="stylesheet" href="/console/style.css">
<link rel="icon" href="data:,">
${reloadAfter === undefined ? '' : html`<noscript><meta http-equiv="refresh" content="${reloadAfter}"></noscript>`}
<script src="/console/live.js" defer></script>
</head>
<body>
<a class="skip" href="#main">${texts.shell.skip}</a>
<header class="top">
  <p class="brand"><a href="/console">backoffice-bridge</a> <span class="place">${place}</span></p>
  <nav aria-label="${texts.shell.navigation}"><ul>${navEntries.map((entry) => navItem(c, entry, nav))}</ul></nav>
</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${flash ? flashPart(flash) : ''}
${main}
</main>
<footer><p class="hint">${by === undefined ? who.unsaid : who.said(by)} <a href="/console/who">${who.change}</a></p></footer>
</body>
</html>`
}

const navItem = (c: ConsoleContext, entry: NavEntry, current: NavEntry | undefined): Html =>
  html`<li><a href="${paths[entry]}"${entry === current ? html` aria-current="page"` : ''}>${c.var.texts.nav[entry]}</a></li>`

const flashPart = ({ kind, text }: Flash): Html =>
  html`<p class="notice ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}">${text}</p>`

type Problem = { title: string; text: string | Html[]; status: ContentfulStatusCode }

/** A page that says why there is no other one, and where to go on. */
export const showProblem = (c: ConsoleContext, { title, text, status }: Problem) =>
  showPage(c, {
    title,
    status,
    main: html`${problemPart(text)}
<p><a href="/console">${c.var.texts.problem.toOverview}</a></p>`,
  })

/** Ends a POST: the browser gets the page at `path`, which shows the flash once. A reload then repeats nothing. */
export function leave(c: ConsoleContext, path: string, flash?: Flash): Response {
  if (!flash) return c.redirect(path, 303)
  const id = c.var.flashes.keep(flash)
  return c.redirect(`${path}${path.includes('?') ? '&' : '?'}said=${encodeURIComponent(id)}`, 303)
}
