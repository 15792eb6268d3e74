import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { orderLink } from '../html/order-link.ts'
import { eventPath } from '../html/paths.ts'
import { leave } from '../http/leave.ts'
import { showPage } from '../layout.ts'
import { resultOf } from '../result-of.ts'

type Found = { what: string; foundAt: string; event?: string; ids?: readonly number[] } & Partial<
  Record<'orderId' | 'returnId' | 'commentId', number>
>
type Findings = { findings: readonly Found[]; more?: number; auditedAt?: string }
type Deed = 'again' | 'forget' | 'accept'

/** What the daily audit has found and nobody has settled, each with what helps. */
export const auditPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { audit: words } = c.var.texts
    const { findings, more, auditedAt } = await resultOf<Findings>(c.var.ask, 'audit.findings')
    const when = auditedAt === undefined ? words.never : html`${words.last} ${moment(c, auditedAt)}`
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`<p>${words.explain} ${when}</p>
${findings.length === 0 && auditedAt !== undefined ? html`<section class="card"><p>${words.nothing}</p></section>` : findings.map((one) => findingCard(c, one))}
${more ? html`<p>${words.more(more)}</p>` : ''}`,
    })
  })
  .post('/', async (c) => {
    const { form, texts, ask } = c.var
    const number = (name: string) => Number(form.get(name))
    const note = form.get('note')?.trim() ?? ''
    const deed = form.get('do') as Deed
    const about = { returnId: number('returnId'), note }
    if (deed === 'accept') await resultOf(ask, 'finding.accept', about)
    else {
      const gone = { ...about, orderId: number('orderId') }
      const { events } = await resultOf<{ events: string[] }>(ask, 'record.forget', gone)
      if (deed === 'again') for (const id of events) await resultOf(ask, 'event.replay', { id, note })
      const [only] = events
      if (deed === 'again' && only !== undefined)
        return leave(c, eventPath(only), { kind: 'done', text: texts.audit.done.again })
    }
    return leave(c, '/console/audit', { kind: 'done', text: texts.audit.done[deed] ?? texts.audit.done.forget })
  })

function findingCard(c: ConsoleContext, finding: Found): Html {
  const { audit: words } = c.var.texts
  const { what, foundAt, event, orderId, returnId, commentId, ids = [] } = finding
  const facts = [
    html`${words.since} ${moment(c, foundAt)}`,
    ...(orderId === undefined ? [] : [html`${words.order} ${orderLink(c, orderId)}`]),
    ...(returnId === undefined ? [] : [html`${words.return} ${returnId}`]),
    ...[...(commentId === undefined ? [] : [commentId]), ...ids].map((id) => html`${words.entry} ${id}`),
    ...(event === undefined ? [] : [html`<a href="${eventPath(event)}">${words.event}</a>`]),
  ]
  const title = words.titles[what] ?? what
  return html`<section class="card" aria-label="${title}"><h2>${title}</h2>
<p class="quiet">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}</p>
<p>${words.toDo[what] ?? ''}</p>${helpFor(c, finding)}</section>`
}

/** Two deeds where a return is gone; none where only the back office can be mended. */
function helpFor(c: ConsoleContext, { what, orderId, returnId }: Found): Html {
  const { audit: words } = c.var.texts
  if (what === 'comment_gone' && orderId !== undefined)
    return html`<p><a class="button" href="/console/comment?order=${orderId}">${words.comment}</a></p>`
  if (what === 'order_gone')
    return html`<p><a class="button" href="/console/forget?order=${orderId ?? ''}">${words.do.forget}</a></p>`
  const deeds: readonly Deed[] =
    what === 'return_gone' ? ['again', 'forget'] : what === 'shop_cancelled' ? ['accept'] : []
  if (deeds.length === 0 || returnId === undefined) return html``
  const note = field({ label: words.note, name: 'note', id: `note-${what}-${returnId}`, value: '', isRequired: true })
  const buttons = deeds.map(
    (deed, index) =>
      html`<button name="do" value="${deed}"${index === 0 ? html` class="main"` : ''}>${words.do[deed]}</button> `,
  )
  return postForm(c, { action: '/console/audit', hidden: { returnId, orderId }, body: html`${note}<p>${buttons}</p>` })
}
