import type { ConsoleContext } from '../console-env.ts'
import type { EventRow } from '../event-shapes.ts'
import { statusBadge, withdrawalBadge } from './badge.ts'
import { caseOf } from './case-of.ts'
import { type Html, html, table } from './html.ts'
import { ago } from './moment.ts'
import { eventPath, orderLink } from './paths.ts'

/** What an event is, and small beneath where it came from, how long ago, and its id. */
export const eventName = (c: ConsoleContext, { id, about, receivedAt }: EventRow): Html =>
  html`<a href="${eventPath(id)}">${about?.text ?? id}</a><br><small class="quiet">${about ? html`${about.title} · ` : ''}${ago(c, Date.parse(receivedAt))} · <span class="id">${id}</span></small>`

/** Events of a list, each with its reason in words. */
export function eventRows(c: ConsoleContext, caption: string, events: readonly EventRow[]): Html {
  const { rows } = c.var.texts
  return table({
    caption,
    heads: [rows.event, rows.status, rows.reason, rows.order],
    rows: events.map((event) => [
      eventName(c, event),
      html`${statusBadge(c, event.status)}${withdrawalBadge(c, event.withdrawal)}`,
      event.reason ? caseOf(c, event.reason, event) : '',
      event.orderId === undefined ? '' : orderLink(c, event.orderId),
    ]),
  })
}
