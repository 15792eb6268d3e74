import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import { type FoundOrder, findOrder } from '../found-order.ts'
import { area, postForm, tick } from '../html/form.ts'
import { html, problemPart } from '../html/html.ts'
import { orderField } from '../html/order-card.ts'
import { showPage } from '../layout.ts'
import { type Outcome, showOutcome } from './outcome.ts'

/** Writes a comment on an order that it has shown before; the same form sent twice writes it once. */
export const commentPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const order = c.req.query('order') ?? ''
    const form = new URLSearchParams({ order, orderId: order })
    return showComment(c, form, await findOrder(c.var.ask, form))
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const found = await findOrder(c.var.ask, form)
    const { order } = found
    if (!order) return showComment(c, form, found, found.typed === '' ? texts.correct.noOrder : undefined)
    // Another order than the one on the page is shown first.
    if (form.get('of') !== String(order.id)) return showComment(c, form, found)
    const asked = {
      orderId: order.id,
      text: form.get('text') ?? '',
      ...(form.get('visible') === 'yes' && { visibleForContact: true }),
      requestId: form.get('requestId') ?? '',
    }
    const adding = resultOf<Outcome>(c.var.ask, 'comment.add', asked)
    const shown = await orRefused(adding.then((made) => showOutcome(c, texts.comment.title, made, { order })))
    return shown instanceof Refused ? showComment(c, form, found, shown.message) : shown
  })

export function showComment(c: ConsoleContext, form: URLSearchParams, found: FoundOrder, problem?: string) {
  const { comment: words, orders } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${problemPart(problem)}
<section class="card">${postForm(c, {
      action: '/console/comment',
      hidden: { requestId: form.get('requestId') ?? c.var.newId(), of: found.order?.id },
      body: html`${orderField(c, found)}
${area({ label: words.text, name: 'text', value: form.get('text') ?? '', isRequired: found.order !== undefined })}
${tick({ label: words.visible, name: 'visible', isOn: form.get('visible') === 'yes' })}
<p><button class="main">${found.order ? words.button : orders.button}</button></p>`,
    })}</section>`,
  })
}
