import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, resultOf } from '../console-env.ts'
import { findOrder, orderOf } from '../found-order.ts'
import { field, postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { eventPath, orderNamed } from '../html/paths.ts'
import { leave, showPage } from '../layout.ts'
import { showComment } from './comment.ts'

type About = { text: string; title: string; number?: string; label?: string }
type Found = {
  what: string
  foundAt: string
  event?: string
  /** What the event is, as long as it is stored. */
  about?: About
  ids?: readonly number[]
  withOrder?: true
} & Partial<Record<'orderId' | 'returnId' | 'commentId', number>>
type Findings = { findings: readonly Found[]; more?: number; auditedAt?: string }
type Deed = 'again' | 'forget' | 'accept' | 'comment'
type Said = { text?: string; note?: string }

const mostAsked = 10

/** What the daily audit has found and nobody has settled, each with what helps. */
export const auditPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { audit: words } = c.var.texts
    const { findings, more, auditedAt } = await resultOf<Findings>(c.var.ask, 'audit.findings')
    const cards = await Promise.all(findings.map((one, at) => findingCard(c, one, at < mostAsked)))
    const when = auditedAt === undefined ? words.never : html`${words.last} ${moment(c, auditedAt)}`
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`<p>${words.explain} ${when}</p>
${findings.length === 0 && auditedAt !== undefined ? html`<section class="card"><p>${words.nothing}</p></section>` : cards}
${more ? html`<p>${words.more(more)}</p>` : ''}`,
    })
  })
  .post('/', async (c) => {
    const { form, texts, ask } = c.var
    const number = (name: string) => Number(form.get(name))
    const note = form.get('note')?.trim() ?? ''
    const deed = form.get('do') as Deed
    const about = { returnId: number('returnId'), note }
    if (deed === 'comment') return await commentAgain(c, form, note)
    if (deed === 'accept') await resultOf(ask, 'finding.accept', about)
    else {
      const gone = { ...about, orderId: number('orderId') }
      const { events } = await resultOf<{ events: string[] }>(ask, 'record.forget', gone)
      if (deed === 'again') for (const id of events) await resultOf(ask, 'event.replay', { id, note })
      const [only] = events
      if (deed === 'again' && only !== undefined)
        return leave(c, eventPath(only), { kind: 'done', text: texts.audit.done.again })
    }
    return leave(c, '/console/audit', { kind: 'done', text: texts.audit.done[deed === 'accept' ? deed : 'forget'] })
  })

/** The form of a comment with what the lost one said: the customer's words are in it, so the history keeps who asked and why. */
async function commentAgain(c: ConsoleContext, form: URLSearchParams, note: string) {
  const asked = { id: form.get('event') ?? '', note }
  const { said = [] } = await resultOf<{ said?: Said[] }>(c.var.ask, 'event.reveal', asked)
  const words = said.flatMap((one) => [one.text, one.note].filter((part) => part !== undefined))
  const order = form.get('orderId') ?? ''
  // The comment of a return says which one that is.
  const all = said.some(({ text }) => text !== undefined) ? words : [form.get('about') ?? '', ...words]
  const filled = new URLSearchParams({ order, orderId: order, text: all.join('\n') })
  return showComment(c, filled, await findOrder(c.var.ask, filled))
}

/** `mayAsk`: for the number of an order that no event names. */
async function findingCard(c: ConsoleContext, finding: Found, mayAsk: boolean): Promise<Html> {
  const { audit: words } = c.var.texts
  const { what, foundAt, event, about, orderId, returnId, commentId, ids = [] } = finding
  const read = orderId && mayAsk && !about?.number ? await orderOf(c.var.ask, '', orderId) : undefined
  const named = { externalNumber: about?.number ?? read?.order?.externalNumber, label: about?.label, id: orderId ?? 0 }
  const facts = [
    ...(orderId === undefined ? [] : [html`${words.order} ${orderNamed(c, named)}`]),
    ...(returnId === undefined ? [] : [html`${words.return} ${returnId}`]),
    ...[...(commentId === undefined ? [] : [commentId]), ...ids].map((id) => html`${words.entry} ${id}`),
    ...(about ? [html`${about.title}`] : []),
    html`${words.since} ${moment(c, foundAt)}`,
  ]
  const title = words.titles[what] ?? what
  return html`<section class="card" aria-label="${title}"><h2>${title}</h2>
${event === undefined ? '' : html`<p><a href="${eventPath(event)}">${about?.text ?? words.event}</a></p>`}
<p class="quiet">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}</p>
<p>${words.toDo[what] ?? ''}</p>${helpFor(c, finding)}</section>`
}

/** By what was found; none where only the back office can be mended. */
const deedsOf: Readonly<Record<string, readonly Deed[]>> = {
  return_gone: ['again', 'forget'],
  return_cancelled: ['accept'],
  shop_cancelled: ['accept'],
  comment_gone: ['comment'],
}

function helpFor(c: ConsoleContext, { what, event, about, orderId, returnId, commentId, withOrder }: Found): Html {
  const { audit: words, event: own } = c.var.texts
  // Its order is gone too.
  if (withOrder) return html``
  // Of an event that has expired nobody knows what it said.
  if (what === 'comment_gone' && !about && orderId !== undefined)
    return html`<p><a class="button" href="/console/comment?order=${orderId}">${words.do.comment}</a></p>`
  if (what === 'order_gone')
    return html`<p><a class="button" href="/console/forget?order=${orderId ?? ''}">${words.do.forget}</a></p>`
  const deeds = deedsOf[what] ?? []
  const of = returnId ?? commentId ?? orderId
  if (deeds.length === 0 || of === undefined) return html``
  const note = field({ label: words.note, name: 'note', id: `note-${what}-${of}`, value: '', isRequired: true })
  const another =
    what === 'return_cancelled' &&
    html` <a class="button" href="/console/return?order=${orderId}">${own.buttons.return}</a>`
  const buttons = deeds.map(
    (deed, index) =>
      html`<button name="do" value="${deed}"${index === 0 ? html` class="main"` : ''}>${words.do[deed]}</button> `,
  )
  return postForm(c, {
    action: '/console/audit',
    hidden: { returnId, orderId, event, about: about?.text },
    body: html`${note}<p class="buttons">${buttons}${another || ''}</p>`,
  })
}
