import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { type FoundOrder, findOrder } from '../found-order.ts'
import { area, tick } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { html } from '../html/html.ts'
import { orderField } from '../html/order-card.ts'
import { showPage } from '../layout.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
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
    try {
      const made = await resultOf<Outcome>(c.var.ask, 'comment.add', {
        orderId: order.id,
        text: form.get('text') ?? '',
        ...(form.get('visible') === 'yes' && { visibleForContact: true }),
        requestId: form.get('requestId') ?? '',
      })
      return await showOutcome(c, texts.comment.title, made, { order })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return showComment(c, form, found, error.message)
    }
  })

export function showComment(c: ConsoleContext, form: URLSearchParams, found: FoundOrder, problem?: string) {
  const { comment: words, orders } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${problem === undefined ? '' : html`<p class="notice problem" role="alert">${problem}</p>`}
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
