import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused } from '../console-env.ts'
import { eventFilter, filterFields } from '../event-filter.ts'
import type { EventRow } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { hiddenFields } from '../html/form.ts'
import { type Html, html, problemPart } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { showPage } from '../layout.ts'
import { type Found, findEvents } from './find-events.ts'
import { isPersonal, searchForm } from './search-form.ts'

/** Finds events by what the customer says. With an e-mail it is a POST: no address, history or log of a browser keeps that. */
export const searchPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => await search(c, new URL(c.req.url).searchParams))
  .post('/', async (c) => {
    const fields = new URLSearchParams(c.var.form)
    fields.delete('token')
    if (isPersonal(fields)) return await search(c, fields)
    // What may stand in an address does: it can be kept, and loaded again.
    for (const [name, value] of [...fields]) if (value.trim() === '') fields.delete(name)
    return c.redirect(fields.size === 0 ? '/console/search' : `/console/search?${fields}`, 303)
  })

async function search(c: ConsoleContext, fields: URLSearchParams) {
  const { search: words } = c.var.texts
  const found = await orRefused(findEvents(c.var.ask, fields))
  if (!(found instanceof Refused) && found.only !== undefined) return c.redirect(eventPath(found.only), 303)
  return showPage(c, {
    title: words.title,
    nav: 'search',
    main: html`${searchForm(c, fields)}
${found instanceof Refused ? problemPart(found.message) : results(c, fields, found)}`,
  })
}

function results(c: ConsoleContext, fields: URLSearchParams, found: Found): Html {
  const { search: words } = c.var.texts
  const count = found.events.length
  return html`<section class="card"><h2>${words.results}</h2>
${found.looked.length === 0 ? '' : html`<p class="hint">${words.looked(found.looked.map((name) => words.by[name]))}</p>`}
${found.warnings.map((warning) => html`<p class="notice">${warning}</p>`)}
${found.unplaced === undefined ? '' : html`<p class="${found.unplaced.more ? 'notice' : 'hint'}">${words.unplaced(found.unplaced.read, found.unplaced.more)}</p>`}
${count + found.perhaps.length === 0 ? html`<p>${words.none}</p>` : ''}
${count === 0 ? '' : eventRows(c, words.caption(count), found.events)}
${found.perhaps.length === 0 ? '' : html`<h3>${words.perhaps}</h3>${eventRows(c, words.perhaps, found.perhaps)}`}
${found.isCut ? html`<p class="notice">${words.cut}</p>` : ''}
${found.cursor === undefined ? '' : nextPage(c, fields, found.cursor)}
${count === 0 ? '' : bulkLink(c, fields, found.events)}</section>`
}

/** A POST with an e-mail stays one. */
function nextPage(c: ConsoleContext, fields: URLSearchParams, cursor: string): Html {
  const { search: words } = c.var.texts
  const { cursor: _, said: __, ...others } = Object.fromEntries(fields)
  const isPost = isPersonal(fields)
  const hidden = hiddenFields({ ...others, ...(isPost && { token: c.var.token }), cursor })
  return html`<p class="hint">${words.more}</p>
<form method="${isPost ? 'post' : 'get'}" action="/console/search" class="form">${hidden}<button>${words.next}</button></form>`
}

function bulkLink(c: ConsoleContext, fields: URLSearchParams, events: readonly EventRow[]): Html {
  if (isPersonal(fields) || (fields.get('q') ?? '').trim() !== '' || events.length < 2) return html``
  return html`<p><a href="/console/bulk?${filterFields(eventFilter(fields))}">${c.var.texts.search.bulk}</a></p>`
}
