import { Hono } from 'hono'
import { eventStatuses } from '../../lib/inbox/event.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused } from '../console-env.ts'
import { eventFilter, filterFields } from '../event-filter.ts'
import type { EventRow } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { choice, field, hiddenFields, postForm, tick } from '../html/form.ts'
import { type Html, html, problemPart } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { showPage } from '../layout.ts'
import { type Found, findEvents } from './find-events.ts'

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

/** Whether the fields name a person: then they stay out of addresses. */
export const isPersonal = (fields: URLSearchParams): boolean =>
  (fields.get('q') ?? '').includes('@') || (fields.get('email') ?? '').trim() !== ''

/** The box for what the customer says, and the filters. */
export function searchForm(c: ConsoleContext, fields: URLSearchParams): Html {
  const { search: words } = c.var.texts
  const isFiltered = filterNames.some((name) => (fields.get(name) ?? '') !== '')
  return html`<section class="card">${postForm(c, {
    action: '/console/search',
    body: html`<div class="fields">${field({ label: words.box, name: 'q', type: 'search', value: fields.get('q') ?? '', hint: words.boxHint, isWide: true, isFirst: fields.size === 0 })}</div>
<details${isFiltered ? html` open` : ''}><summary>${words.filters}</summary>${filterFieldsOf(c, fields)}</details>
<p><button class="main">${words.button}</button></p>`,
  })}</section>`
}

const filterNames = ['status', 'source', 'reason', 'orderId', 'externalNumber', 'label', 'from', 'to', 'withdrawal']

/** The fields of a filter, as the search and the pages for many events have them. */
export function filterFieldsOf(c: ConsoleContext, fields: URLSearchParams): Html {
  const { search: words, statuses, reasons } = c.var.texts
  const fieldOf = (name: string) => fields.get(name) ?? ''
  const codes = (['held', 'failed', 'ignored'] as const).flatMap((status) =>
    reasonsByStatus[status].map((code) => [code, `${statuses[status]}: ${reasons[code]}`] as const),
  )
  return html`<div class="fields">
${choice({ label: words.fields.status, name: 'status', value: fieldOf('status'), options: [['', words.any], ...eventStatuses.map((status) => [status, statuses[status]] as const)] })}
${choice({ label: words.fields.reason, name: 'reason', value: fieldOf('reason'), options: [['', words.any], ...codes] })}
${field({ label: words.fields.source, name: 'source', value: fieldOf('source'), max: 63 })}
${field({ label: words.fields.orderId, name: 'orderId', value: fieldOf('orderId'), max: 16 })}
${field({ label: words.fields.externalNumber, name: 'externalNumber', value: fieldOf('externalNumber'), max: 200 })}
${field({ label: words.fields.label, name: 'label', value: fieldOf('label'), max: 200 })}
${field({ label: words.fields.from, name: 'from', type: 'date', value: fieldOf('from') })}
${field({ label: words.fields.to, name: 'to', type: 'date', value: fieldOf('to') })}
</div>${tick({ label: words.fields.withdrawal, name: 'withdrawal', isOn: fieldOf('withdrawal') === 'yes' })}`
}
