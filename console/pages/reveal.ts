import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { table } from '../html/table.ts'
import { showPage } from '../layout.ts'
import { resultOf } from '../result-of.ts'

/** Asks for what the sender delivered, with the reason that the history keeps. */
export function revealForm(c: ConsoleContext, id: string): Html {
  const { reveal } = c.var.texts.event
  return html`<section class="card" id="reveal"><h2>${reveal.heading}</h2><details><summary>${reveal.button}</summary>
<p>${reveal.explain}</p>
${postForm(c, {
  action: '/console/reveal',
  hidden: { id },
  body: html`<div class="fields">${field({ label: reveal.note, name: 'note', id: 'reveal-note', isRequired: true })}${field({ label: reveal.by, name: 'by', max: 100 })}</div><p><button>${reveal.button}</button></p>`,
})}</details></section>`
}

type Revealed = { id: string; contentType?: string; fields: { name: string; value: string }[]; body?: string }

/** The one page with a customer's words, besides comments: the answer to a POST, so no address and no history of a browser leads there. */
export const revealPage = new Hono<ConsoleEnv>().post('/', async (c) => {
  const { form, texts } = c.var
  const { reveal } = texts.event
  const [id, note, by] = ['id', 'note', 'by'].map((name) => form.get(name)?.trim() ?? '')
  const shown = await resultOf<Revealed>(c.var.ask, 'event.reveal', { id, note, ...(by && { by }) })
  const fields = shown.fields ?? []
  return showPage(c, {
    title: reveal.title(shown.id),
    nav: 'search',
    main: html`<p class="notice">${reveal.shown}</p>
<section class="card">${fields.length === 0 ? '' : table({ caption: shown.contentType ?? '', heads: [reveal.field, reveal.value], rows: fields.map(({ name, value }) => [name, value]) })}
${shown.body === undefined ? '' : html`<details${fields.length === 0 ? html` open` : ''}><summary>${reveal.body}</summary><pre>${shown.body.slice(0, mostShown)}</pre></details>`}</section>
<p><a href="${eventPath(shown.id)}">${reveal.back}</a></p>`,
  })
})

/** A page stays small, whatever was delivered. */
const mostShown = 40_000
