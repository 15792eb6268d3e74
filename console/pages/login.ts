import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { LoginView } from '../event-shapes.ts'
import { postForm, tick } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { withLinks } from '../html/with-links.ts'
import { leave, showPage } from '../layout.ts'

/** States in which no call leaves until a person acts. */
const closed = new Set(['refused', 'used-up', 'not-configured'])

/** Where the login stands: a line where all is well, and a warning where it is not. */
export function loginPart(c: ConsoleContext, { state, says }: LoginView): Html {
  const { login: words } = c.var.texts
  if (!closed.has(state))
    return state === 'open' ? html`` : html`<p class="notice">${words.title}: ${withLinks(c, says)}</p>`
  return html`<div class="notice problem"><p>${words.title}: ${withLinks(c, says)}</p><p><a class="button" href="/console/login">${words.toReset}</a></p></div>`
}

type Reset = { released: number; more: boolean }

/** Where the login stands, and the reset, which a person confirms: a wrong password counts against the user. */
export const loginPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { login: words } = c.var.texts
    const login = await resultOf<LoginView>(c.var.ask, 'login.status')
    const reset = html`<section class="card"><h2>${words.reset}</h2><p>${words.explain}</p>${postForm(c, {
      action: '/console/login',
      body: html`${tick({ label: words.known, name: 'known', isRequired: true })}<p><button class="risky">${words.reset}</button></p>`,
    })}</section>`
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`<section class="card"><p class="notice${login.state === 'open' ? ' done' : ''}">${withLinks(c, login.says)}</p></section>${reset}`,
    })
  })
  .post('/', async (c) => {
    const { login: words } = c.var.texts
    if (c.var.form.get('known') !== 'yes') return leave(c, '/console/login', { kind: 'problem', text: words.notKnown })
    const reset = await orRefused(resultOf<Reset>(c.var.ask, 'login.reset'))
    if (reset instanceof Refused) return leave(c, '/console/login', { kind: 'problem', text: reset.message })
    return leave(c, '/console', { kind: 'done', text: words.done(reset.released, reset.more) })
  })
