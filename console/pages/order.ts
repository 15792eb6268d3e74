import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { EventList, OrderView } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { type Html, html, table } from '../html/html.ts'
import { lineText } from '../html/line-text.ts'
import { moment } from '../html/moment.ts'
import { orderLink, returnLink } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage, showProblem } from '../layout.ts'
import { isId } from '../line-rows.ts'
import { commentsForm } from './comments.ts'

type Links = Record<string, string>
type Returns = { returns: OrderView[]; links?: Links; more?: boolean }
type WhyOrder = {
  order?: string | string[]
}
type Part<T> = T | Refused

const [mostLines, mostReturns, mostEvents] = [200, 50, 20]

/** An order with its lines, its returns, its events, and what the bridge remembers of it. */
export const orderPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const { orderPage: words, order: names, problem } = c.var.texts
  const id = c.req.query('id') ?? ''
  if (!isId(id)) return showProblem(c, { title: problem.refused.invalid, text: names.noId, status: 400 })
  const orderId = Number(id)
  const [order, returns, events, why] = await Promise.all([
    resultOf<OrderView & { links?: Links }>(c.var.ask, 'order.get', { orderId }),
    orRefused(resultOf<Returns>(c.var.ask, 'return.list', { orderId, cancelled: true })),
    orRefused(resultOf<EventList>(c.var.ask, 'event.list', { orderId, limit: mostEvents })),
    orRefused(resultOf<WhyOrder>(c.var.ask, 'why', { orderId, perhaps: false })),
  ])
  const label = labelOf(events)
  return showPage(c, {
    title: words.title(label ?? (order.externalNumber || order.id)),
    nav: 'orders',
    main: html`<section class="card"><p>${order.externalNumber ? html`${words.number(order.externalNumber)} · ` : ''}${label ? html`${words.label(label)} · ` : ''}${orderLink(c, order.id, order.links)} · ${words.status(order.statusName ?? order.statusId)}${order.channel ? html` · ${order.channel}` : ''}${order.createdAt ? html` · ${moment(c, order.createdAt)}` : ''}</p>
${lines(c, order)}
<p class="buttons"><a class="button main" href="/console/return?order=${order.id}">${words.makeReturn}</a> <a class="button" href="/console/comment?order=${order.id}">${words.comment}</a> <a class="button" href="/console/forget?order=${order.id}">${words.forget}</a></p></section>
<section class="card"><h2>${words.returns}</h2>${partOf(returns, (one) => returnsPart(c, one))}</section>
<section class="card"><h2>${words.events}</h2>${partOf(events, (one) => eventsPart(c, one, orderId))}</section>
<section class="card"><h2>${words.remembered}</h2>${partOf(why, (one) => rememberedPart(c, one, order.id))}</section>
${commentsForm(c, orderId)}`,
  })
})

/** What customers call the order: as its events have it. */
export function labelOf(events: Part<EventList>): string | undefined {
  const labels = events instanceof Refused ? [] : events.events.map(({ about }) => about?.label)
  return labels.find((one) => one !== undefined)
}

/** A part that cannot be shown now says why, and the others are shown. */
const partOf = <T>(part: Part<T>, show: (part: T) => Html): Html =>
  part instanceof Refused ? html`<p class="notice problem">${part.message}</p>` : show(part)

function lines(c: ConsoleContext, { orderItems }: OrderView): Html {
  const { orderPage: words } = c.var.texts
  const items = orderItems ?? []
  if (items.length === 0) return html`<p>${words.noLines}</p>`
  return html`${table({
    caption: words.lines(items.length),
    heads: [words.name, words.sku, words.quantity, words.line],
    rows: items
      .slice(0, mostLines)
      .map(({ id, orderItemName, sku, quantity }) => [
        orderItemName ?? '',
        sku ?? '',
        quantity,
        html`<span class="id quiet">${id}</span>`,
      ]),
  })}${items.length > mostLines ? html`<p>${words.notAll(mostLines)}</p>` : ''}`
}

function eventsPart(c: ConsoleContext, { events, perhaps = [], perhapsCut, cursor }: EventList, orderId: number): Html {
  const { orderPage: words } = c.var.texts
  const cut = perhapsCut ? html`<p class="hint">${words.perhapsCut}</p>` : ''
  if (events.length + perhaps.length === 0) return html`<p>${words.noEvents}</p>${cut}`
  const all = html`<p><a href="/console/search?orderId=${orderId}">${words.allEvents}</a></p>`
  return html`${events.length === 0 ? '' : eventRows(c, words.events, events)}${cursor === undefined ? '' : all}
${perhaps.length === 0 ? '' : html`<h3>${words.perhaps}</h3>${eventRows(c, words.perhaps, perhaps)}`}${cut}`
}

function returnsPart(c: ConsoleContext, { returns, links, more }: Returns): Html {
  const { orderPage: words } = c.var.texts
  if (returns.length === 0) return html`<p>${words.noReturns}</p>`
  return html`${table({
    caption: words.returns,
    heads: [words.return, words.statusHead, words.createdAt, words.pieces],
    rows: returns
      .slice(0, mostReturns)
      .map((one) => [
        returnLink(c, one.id, links),
        one.statusName ?? one.statusId,
        one.createdAt ? moment(c, one.createdAt) : '',
        (one.orderItems ?? []).map((item) => lineText(item)).join(', '),
      ]),
  })}${more || returns.length > mostReturns ? html`<p>${words.notAll(Math.min(returns.length, mostReturns))}</p>` : ''}`
}

function rememberedPart(c: ConsoleContext, { order = [] }: WhyOrder, orderId: number): Html {
  const { orderPage: words } = c.var.texts
  const said = [order].flat()
  if (said.length === 0) return html`<p>${words.nothing}</p>`
  return html`<ul>${said.map((one) => html`<li>${withLinks(c, one, { orderId })}</li>`)}</ul>`
}
