import type { ConsoleContext } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { statusBadge, withdrawalBadge } from '../html/badge.ts'
import { facts } from '../html/facts.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { orderLink, returnLink } from '../html/order-link.ts'
import { withLinks } from '../html/with-links.ts'

/** Where the event stands, why, and what a person does about it: each of them once, in words. */
export function eventNow(c: ConsoleContext, event: EventView, why: WhyView): Html {
  const { event: words } = c.var.texts
  const about = { id: event.id, orderId: event.orderId ?? event.reason?.orderId }
  const { reason, status } = event
  return html`<div class="cards">
<section class="card"><h2>${words.state}</h2>
${eventState(c, event)}</section>
<section class="card">
${reason && status !== 'discarded' ? html`<h2>${words.what}</h2><p>${withLinks(c, reason.text, about)}</p>` : ''}
${event.means ? html`<h2>${words.means}</h2><p>${withLinks(c, event.means, about)}</p>` : ''}
<h2>${words.next}</h2><p>${withLinks(c, why.next, about)}</p>
<h2>${words.toDo}</h2><p>${withLinks(c, why.toDo, about)}</p>
</section></div>`
}

/** The facts of an event, besides why. */
export function eventState(c: ConsoleContext, event: EventView): Html {
  const { facts: names } = c.var.texts.event
  const { links, orderId, createdOrderIds = [], returnIds = [] } = event
  const orders = [...new Set([...(orderId === undefined ? [] : [orderId]), ...createdOrderIds])]
  return facts([
    [names.status, html`${statusBadge(c, event.status)}${withdrawalBadge(c, event.withdrawal)}`],
    [names.source, event.source],
    [names.order, orders.length === 0 ? undefined : orders.map((id) => html`${orderLink(c, id, links)} `)],
    [names.returns, returnIds.length === 0 ? undefined : returnIds.map((id) => html`${returnLink(c, id, links)} `)],
    [names.received, moment(c, event.receivedAt)],
    [names.moved, moment(c, event.updatedAt)],
    [names.due, event.wakeAt === undefined ? undefined : moment(c, event.wakeAt)],
    [names.attempts, event.attempts],
  ])
}
