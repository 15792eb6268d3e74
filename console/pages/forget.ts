import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import { field, postForm, tick } from '../html/form.ts'
import { html, problemPart } from '../html/html.ts'
import { orderPath } from '../html/paths.ts'
import { leave, showPage } from '../layout.ts'
import { isId } from '../line-rows.ts'

/** Forgets a return or an order that is gone from the back office, so that it can be made again. */
export const forgetPage = new Hono<ConsoleEnv>()
  .get('/', (c) => show(c, new URLSearchParams({ orderId: c.req.query('order') ?? '' })))
  .post('/', async (c) => {
    const { form, texts } = c.var
    const { forget: words } = texts
    const text = (name: string) => form.get(name)?.trim() ?? ''
    if (form.get('known') !== 'yes') return show(c, form, words.notKnown)
    if (!isId(text('orderId'))) return show(c, form, texts.order.noId)
    const orderId = Number(text('orderId'))
    const asked = {
      orderId,
      ...(text('returnId') !== '' && { returnId: Number(text('returnId')) }),
      ...(text('externalNumber') !== '' && { externalNumber: text('externalNumber') }),
      note: text('note'),
    }
    const forgotten = await orRefused(resultOf<{ keys: string[] }>(c.var.ask, 'record.forget', asked))
    if (forgotten instanceof Refused) return show(c, form, forgotten.message)
    const path = text('returnId') === '' ? '/console/orders' : orderPath(orderId)
    return leave(c, path, { kind: 'done', text: words.done(forgotten.keys.length) })
  })

function show(c: ConsoleContext, form: URLSearchParams, problem?: string) {
  const { forget: words, event } = c.var.texts
  const fieldOf = (name: string) => form.get(name) ?? ''
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${problemPart(problem)}<section class="card"><p>${words.explain}</p>${postForm(c, {
      action: '/console/forget',
      body: html`<div class="fields">${field({ label: words.order, name: 'orderId', value: fieldOf('orderId'), isRequired: true, max: 16 })}
${field({ label: words.return, name: 'returnId', value: fieldOf('returnId'), hint: words.returnHint, max: 16 })}
${field({ label: words.number, name: 'externalNumber', value: fieldOf('externalNumber'), hint: words.numberHint, max: 200 })}
${field({ label: event.noteRequired, name: 'note', value: fieldOf('note'), isRequired: true })}</div>
${tick({ label: words.known, name: 'known', isRequired: true })}
<p><button class="risky">${words.button}</button></p>`,
    })}</section>`,
  })
}
