import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { area, field, tick } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { showPage } from '../layout.ts'
import { isId } from '../line-rows.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
import { type Outcome, showOutcome } from './outcome.ts'

/** Writes a comment on an order; the same form sent twice writes it once. */
export const commentPage = new Hono<ConsoleEnv>()
  .get('/', (c) => show(c, new URLSearchParams({ orderId: c.req.query('order') ?? '' }), html``))
  .post('/', async (c) => {
    const { form, texts } = c.var
    const orderId = form.get('orderId')?.trim() ?? ''
    if (!isId(orderId)) return show(c, form, html`<p class="notice problem" role="alert">${texts.order.noId}</p>`)
    const isVisible = form.get('visible') === 'yes'
    try {
      const made = await resultOf<Outcome>(c.var.ask, 'comment.add', {
        orderId: Number(orderId),
        text: form.get('text') ?? '',
        ...(isVisible && { visibleForContact: true }),
        requestId: form.get('requestId') ?? '',
      })
      return showOutcome(c, texts.comment.title, made)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return show(c, form, html`<p class="notice problem" role="alert">${error.message}</p>`)
    }
  })

function show(c: ConsoleContext, form: URLSearchParams, result: Html) {
  const { comment: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${result}<section class="card">${postForm(c, {
      action: '/console/comment',
      hidden: { requestId: form.get('requestId') ?? c.var.newId() },
      body: html`<div class="fields">${field({ label: words.order, name: 'orderId', value: form.get('orderId') ?? '', isRequired: true, max: 16 })}</div>
${area({ label: words.text, name: 'text', value: form.get('text') ?? '', isRequired: true })}
${tick({ label: words.visible, name: 'visible', isOn: form.get('visible') === 'yes' })}
<p><button class="main">${words.button}</button></p>`,
    })}</section>`,
  })
}
