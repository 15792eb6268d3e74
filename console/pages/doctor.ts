import { Hono } from 'hono'
import { type ConsoleEnv, resultOf } from '../console-env.ts'
import { postForm } from '../html/form.ts'
import { html, table } from '../html/html.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage } from '../layout.ts'

type Checked = { healthy: boolean; checks: { check: string; state: string; says: string }[] }

/** Runs the checks on a press of a button: they use calls of the back office, and perhaps a login. */
export const doctorPage = new Hono<ConsoleEnv>()
  .get('/', (c) => {
    const { doctor: words } = c.var.texts
    const main = html`<section class="card"><p>${words.explain}</p>${postForm(c, { action: '/console/doctor', body: html`<button class="main">${words.run}</button>` })}</section>`
    return showPage(c, { title: words.title, nav: 'overview', main })
  })
  .post('/', async (c) => {
    const { doctor: words } = c.var.texts
    const { healthy, checks } = await resultOf<Checked>(c.var.ask, 'doctor')
    const rows = checks.map(({ check, state, says }) => [check, words.states[state] ?? state, withLinks(c, says)])
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`<p class="notice ${healthy ? 'done' : 'problem'}" role="status">${healthy ? words.healthy : words.notHealthy}</p>
<section class="card">${table({ caption: words.title, heads: [words.check, words.state, words.says], rows })}</section>`,
    })
  })
