import { type ConsoleContext, resultOf } from '../console-env.ts'
import type { EventList, EventView, OrderView } from '../event-shapes.ts'
import { statusBadge } from '../html/badge.ts'
import { facts, html } from '../html/html.ts'
import { orderFacts } from '../html/order-card.ts'
import { eventPath } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage } from '../layout.ts'
import { labelOf } from './order.ts'
import { whatWasDone } from './what-was-done.ts'

/** What a command that writes answers. */
export type Outcome = { id: string }
type Asked = { order: OrderView; lines?: string | undefined }

/** How a command that a person sent has ended, or that it goes on by itself: for which order, and of which lines. */
export async function showOutcome(c: ConsoleContext, title: string, { id }: Outcome, { order, lines }: Asked) {
  const { outcome: words, lines: names } = c.var.texts
  const [event, events] = await Promise.all([
    resultOf<EventView>(c.var.ask, 'event.get', { id }),
    resultOf<EventList>(c.var.ask, 'event.list', { orderId: order.id, limit: 20 }),
  ])
  const { status, reason, about } = event
  const isStopped = status === 'held' || status === 'failed'
  return showPage(c, {
    title,
    nav: 'orders',
    main: html`<section class="card"><p class="notice ${isStopped ? 'problem' : 'done'}" role="${isStopped ? 'alert' : 'status'}">${statusBadge(c, status)} ${about?.text ?? ''} ${reason ? withLinks(c, reason.text, { id }) : ''}</p>
${whatWasDone(c, event)}${facts([[names.legend, lines], ...orderFacts(c, order, labelOf(events))])}
<p>${status === 'done' || isStopped ? '' : words.goesOn} <a href="${eventPath(id)}">${words.event}</a> <small class="id quiet">${id}</small></p></section>`,
  })
}
