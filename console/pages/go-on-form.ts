import type { ConsoleContext } from '../console-env.ts'
import type { EventView } from '../event-shapes.ts'
import { tick } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { isRisky } from '../is-risky.ts'

/** Lets a stopped event go on as its plan shows; whoever releases a possible duplicate is told what that costs. */
export function goOnForm(c: ConsoleContext, event: EventView): Html {
  const { event: words } = c.var.texts
  if (!['held', 'failed', 'waiting'].includes(event.status)) return html``
  const risk = isRisky(event)
    ? html`<p class="notice">${words.risk}</p>${tick({ label: words.riskKnown, name: 'known', isRequired: true })}`
    : html``
  return html`<section class="card">${postForm(c, {
    action: '/console/event',
    hidden: { id: event.id, seen: event.updatedAt, action: 'release' },
    body: html`${risk}<p><button class="main">${words.plan.goOn}</button></p>`,
  })}</section>`
}
