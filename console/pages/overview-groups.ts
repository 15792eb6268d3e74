import type { ConsoleContext } from '../console-env.ts'
import type { EventRow } from '../event-shapes.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import type { Stats, TroubleGroup } from '../stats-shape.ts'

/** Trouble that is the same, each with one button for all of it; and what waits, and for what. */
export function groupsPart(c: ConsoleContext, stats: Stats): Html {
  const { groups: words } = c.var.texts
  const { groups = [], waits = [] } = stats
  const looked = waits.reduce((all, { count }) => all + count, 0)
  return html`${groups.length === 0 ? '' : html`<section class="card"><h2>${words.title}</h2>${groups.map((group) => groupPart(c, group, stats))}</section>`}
${waits.length === 0 ? '' : html`<section class="card"><h2>${words.waits}</h2><ul>${waits.map(({ count, text }) => html`<li>${count} × ${text}</li>`)}</ul>${looked < stats.waiting ? html`<p class="hint">${words.looked(looked)}</p>` : ''}</section>`}`
}

/** What stands for a reason of its own; and withdrawals, each of which has its time by law. */
export const ungrouped = ({ stopped = [], groups = [] }: Stats): EventRow[] =>
  stopped.filter(
    ({ status, source, reason, withdrawal }) =>
      withdrawal ||
      !groups.some((one) => one.status === status && one.source === source && one.reason === reason?.code),
  )

function groupPart(c: ConsoleContext, group: TroubleGroup, stats: Stats): Html {
  const { groups: words, reasons, statuses } = c.var.texts
  const { status, source, title = source, reason, count, since, newest, text } = group
  const named = (reasons as Readonly<Record<string, string>>)[reason] ?? reason
  const shown = stats.atLeast?.includes(status) ? `${count}+` : `${count}`
  // What has failed is tried anew; what is held goes on as it is.
  const action = status === 'failed' ? 'replay' : 'release'
  const filter = new URLSearchParams({ status, source, reason, action })
  return html`<div class="group"><p><strong>${shown} × ${title}: ${named}</strong> <span class="badge ${status}">${(statuses as Readonly<Record<string, string>>)[status] ?? status}</span></p>
${text === undefined ? '' : html`<p>${text}</p>`}<p class="hint">${words.since} ${moment(c, since)} · ${words.newest} ${moment(c, newest)}</p>
<p><a class="button" href="/console/bulk?${filter.toString()}">${words.all(shown)}</a></p></div>`
}
