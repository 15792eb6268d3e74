import { type Action, actionsOf } from '../actions-of.ts'
import type { ConsoleContext } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { field, postForm, radios, tick } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { orderChoices, orderSaid } from '../html/order-card.ts'
import { eventPart, orderPath } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { isRisky } from '../is-risky.ts'
import { askedAbout, type Known } from '../what-is-known.ts'

const none: Known = { orders: [], returns: [] }

/** The one button that helps, or a choice; all else that the advice names or the state allows is folded, below `more`. */
export function eventActions(c: ConsoleContext, event: EventView, why: WhyView, known = none, more = html``): Html {
  const { event: words } = c.var.texts
  const { advised, also } = actionsOf(event, { asked: why.actions, isClosed: known.closed !== undefined })
  const needsNote = why.writes.some(({ by, state }) => by === event.id && state !== 'done')
  const show = (actions: readonly Action[], isMain = false) =>
    actions.map((action) => actionPart(c, { event, action, needsNote, isMain }))
  const all = [...advised, ...also]
  const chosen = choice(c, event, known, all)
  const rest = chosen ? all : all.filter((action) => action !== advised[0])
  return html`<div id="do">${known.closed === undefined ? '' : html`<p class="notice">${withLinks(c, known.closed)}</p>`}
${chosen ?? show(advised.slice(0, 1), true)}${chosen || advised.length > 0 ? '' : html`<p>${words.nothingToDo}</p>`}</div>
${rest.length === 0 ? '' : html`<details><summary>${words.also}</summary>${more}<div class="cards">${show(rest)}</div></details>`}`
}

/** Orders or returns of which one is meant. */
function choice(c: ConsoleContext, { id, updatedAt, reason }: EventView, known: Known, all: readonly Action[]) {
  const { event: words, correct, makeReturn, orders: names } = c.var.texts
  const { orders, returns, isCut } = known
  // Each part of a split order gets its own return, by hand.
  const isSplit = askedAbout(reason)?.what === 'split'
  if (orders.length > 0 && (isSplit || all.includes('correct')))
    return postForm(c, {
      action: isSplit ? '/console/return' : '/console/correct',
      hidden: isSplit ? {} : { id, seen: updatedAt, key: reason?.key, step: 'preview' },
      body: html`${orderChoices(c, 'order', orders, true)}${isCut ? html`<p class="hint">${names.more}</p>` : ''}
<p><button class="main">${isSplit ? makeReturn.title : correct.preview}</button></p>`,
    })
  if (returns.length === 0 || !all.includes('link')) return undefined
  const shown = returns.map((one) => [one.id, `${words.link.returnTitle(one.id)} · ${orderSaid(c, one)}`] as const)
  return postForm(c, {
    action: '/console/event',
    hidden: { id, seen: updatedAt, action: 'link' },
    body: html`${radios({ legend: words.facts.returns, name: 'returnId', isRequired: true, all: shown })}<p><button class="main">${words.link.otherButton}</button></p>`,
  })
}

type Part = { event: EventView; action: Action; needsNote?: boolean; isMain: boolean; label?: string }

function actionPart(c: ConsoleContext, part: Part): Html {
  const { event, action } = part
  const { event: words } = c.var.texts
  const does = action === 'release' && event.status === 'waiting' ? words.does.releaseWaiting : words.does[action]
  const target = linkOf(event, action)
  const button =
    target === undefined
      ? moveForm(c, part)
      : html`<p><a class="button${part.isMain ? ' main' : ''}" href="${target}">${words.buttons[action]}</a></p>`
  return html`<div>${part.isMain ? '' : html`<h3>${words.buttons[action]}</h3>`}<p>${does}</p>${button}</div>`
}

/** Of what is done on a page of its own. */
function linkOf({ id, source, orderId, reason }: EventView, action: Action): string | undefined {
  const order = orderId ?? reason?.orderId
  switch (action) {
    case 'link':
    case 'correct':
      return eventPart(action, id)
    case 'compare':
      return `${eventPart('compare', id)}&with=${encodeURIComponent(reason?.by ?? '')}`
    case 'return':
    case 'comment':
      return order === undefined ? `/console/${action}` : `/console/${action}?order=${order}`
    case 'order':
      return order === undefined ? '/console/orders' : orderPath(order)
    case 'pause':
      return `/console/pause?source=${encodeURIComponent(source)}`
    case 'login':
      return '/console/login'
    case 'reveal':
      return '#reveal'
    case 'release':
    case 'replay':
    case 'discard':
      return undefined
    default:
      return action satisfies never
  }
}

/** Does it, once whoever does it knows what that costs or binds. */
export function moveForm(c: ConsoleContext, { event, action, needsNote, isMain, label }: Part): Html {
  const { event: words } = c.var.texts
  const binds = action === 'discard' && event.withdrawal === true
  const isRequired = binds || (action === 'discard' && needsNote === true)
  const risky = action === 'release' && isRisky(event)
  const look = risky || action === 'discard' ? 'risky' : isMain ? 'main' : ''
  return postForm(c, {
    action: '/console/event',
    hidden: { id: event.id, seen: event.updatedAt, action },
    body: html`${risky ? html`<p class="notice">${words.risk}</p>${tick({ label: words.riskKnown, name: 'known', isRequired: true })}` : ''}
${binds ? html`<p class="notice">${words.law}</p>${tick({ label: words.lawKnown, name: 'known', isRequired: true })}` : ''}
${noteField(action, { isRequired, label: binds ? words.noteAnswered : isRequired ? words.noteRequired : words.note })}
<p><button class="${look}">${label ?? (isMain && action === 'release' ? answerOf(c, event) : words.buttons[action])}</button></p>`,
  })
}

/** What a release says to the question. */
function answerOf({ var: { texts } }: ConsoleContext, { reason }: EventView): string {
  const answers: Readonly<Record<string, string>> = texts.answers
  return answers[reason?.code ?? ''] ?? texts.event.buttons.release
}

/** Several forms of a page have one: each label names its own. */
const noteField = (action: Action, { isRequired, label }: { isRequired: boolean; label: string }): Html =>
  field({ label, name: 'note', id: `note-${action}`, isRequired })
