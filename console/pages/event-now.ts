import type { ConsoleContext } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { askedInShort } from '../html/asked-for.ts'
import { statusBadge, withdrawalBadge } from '../html/badge.ts'
import { caseOf } from '../html/case-of.ts'
import { facts, type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { orderFacts } from '../html/order-card.ts'
import { orderLink, returnLink } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { type Known, whatIsKnown } from '../what-is-known.ts'
import { eventActions } from './event-actions.ts'
import { eventStory } from './event-story.ts'
import { whatWasDone } from './what-was-done.ts'

/** A held or failed event as one question with what is known; any other as it stands. The rest is folded. */
export async function eventNow(c: ConsoleContext, event: EventView, why: WhyView): Promise<Html> {
  const { event: words } = c.var.texts
  const about = { id: event.id, orderId: event.orderId ?? event.reason?.orderId }
  const { reason, status } = event
  const questions: Readonly<Record<string, string>> = c.var.texts.questions
  const isStopped = reason !== undefined && (status === 'held' || status === 'failed')
  const done = whatWasDone(c, event)
  const toDo = html`<p>${withLinks(c, why.toDo.replace(` with the id ${event.id}`, ''), about)}</p>`
  if (isStopped) {
    const known = await whatIsKnown(c, event)
    return html`<section class="card"><h2>${questions[reason.code] ?? c.var.texts.statuses[status]}</h2>
<p>${caseOf(c, reason, about)}</p>${done}${knownFacts(c, event, known)}
${eventActions(c, event, why, known, toDo)}</section>
<details><summary>${words.story(event.history.length)}</summary>${eventState(c, event)}${eventStory(c, event, why)}</details>`
  }
  const isOpen = event.wakeAt !== undefined || ['ready', 'running', 'waiting'].includes(status)
  return html`<section class="card"><h2>${words.state}</h2>${done}
${reason && status !== 'discarded' ? html`<p>${caseOf(c, reason, about)}</p>` : ''}
${isOpen ? html`<p>${withLinks(c, why.next, about)}</p>` : ''}${isOpen || status === 'ignored' ? toDo : ''}
${eventState(c, event)}
${eventActions(c, event, why)}</section>
${eventStory(c, event, why)}`
}

function knownFacts(c: ConsoleContext, event: EventView, { order, orderId }: Known): Html {
  const { facts: names, asked } = c.var.texts.event
  const { links, commands, status, withdrawal } = event
  return facts([
    [names.status, html`${statusBadge(c, status)}${withdrawalBadge(c, withdrawal)}`],
    [names.received, moment(c, event.receivedAt)],
    [asked, commands.length === 0 ? undefined : askedInShort(c, event)],
    ...(order ? orderFacts(c, { ...order, ...(links && { links }) }, event.about?.label) : []),
    [names.order, order || orderId === undefined ? undefined : orderLink(c, orderId, links)],
  ])
}

/** The facts of an event, besides why. */
export function eventState(c: ConsoleContext, event: EventView): Html {
  const { facts: names } = c.var.texts.event
  const { links, orderId, createdOrderIds = [], returnIds = [] } = event
  const orders = [...new Set([...(orderId === undefined ? [] : [orderId]), ...createdOrderIds])]
  return facts([
    [names.status, html`${statusBadge(c, event.status)}${withdrawalBadge(c, event.withdrawal)}`],
    [names.source, event.about?.title ?? event.source],
    [names.order, orders.length === 0 ? undefined : orders.map((id) => html`${orderLink(c, id, links)} `)],
    [names.returns, returnIds.length === 0 ? undefined : returnIds.map((id) => html`${returnLink(c, id, links)} `)],
    [names.received, moment(c, event.receivedAt)],
    [names.moved, moment(c, event.updatedAt)],
    [names.due, event.wakeAt === undefined ? undefined : moment(c, event.wakeAt)],
    [names.attempts, event.attempts],
  ])
}
