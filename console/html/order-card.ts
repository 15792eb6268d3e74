import type { ConsoleContext } from '../console-env.ts'
import type { OrderView } from '../event-shapes.ts'
import type { FoundOrder } from '../found-order.ts'
import { facts } from './facts.ts'
import { field } from './field.ts'
import { type Html, html } from './html.ts'
import { orderLink } from './order-link.ts'

const [mostLines, mostOrders, salesOrder] = [10, 20, 1]

/** An order as a person knows it again: numbers, date, whose it is, lines. */
export function orderCard(c: ConsoleContext, order: OrderView): Html {
  const { order: words } = c.var.texts
  return html`${facts([
    [
      words.legend,
      html`${orderLink(c, order.id, order.links)}${order.typeId === salesOrder ? '' : ` ${words.type(order.typeId)}`}`,
    ],
    [words.number, order.externalNumber ?? undefined],
    [words.date, order.createdAt?.slice(0, 10)],
    [words.customer, order.customer ?? undefined],
    [words.lines, linesOf(order)],
  ])}`
}

/** The same in one line, also of a return. */
export const orderSaid = (order: OrderView): string =>
  [order.externalNumber, order.createdAt?.slice(0, 10), order.customer, linesOf(order)].filter(Boolean).join(' · ')

function linesOf({ orderItems }: OrderView): string {
  const all = (orderItems ?? []).map(({ quantity, orderItemName, id }) => `${quantity} × ${orderItemName || id}`)
  return all.slice(0, mostLines).join(', ') + (all.length > mostLines ? ` … (${all.length})` : '')
}

const orderInLine = (c: ConsoleContext, order: OrderView): string =>
  [c.var.texts.order.one(order.id), orderSaid(order)].filter(Boolean).join(' · ')

/** One of several orders, to choose from. */
export const orderChoices = (c: ConsoleContext, name: string, orders: readonly OrderView[], isRequired = false): Html =>
  html`<fieldset><legend>${c.var.texts.order.several}</legend>${orders
    .slice(0, mostOrders)
    .map(
      (order) =>
        html`<label class="choice"><input type="radio" name="${name}" value="${order.id}"${isRequired ? html` required` : ''}> <span>${orderInLine(c, order)}</span></label>`,
    )}</fieldset>`

/** The field that understands whatever names an order, and what it was taken for. */
export function orderField(c: ConsoleContext, { typed, orders, order, refused }: FoundOrder): Html {
  const { order: words } = c.var.texts
  const none = refused ?? (typed === '' ? undefined : words.none)
  const chosen = orders.length > 1 && order ? html`<input type="hidden" name="orderId" value="${order.id}">` : ''
  const found = order
    ? html`${orderCard(c, order)}${chosen}`
    : orders.length > 0
      ? orderChoices(c, 'orderId', orders)
      : undefined
  return html`<div class="fields">${field({ label: words.which, name: 'order', value: typed, hint: c.var.texts.orders.boxHint, max: 320, isWide: true })}</div>
${found ?? (none === undefined ? '' : html`<p class="notice problem" role="alert">${none}</p>`)}`
}
