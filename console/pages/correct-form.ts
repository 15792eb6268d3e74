import type { ConsoleContext } from '../console-env.ts'
import type { Correction } from '../correction.ts'
import type { CommandView, EventView, Plan } from '../event-shapes.ts'
import { askedFor } from '../html/asked-for.ts'
import { field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { lineFields } from '../html/line-fields.ts'
import { orderFields } from '../html/order-fields.ts'
import { eventPath } from '../html/paths.ts'
import { planned } from '../html/planned.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage } from '../layout.ts'
import { withFreeRows } from '../line-rows.ts'
import { orderLines } from '../order-lines.ts'
import { withNames } from '../with-names.ts'

type Shown = {
  event: EventView
  command: CommandView | undefined
  correction: Correction
  problem?: string
  /** What the correction would send. */
  plan?: Plan
  /** Of what was planned. */
  mark?: string
  /** It cannot be planned before: the event itself knows what the customer typed. */
  isUnplanned?: boolean
}

/** The fields of a correction with what the event asks for, and, once asked, what it would send then. */
export async function showCorrection(c: ConsoleContext, shown: Shown) {
  const { event, problem } = shown
  const { correct: words } = c.var.texts
  const about = { id: event.id, orderId: event.orderId ?? event.reason?.orderId }
  return showPage(c, {
    title: words.title(event.id),
    nav: 'search',
    main: html`${problem === undefined ? '' : html`<p class="notice problem" role="alert">${withLinks(c, problem, about)}</p>`}
${event.reason ? html`<p class="notice">${withLinks(c, event.reason.text, about)}</p>` : ''}
<section class="card"><h2>${words.asked}</h2>${askedFor(c, event)}</section>
${await fieldsOf(c, shown)}
<p><a href="${eventPath(event.id)}">${c.var.texts.event.link.back}</a></p>`,
  })
}

async function fieldsOf(c: ConsoleContext, shown: Shown): Promise<Html> {
  const { event, command, correction, plan, mark, isUnplanned } = shown
  const { correct: words } = c.var.texts
  const known = plan?.orderId ?? correction.order?.id ?? event.orderId ?? event.reason?.orderId ?? command?.order?.id
  const items = command?.type === 'create-return' ? await orderLines(c.var.ask, known) : []
  const { rows, isAll, note, fields, seen } = correction
  const isReady = plan !== undefined || isUnplanned
  return html`<section class="card">${postForm(c, {
    action: '/console/correct',
    hidden: { id: event.id, seen, key: command?.key, mark },
    body: html`${orderFields(c, { fields, keep: words.keep })}
${command?.type === 'create-return' ? lineFields(c, { rows: withFreeRows(rows), isAll, items }) : ''}
<div class="fields">${field({ label: words.note, name: 'note', value: note, isRequired: isReady === true, isWide: true })}</div>
${plan ? html`<section role="status"><h2>${words.plan}</h2>${planned(c, withNames(plan, items))}</section>` : ''}${isUnplanned ? html`<p class="notice">${words.unplanned}</p>` : ''}
<p class="buttons"><button name="step" value="preview"${isReady ? '' : html` class="main"`}>${words.preview}</button>${isReady ? html`<button name="step" value="go" class="main">${words.go}</button>` : ''}</p>`,
  })}</section>`
}
