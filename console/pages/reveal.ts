import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { LineView } from '../event-shapes.ts'
import { field, postForm } from '../html/form.ts'
import { facts, type Html, html, table } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { leave, showPage } from '../layout.ts'

/** Asks for what the sender delivered, with the reason that the history keeps. */
export function revealForm(c: ConsoleContext, id: string): Html {
  const { reveal } = c.var.texts.event
  return html`<section class="card" id="reveal"><h2>${reveal.heading}</h2><details><summary>${reveal.button}</summary>
<p>${reveal.explain}</p>
${postForm(c, {
  action: '/console/reveal',
  hidden: { id },
  body: html`${field({ label: reveal.note, name: 'note', id: 'reveal-note', isRequired: true })}<p><button>${reveal.button}</button></p>`,
})}</details></section>`
}

type Said = { email?: string; lines?: 'all' | LineView[]; reason?: string; note?: string; text?: string }
type Revealed = {
  id: string
  contentType?: string
  /** Of each command. */
  said?: Said[]
  fields: { name: string; value: string }[]
  body?: string
  more?: boolean
}

/** The one page with a customer's words, besides comments: the answer to a POST, so only this browser comes back to it, for ten minutes (http/shown-pages.ts). */
export const revealPage = new Hono<ConsoleEnv>().get('/', toItsPage).post('/', async (c) => {
  const { form, texts } = c.var
  const { reveal } = texts.event
  const [id, note] = ['id', 'note'].map((name) => form.get(name)?.trim() ?? '')
  const shown = await orRefused(resultOf<Revealed>(c.var.ask, 'event.reveal', { id, note }))
  if (shown instanceof Refused) {
    if (shown.code === 'not_found') throw shown
    return leave(c, eventPath(id ?? ''), { kind: 'problem', text: shown.message })
  }
  const { fields, isCut } = withinPage(shown)
  return showPage(c, {
    title: reveal.title(shown.id),
    nav: 'search',
    main: html`<p class="notice">${reveal.shown}</p>
${isCut ? html`<p class="notice">${reveal.cut}</p>` : ''}
${(shown.said ?? []).slice(0, 2).map((one) => saidPart(c, one))}
<section class="card">${fields.length === 0 ? '' : table({ caption: shown.contentType ?? '', heads: [reveal.field, reveal.value], rows: fields.map(({ name, value }) => [name, value]) })}
${shown.body === undefined ? '' : html`<details${fields.length === 0 ? html` open` : ''}><summary>${reveal.body}</summary><pre>${shown.body.slice(0, mostBody)}</pre></details>`}</section>
<p><a href="${eventPath(shown.id)}">${reveal.back}</a></p>`,
  })
})

/** Once the page is no longer kept. */
function toItsPage(c: ConsoleContext) {
  return c.redirect(eventPath(c.req.query('id') ?? ''), 303)
}

/** What a person looks for first; all of it is in the fields below. */
function saidPart(c: ConsoleContext, { email, lines = [], reason, note, text }: Said): Html {
  const { reveal, allLines } = c.var.texts.event
  const named = ({ sku, name, itemVariationId, orderItemId }: LineView) => sku ?? name ?? itemVariationId ?? orderItemId
  const short = (words = '', most = 200) => words && html`<span class="words">${words.slice(0, most)}</span>`
  const rows = lines === 'all' ? [] : lines.slice(0, 20)
  const all = lines === 'all' ? html`<p>${allLines}</p>` : ''
  return html`<section class="card">${facts([
    [reveal.email, email],
    [reveal.reason, short(reason)],
    [reveal.words, short(note ?? text, 2_000)],
  ])}
${rows.length === 0 ? all : table({ caption: reveal.articles, heads: [reveal.article, reveal.quantity, reveal.reason], rows: rows.map((line) => [short(`${named(line) ?? ''}`), line.quantity, short(line.reason)]) })}</section>`
}

/** A page stays small, whatever was delivered: one field, all of them, and the body. */
const [mostValue, mostValues, mostBody] = [4_000, 30_000, 20_000]

function withinPage({ fields = [], body = '', more }: Revealed) {
  let room = mostValues
  let isCut = more === true || body.length > mostBody
  const shown: Revealed['fields'] = []
  for (const { name, value } of fields) {
    const field = { name: name.slice(0, mostValue), value: value.slice(0, mostValue) }
    // The table around a field counts too.
    room -= field.name.length + field.value.length + rowLength
    if (field.name.length < name.length || field.value.length < value.length) isCut = true
    if (room >= 0) shown.push(field)
    else isCut = true
  }
  return { fields: shown, isCut }
}

const rowLength = 80
