import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, Refused, resultOf } from '../console-env.ts'
import type { EventView, OrderView } from '../event-shapes.ts'
import { askedFor } from '../html/asked-for.ts'
import { eventName } from '../html/event-rows.ts'
import { field, postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { eventPath } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage } from '../layout.ts'
import { returnsOf } from '../what-is-known.ts'

const most = 30

/** The request beside the returns of its order: a person says which one it belongs to. */
export const linkPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const id = c.req.query('id') ?? ''
  const event = await resultOf<EventView>(c.var.ask, 'event.get', { id })
  const orderId = event.orderId ?? event.reason?.orderId
  const returns = orderId === undefined ? [] : await returnsOf(c, orderId)
  const { event: words } = c.var.texts
  return showPage(c, {
    title: words.link.title,
    nav: 'search',
    main: html`<p>${eventName(c, event)}</p>${event.reason ? html`<p class="notice">${withLinks(c, event.reason.text, { id, orderId })}</p>` : ''}
<div class="cards"><section class="card"><h2>${words.link.request}</h2>${askedFor(c, event)}</section>
<section class="card"><h2>${orderId === undefined ? words.link.noOrder : words.link.returns(orderId)}</h2>
${returns instanceof Refused ? html`<p class="notice problem">${returns.message}</p>` : returnParts(c, event, returns)}
${linkForm(c, event)}</section></div>
<p><a href="${eventPath(event.id)}">${words.link.back}</a></p>`,
  })
})

/** Those that the reason names come first. */
function returnParts(c: ConsoleContext, event: EventView, returns: readonly OrderView[]): Html {
  const { link: words } = c.var.texts.event
  if (returns.length === 0) return html`<p>${words.none}</p>`
  const named = new Set(event.reason?.ids ?? [])
  const inOrder = [...returns].sort((one, other) => Number(named.has(other.id)) - Number(named.has(one.id)))
  return html`${inOrder.slice(0, most).map((one) => returnPart(c, event, { one, isNamed: named.has(one.id) }))}`
}

function returnPart(c: ConsoleContext, event: EventView, { one, isNamed }: { one: OrderView; isNamed: boolean }): Html {
  const { link: words } = c.var.texts.event
  return html`<h3>${words.returnTitle(one.id)}${isNamed ? html` <span class="badge held">${words.named}</span>` : ''}</h3>
<p>${words.status(one.statusName ?? one.statusId)}${one.createdAt ? html`, ${moment(c, one.createdAt)}` : ''}</p>
<ul>${(one.orderItems ?? []).map(({ quantity, orderItemName, id }) => html`<li>${quantity} × ${orderItemName ?? id}</li>`)}</ul>
${postForm(c, {
  action: '/console/event',
  hidden: { id: event.id, seen: event.updatedAt, action: 'link', returnId: one.id },
  body: html`<p><button${isNamed ? html` class="main"` : ''}>${words.button(one.id)}</button></p>`,
})}`
}

function linkForm(c: ConsoleContext, event: EventView): Html {
  const { link: words, note } = c.var.texts.event
  return postForm(c, {
    action: '/console/event',
    hidden: { id: event.id, seen: event.updatedAt, action: 'link' },
    body: html`<div class="fields">${field({ label: words.otherLabel, name: 'returnId', isRequired: true, max: 16 })}${field({ label: note, name: 'note' })}</div><p><button>${words.otherButton}</button></p>`,
  })
}
