import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { OrderView } from '../event-shapes.ts'
import { field, postForm } from '../html/form.ts'
import { type Html, html, problemPart, table } from '../html/html.ts'
import { lineText } from '../html/line-text.ts'
import { moment } from '../html/moment.ts'
import { orderPath } from '../html/paths.ts'
import { showPage } from '../layout.ts'

type Orders = { orders: OrderView[]; more: boolean; byId?: OrderView }

/** Finds orders by what the customer says. Always a POST: the address of a page keeps no e-mail. */
export const ordersPage = new Hono<ConsoleEnv>()
  .get('/', (c) => show(c, '', html``))
  .post('/', async (c) => {
    const typed = c.var.form.get('q')?.trim() ?? ''
    const by = typed.includes('@') ? { email: typed } : { externalNumber: typed }
    const answer = await orRefused(resultOf<Orders>(c.var.ask, 'order.find', by))
    if (answer instanceof Refused) return show(c, typed, problemPart(answer.message))
    const { orders, more, byId } = answer
    if (byId && orders.length === 0) return c.redirect(orderPath(byId.id), 303)
    return show(c, typed, html`${found(c, orders, more)}${byId ? listed(c, c.var.texts.orders.byId, [byId]) : ''}`)
  })

function show(c: ConsoleContext, typed: string, result: Html) {
  const { orders: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`<section class="card">${postForm(c, {
      action: '/console/orders',
      body: html`<div class="fields">${field({ label: words.box, name: 'q', type: 'search', value: typed, hint: words.boxHint, isWide: true, isRequired: true, isFirst: typed === '' })}</div><p><button class="main">${words.button}</button></p>`,
    })}</section>${result}<p><a href="/console/forget-person">${c.var.texts.forgetPerson.title}</a></p>`,
  })
}

function found(c: ConsoleContext, orders: readonly OrderView[], more: boolean): Html {
  const { orders: words } = c.var.texts
  if (orders.length === 0) return html`<p class="notice" role="status">${words.none}</p>`
  return listed(c, words.caption(orders.length), orders, more ? html`<p>${words.more}</p>` : html``)
}

const mostShown = 3

function linesIn({ orderItems }: OrderView): string {
  const items = orderItems ?? []
  const shown = items.slice(0, mostShown).map(lineText).join(', ')
  return items.length > mostShown ? `${shown}, + ${items.length - mostShown}` : shown
}

function listed(c: ConsoleContext, caption: string, orders: readonly OrderView[], below = html``): Html {
  const { orders: words } = c.var.texts
  return html`<section class="card">${table({
    caption,
    heads: [words.order, words.status, words.channel, words.createdAt, words.lines],
    rows: orders.map((order) => [
      html`<a href="${orderPath(order.id)}">${order.externalNumber || order.id}</a><br><small class="id quiet">${order.id}</small>`,
      order.statusName ?? order.statusId,
      order.channel ?? '',
      order.createdAt ? moment(c, order.createdAt) : '',
      linesIn(order),
    ]),
  })}${below}</section>`
}
