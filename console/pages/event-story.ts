import type { ConsoleContext } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { askedFor } from '../html/asked-for.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { eventPart } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'

/** What the event asks for, its timeline, and what was written for it. */
export function eventStory(c: ConsoleContext, event: EventView, why: WhyView): Html {
  const { event: words } = c.var.texts
  const written = [...why.writes, ...why.locks]
  return html`<section class="card"><h2>${words.asked}</h2>
${askedFor(c, event)}
${event.commands.length === 0 ? '' : html`<p><a href="${eventPart('plan', event.id)}">${words.seePlan}</a></p>`}</section>
<section class="card"><h2>${words.timeline}</h2>
<ol class="timeline">${event.history.map(
    ({ at, text }) => html`<li>${moment(c, at)}<br>${withLinks(c, text, event)}</li>
`,
  )}</ol></section>
<section class="card"><h2>${words.writes}</h2>
${written.length === 0 ? html`<p>${words.noWrites}</p>` : html`<ul>${written.map(({ text }) => html`<li>${withLinks(c, text, event)}</li>`)}</ul>`}</section>`
}
