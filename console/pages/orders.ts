import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import type { OrderView } from '../event-shapes.ts'
import { field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { orderPath } from '../html/paths.ts'
import { table } from '../html/table.ts'
import { showPage } from '../layout.ts'
import { isId } from '../line-rows.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'

/** Finds orders by what the customer says. Always a POST: the address of a page keeps no e-mail. */
export const ordersPage = new Hono<ConsoleEnv>()
  .get('/', (c) => show(c, '', html``))
  .post('/', async (c) => {
    const typed = c.var.form.get('q')?.trim() ?? ''
    if (isId(typed) && (await isOrder(c, Number(typed)))) return c.redirect(orderPath(Number(typed)), 303)
    try {
      const by = typed.includes('@') ? { email: typed } : { externalNumber: typed }
      const { orders, more } = await resultOf<{ orders: OrderView[]; more: boolean }>(c.var.ask, 'order.find', by)
      return show(c, typed, found(c, orders, more))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return show(c, typed, html`<p class="notice problem" role="alert">${error.message}</p>`)
    }
  })

async function isOrder(c: ConsoleContext, orderId: number): Promise<boolean> {
  try {
    await resultOf(c.var.ask, 'order.get', { orderId })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

function show(c: ConsoleContext, typed: string, result: Html) {
  const { orders: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`<section class="card">${postForm(c, {
      action: '/console/orders',
      body: html`<div class="fields">${field({ label: words.box, name: 'q', type: 'search', value: typed, hint: words.boxHint, isWide: true, isRequired: true })}</div><p><button class="main">${words.button}</button></p>`,
    })}</section>${result}`,
  })
}

function found(c: ConsoleContext, orders: readonly OrderView[], more: boolean): Html {
  const { orders: words } = c.var.texts
  if (orders.length === 0) return html`<p class="notice" role="status">${words.none}</p>`
  return html`<section class="card">${table({
    caption: words.caption(orders.length),
    heads: [words.order, words.status, words.channel, words.createdAt, words.lines],
    rows: orders.map((order) => [
      html`<a href="${orderPath(order.id)}">${order.id}</a>`,
      order.statusName ?? order.statusId,
      order.channel ?? '',
      order.createdAt ? moment(c, order.createdAt) : '',
      (order.orderItems ?? []).length,
    ]),
  })}${more ? html`<p>${words.more}</p>` : ''}</section>`
}
