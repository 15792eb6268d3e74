import type { ConsoleContext } from '../console-env.ts'
import type { OrderView } from '../event-shapes.ts'
import type { FoundOrder } from '../found-order.ts'
import { field, radios } from './form.ts'
import { type Fact, facts, type Html, html, problemPart } from './html.ts'
import { dayOf } from './moment.ts'
import { orderNamed } from './paths.ts'

const [mostLines, mostOrders, salesOrder] = [10, 20, 1]

/** An order as a person knows it again: number, what customers call it, date, whose it is, lines. */
export function orderFacts(c: ConsoleContext, order: OrderView, label?: string): readonly Fact[] {
  const { order: words } = c.var.texts
  const type = order.typeId === salesOrder ? '' : ` ${words.type(order.typeId)}`
  return [
    [words.legend, html`${orderNamed(c, { ...order, label })}${type}`],
    [words.date, dayOf(c, order.createdAt)],
    [words.customer, order.customer ?? undefined],
    [words.lines, linesOf(order)],
  ]
}

/** The same in one line, also of a return. */
export const orderSaid = (c: ConsoleContext, order: OrderView): string =>
  [order.externalNumber, dayOf(c, order.createdAt), order.customer, linesOf(order)].filter(Boolean).join(' · ')

function linesOf({ orderItems }: OrderView): string {
  const all = (orderItems ?? []).map(({ quantity, orderItemName, id }) => `${quantity} × ${orderItemName || id}`)
  return all.slice(0, mostLines).join(', ') + (all.length > mostLines ? ` … (${all.length})` : '')
}

/** One of several orders, to choose from. */
export const orderChoices = (c: ConsoleContext, name: string, orders: readonly OrderView[], isRequired = false): Html =>
  radios({
    legend: c.var.texts.order.several,
    name,
    isRequired,
    all: orders
      .slice(0, mostOrders)
      .map((one) => [one.id, [c.var.texts.order.one(one.id), orderSaid(c, one)].filter(Boolean).join(' · ')]),
  })

/** The field that understands whatever names an order, and what it was taken for. */
export function orderField(c: ConsoleContext, { typed, orders, order, refused }: FoundOrder): Html {
  const { order: words } = c.var.texts
  const chosen = orders.length > 1 && order ? html`<input type="hidden" name="orderId" value="${order.id}">` : ''
  const none = refused ?? (typed === '' ? undefined : words.none)
  const several = orders.length > 0 ? orderChoices(c, 'orderId', orders) : problemPart(none)
  return html`<div class="fields">${field({ label: words.which, name: 'order', value: typed, hint: c.var.texts.orders.boxHint, max: 320, isWide: true })}</div>
${order ? html`${facts(orderFacts(c, order))}${chosen}` : several}`
}
