import type { ConsoleContext } from '../console-env.ts'
import type { Stats } from '../event-shapes.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'

/** What is paused, in red, each with the button that ends it. */
export function pausedPart(c: ConsoleContext, { paused = [], sources = [], atLeast }: Partial<Stats>): Html {
  const { pause: words } = c.var.texts
  const titled = (name: string) => sources.find(({ source }) => source === name)?.title ?? name
  const isCut = atLeast?.includes('ready') === true
  if (paused.length === 0) return html``
  return html`<section class="card"><h2>${words.now}</h2>${paused.map(
    ({
      source,
      since,
      reason,
      events,
    }) => html`<div class="notice problem"><p>${source === undefined ? words.allWrites : words.source(titled(source))}: ${reason}</p><p class="hint">${words.since} ${moment(c, since)}${events === undefined ? '' : html` · ${words.heldBack(events, isCut)}`}</p>
${postForm(c, { action: '/console/pause', hidden: { do: 'resume', source }, look: 'inline', body: html`<button>${source === undefined ? words.resumeAll : words.resume(titled(source))}</button>` })}</div>`,
  )}</section>`
}
