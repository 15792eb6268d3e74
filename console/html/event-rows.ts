import type { ConsoleContext } from '../console-env.ts'
import type { EventRow } from '../event-shapes.ts'
import { statusBadge, withdrawalBadge } from './badge.ts'
import { type Html, html } from './html.ts'
import { moment } from './moment.ts'
import { orderLink } from './order-link.ts'
import { eventPath } from './paths.ts'
import { table } from './table.ts'
import { withLinks } from './with-links.ts'

/** Events of a list, each with its reason in words. */
export function eventRows(c: ConsoleContext, caption: string, events: readonly EventRow[]): Html {
  const { rows } = c.var.texts
  return table({
    caption,
    heads: [rows.event, rows.status, rows.reason, rows.order, rows.received],
    rows: events.map((event) => [
      html`<a class="id" href="${eventPath(event.id)}">${event.id}</a>`,
      html`${statusBadge(c, event.status)}${withdrawalBadge(c, event.withdrawal)}`,
      withLinks(c, event.reason?.text ?? '', event),
      event.orderId === undefined ? '' : orderLink(c, event.orderId),
      moment(c, event.receivedAt),
    ]),
  })
}
