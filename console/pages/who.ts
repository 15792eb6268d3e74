import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { field, postForm } from '../html/form.ts'
import { html } from '../html/html.ts'
import { leave, showPage } from '../layout.ts'

/** Who decides in this browser, to be said or changed. */
export const whoPage = new Hono<ConsoleEnv>()
  .get('/', (c) => askWho(c))
  .post('/', (c) => {
    const { who } = c.var.texts
    const isSaid = c.var.by !== undefined && c.var.by === c.var.form.get('who')?.trim()
    if (!isSaid) return leave(c, '/console/who', { kind: 'problem', text: who.invalid })
    return leave(c, '/console', { kind: 'done', text: who.saved })
  })

/** Asks who decides. What was sent without a name goes on with it: the page holds its fields. */
export function askWho(c: ConsoleContext) {
  const { form, texts, by } = c.var
  const { who } = texts
  const url = new URL(c.req.url)
  const sent = [...(form ?? [])].filter(([name]) => name !== 'token' && name !== 'who')
  return showPage(c, {
    title: who.title,
    main: html`${form ? html`<p class="notice" role="status">${form.has('who') ? who.invalid : who.waits}</p>` : ''}
<section class="card"><p>${who.explain}</p>${postForm(c, {
      action: `${url.pathname}${url.search}`,
      body: html`${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({ label: who.name, name: 'who', value: by ?? '', max: 80, isRequired: true })}<p><button class="main">${who.save}</button></p>`,
    })}</section>`,
  })
}
